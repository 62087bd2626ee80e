package pdh

// windowsSystem is the system that runs.
type windowsSystem struct {
	*kernel
	*query
}

func (w windowsSystem) close() error { return w.query.close() }

// New returns the GPUs of a vendor: its name, and its number on PCI.
func New(name string, id uint32) (*Vendor, error) {
	k, err := openKernel()
	if err != nil {
		return nil, err
	}
	q, err := openQuery()
	if err != nil {
		return nil, err
	}
	return &Vendor{name: name, id: id, sys: windowsSystem{k, q}}, nil
}
