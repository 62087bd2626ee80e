package nvidia

import (
	"math"

	"platform/internal/collector/gpu"
	"platform/internal/collector/source/nvidia/nvml"
)

// Fields of NVLink. Up to Hopper the driver adds the links up; later ones give
// each link by itself.
const (
	fieldLinkCount = 91
	fieldDataTX    = 138 // KiB
	fieldDataRX    = 139 // KiB
	fieldXmitBytes = 202
	fieldRcvBytes  = 204

	allLinks = math.MaxUint32
	maxLinks = 64
)

// readNVLink returns the bytes over all links, nil when there are none.
func (b *background) readNVLink() *gpu.IO {
	if !b.nv.may(askNVLink) {
		return nil
	}
	fields, unit := []nvml.Field{{FieldID: fieldDataTX, Scope: allLinks}, {FieldID: fieldDataRX, Scope: allLinks}}, uint64(1024)
	if b.d.major >= blackwell {
		fields, unit = b.linkFields(), 1
	}
	if len(fields) == 0 || !b.readFields(fields) {
		return nil
	}
	io := &gpu.IO{}
	answered := false
	for i := range fields {
		n, err := fields[i].Uint()
		if err != nil {
			continue
		}
		answered = true
		switch fields[i].FieldID {
		case fieldDataTX, fieldXmitBytes:
			io.Transmit += n * unit
		case fieldDataRX, fieldRcvBytes:
			io.Receive += n * unit
		}
	}
	if !answered {
		b.nv.note(askNVLink, nvml.NotSupported)
		return nil
	}
	return io
}

// linkFields asks how many links there are and returns the fields of each.
func (b *background) linkFields() []nvml.Field {
	count := []nvml.Field{{FieldID: fieldLinkCount}}
	if !b.readFields(count) {
		return nil
	}
	n, err := count[0].Uint()
	if err != nil || n == 0 {
		b.nv.note(askNVLink, nvml.NotSupported)
		return nil
	}
	var fields []nvml.Field
	for link := range uint32(min(n, maxLinks)) {
		fields = append(fields, nvml.Field{FieldID: fieldXmitBytes, Scope: link}, nvml.Field{FieldID: fieldRcvBytes, Scope: link})
	}
	return fields
}

// readFields asks for fields when it is our turn.
func (b *background) readFields(fields []nvml.Field) bool {
	if !b.d.session.fields.take() {
		return false
	}
	defer b.d.session.fields.give()
	return b.nv.note(askNVLink, b.nv.Fields(fields))
}
