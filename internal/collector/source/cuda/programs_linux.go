//go:build amd64 || arm64

package cuda

import (
	"errors"
	"fmt"
	"sync"

	"github.com/cilium/ebpf/link"
	"golang.org/x/sys/unix"
)

// attach puts probes into the file at path, at entry or at return. With an error
// it returns those that are in place.
func (p *programs) attach(path string, at []probe, atReturn bool) (links, error) {
	if len(at) == 0 {
		return nil, nil
	}
	file, err := link.OpenExecutable(path)
	if err != nil {
		return nil, err
	}
	if p.multi {
		return p.attachMany(file, at, atReturn)
	}
	var all links
	var errs []error
	for _, one := range at {
		opts := &link.UprobeOptions{Address: one.offset, Cookie: one.cookie}
		var l link.Link
		if atReturn {
			l, err = file.Uretprobe("", p.leave, opts)
		} else {
			l, err = file.Uprobe("", p.enter, opts)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("probe the function at %#x: %w", one.offset, err))
			continue
		}
		all = append(all, probeLink{l, one.offset})
	}
	return all, errors.Join(errs...)
}

// attachMany puts all probes under one link. When the kernel cannot probe one of
// the places, the others are probed without it.
func (p *programs) attachMany(file *link.Executable, at []probe, atReturn bool) (links, error) {
	opts := &link.UprobeMultiOptions{Addresses: make([]uint64, len(at)), Cookies: make([]uint64, len(at))}
	for i, one := range at {
		opts.Addresses[i], opts.Cookies[i] = one.offset, one.cookie
	}
	attach, program := file.UprobeMulti, p.enter
	if atReturn {
		attach, program = file.UretprobeMulti, p.leave
	}
	l, err := attach(nil, program, opts)
	switch {
	case err == nil:
		return links{{l, at[len(at)-1].offset}}, nil
	case !unprobeable(err):
		return nil, err
	case len(at) == 1:
		return nil, fmt.Errorf("probe the function at %#x: %w", at[0].offset, err)
	}
	first, err1 := p.attachMany(file, at[:len(at)/2], atReturn)
	second, err2 := p.attachMany(file, at[len(at)/2:], atReturn)
	return append(first, second...), errors.Join(err1, err2)
}

// unprobeable reports whether an error may be that of an instruction which the
// kernel cannot put a probe on.
func unprobeable(err error) bool {
	const notSupported = unix.Errno(524) // ENOTSUPP, which has no name outside the kernel
	return errors.Is(err, unix.EINVAL) || errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, notSupported) || errors.Is(err, unix.EIO)
}

// links are probes that are in place.
type links []probeLink

// probeLink holds one probe or many, which it removes in their order.
type probeLink struct {
	link.Link
	last uint64 // offset of the last in the file
}

// close removes the probes side by side: each waits for the kernel's grace
// periods.
func (l links) close() error {
	errs := make([]error, len(l))
	var wg sync.WaitGroup
	for i := range l {
		wg.Go(func() { errs[i] = l[i].Close() })
	}
	wg.Wait()
	return errors.Join(errs...)
}
