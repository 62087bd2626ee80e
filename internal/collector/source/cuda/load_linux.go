//go:build amd64 || arm64

package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/btf"
	"github.com/cilium/ebpf/features"
	"github.com/cilium/ebpf/link"
)

// programs are the loaded kernel programs and their maps.
type programs struct {
	multi  bool // one link may hold many probes
	forget link.Link

	enter, leave, exit *ebpf.Program
	maps               map[string]*ebpf.Map
}

// testAndLoad loads the programs for this kernel, or for an old one, while it
// tests whether the kernel is safe to use them on.
func testAndLoad(config kernelConfig, old bool) (*programs, error) {
	var test links
	var unsafe error
	var wg sync.WaitGroup
	wg.Go(func() { test, unsafe = returnProbesAreSafe() })
	p, err := loadPrograms(config, !old && features.HaveBPFLinkUprobeMulti() == nil, !old && !kernelBefore(5, 17))
	wg.Wait()
	go test.close() // its program has ended; the kernel takes its time
	if err != nil {
		return nil, explain(err)
	}
	if unsafe != nil {
		return nil, errors.Join(unsafe, p.close())
	}
	return p, nil
}

// loadPrograms loads the programs into the kernel, to be attached by links that
// hold many probes or by one link for each. Those that the kernel can repeat
// steps in are verified much faster.
func loadPrograms(config kernelConfig, multi, repeats bool) (*programs, error) {
	spec, err := ebpf.LoadCollectionSpecFromReader(bytes.NewReader(object))
	if err != nil {
		return nil, fmt.Errorf("read programs: %w", err)
	}
	p := &programs{multi: multi, maps: map[string]*ebpf.Map{}}
	if err := errors.Join(p.makeMaps(spec.Maps), p.loadAll(spec.Programs, repeats)); err != nil {
		return nil, errors.Join(err, p.close())
	}
	if err := p.maps["config"].Put(uint32(0), &config); err != nil {
		return nil, errors.Join(fmt.Errorf("configure programs: %w", err), p.close())
	}
	p.forget, err = link.AttachRawTracepoint(link.RawTracepointOptions{Name: "sched_process_exit", Program: p.exit})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("attach to thread exits: %w", err), p.close())
	}
	return p, nil
}

func (p *programs) makeMaps(specs map[string]*ebpf.MapSpec) (err error) {
	for name, spec := range specs {
		if kernelBefore(6, 1) {
			spec.Flags = 0 // these kernels warn when a tracing program allocates as it runs
		}
		if p.maps[name], err = ebpf.NewMap(spec); err != nil {
			return fmt.Errorf("make map %s: %w", name, err)
		}
	}
	return nil
}

// loadAll loads the programs side by side: the kernel verifies each on the CPU of
// who loads it.
func (p *programs) loadAll(specs map[string]*ebpf.ProgramSpec, repeats bool) error {
	leave := specs["leave"]
	if !repeats {
		leave = specs["leave_looping"]
	}
	if p.multi {
		specs["enter"].AttachType = ebpf.AttachTraceUprobeMulti
		leave.AttachType = ebpf.AttachTraceUprobeMulti
	}
	var errs [3]error
	var wg sync.WaitGroup
	wg.Go(func() { p.enter, errs[0] = p.load(specs["enter"]) })
	wg.Go(func() { p.leave, errs[1] = p.load(leave) })
	wg.Go(func() { p.exit, errs[2] = p.load(specs["forget"]) })
	wg.Wait()
	return errors.Join(errs[:]...)
}

func (p *programs) load(spec *ebpf.ProgramSpec) (*ebpf.Program, error) {
	for i := range spec.Instructions {
		at := &spec.Instructions[i]
		if at.IsLoadFromMap() {
			if err := at.AssociateMap(p.maps[at.Reference()]); err != nil {
				return nil, fmt.Errorf("link program %s with map %s: %w", spec.Name, at.Reference(), err)
			}
		}
		if name := at.Symbol(); name != "" {
			// The kernel repeats only functions that it has been told the type of. The
			// objects hold no types; nothing is read from these but that they are there.
			*at = btf.WithFuncMetadata(*at, &btf.Func{Name: name, Type: &btf.FuncProto{Return: &btf.Void{}}, Linkage: btf.StaticFunc})
		}
	}
	loaded, err := ebpf.NewProgram(spec)
	if err != nil {
		return nil, fmt.Errorf("load program %s: %w", spec.Name, err)
	}
	return loaded, nil
}

func (p *programs) close() error {
	var errs []error
	if p.forget != nil {
		errs = append(errs, p.forget.Close())
	}
	for _, one := range []*ebpf.Program{p.enter, p.leave, p.exit} {
		errs = append(errs, one.Close())
	}
	for _, m := range p.maps {
		errs = append(errs, m.Close())
	}
	return errors.Join(errs...)
}
