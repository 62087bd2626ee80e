package collector

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"platform/internal/collector/config"
	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/kube"
	"platform/internal/collector/pipeline"
	"platform/internal/collector/pods"
	"platform/internal/collector/proc"
	"platform/internal/collector/proc/fdinfo"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
	"platform/internal/collector/source/nvidia"
	"platform/internal/collector/source/self"
)

// parts is what sources are opened with.
type parts struct {
	cfg       config.Config
	root      host.Root // the host that is measured
	own       host.Root // where the collector's own process is
	processes *proc.Table
	holders   *fdinfo.Scanner // of GPUs, shared by the vendors that have DRM drivers
	kube      *kube.Client    // nil outside Kubernetes
	pods      *pods.Map       // nil when nothing is asked
	latest    func() *sample.Snapshot
	exports   func() self.Exports           // nil: nothing is exported
	nvidia    atomic.Pointer[nvidia.Source] // nil while it is not open
}

// newParts returns what every source is opened with. Pods are learned in the
// background until close.
func newParts(ctx context.Context, cfg config.Config) *parts {
	root := host.System(cfg.HostRoot)
	p := &parts{
		cfg: cfg, root: root, own: host.System(""),
		holders:   fdinfo.New(root),
		processes: proc.New(proc.Options{Host: root, CommandLine: cfg.ProcessCmdline, MaxCommandLine: cfg.ProcessCmdlineMax}),
	}
	if cfg.Kubernetes {
		p.kube = kube.New(kube.Options{Host: os.Getenv("KUBERNETES_SERVICE_HOST"), Port: os.Getenv("KUBERNETES_SERVICE_PORT")})
	}
	p.pods = pods.Start(ctx, pods.Options{
		Resources: cfg.Kube.PodResources, Socket: cfg.Kube.Socket,
		Lookup: cfg.Kube.PodLookup, Kube: p.kube, Node: cfg.Kube.NodeName,
	})
	return p
}

func (p *parts) close() {
	p.pods.Close()
	p.kube.Close()
}

func (p *parts) gpu() gpu.Options {
	return gpu.Options{Threshold: p.cfg.AllocatedThreshold, Processes: p.processes, Pods: p.pods}
}

// retryEvery is how often a source that was unavailable is tried again: a
// driver may be loaded long after the collector started.
const retryEvery = time.Minute

// set is the sources of one collector: those that are open, in the order of the
// table, and why the others are not.
type set struct {
	parts *parts
	log   *slog.Logger

	mu      sync.Mutex
	running []*pipeline.Running // by index of the table; nil when not open
	reasons []error             // by index of the table; nil when open or off
}

// openAll opens every source that is switched on. What cannot be opened is
// logged once and left out.
func openAll(ctx context.Context, p *parts, log *slog.Logger) *set {
	s := &set{parts: p, log: log, running: make([]*pipeline.Running, len(sources)), reasons: make([]error, len(sources))}
	var wg sync.WaitGroup
	for i := range sources {
		wg.Go(func() { s.open(ctx, i) })
	}
	wg.Wait()
	var absent []string
	for i, spec := range sources {
		switch err := s.reasons[i]; {
		case errors.Is(err, errAbsent):
			absent = append(absent, spec.name)
		case err != nil:
			log.Info("source skipped", "source", spec.name, "reason", reason(err))
		}
	}
	if absent != nil {
		log.Info("sources that are not part of this release", "sources", absent)
	}
	return s
}

// errAbsent is the reason of a source whose package is yet to be written.
var errAbsent = errors.New("not part of this release")

// open tries to open source i and reports whether it is open now.
func (s *set) open(ctx context.Context, i int) bool {
	spec := sources[i]
	if spec.gate != nil && !spec.gate.On(s.parts.cfg) {
		return false
	}
	var src source.Source
	err := errAbsent
	if spec.open != nil {
		src, err = spec.open(ctx, s.parts)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reasons[i] = err
	if err != nil {
		return false
	}
	s.running[i] = &pipeline.Running{Name: spec.name, Source: src}
	if spec.supersedes != nil {
		s.running[i].Supersedes = spec.supersedes(s.parts.cfg)
	}
	return true
}

// list returns the open sources in the order of the table.
func (s *set) list() (open []*pipeline.Running) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.running {
		if r != nil {
			open = append(open, r)
		}
	}
	return open
}

// retry tries what was unavailable again until ctx ends, and hands the sources
// to use when one has opened.
func (s *set) retry(ctx context.Context, use func([]*pipeline.Running)) {
	ticker := time.NewTicker(retryEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		for i, spec := range sources {
			s.mu.Lock()
			waiting := spec.open != nil && s.running[i] == nil && errors.Is(s.reasons[i], source.ErrUnavailable)
			s.mu.Unlock()
			if waiting && s.open(ctx, i) {
				s.log.Info("source available", "source", spec.name)
				use(s.list())
			}
		}
	}
}

// closeWithin is how long all sources together are waited for when one of them
// is still in a call.
const closeWithin = 2 * time.Second

// close closes the sources, the last opened first.
func (s *set) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for i := len(s.running) - 1; i >= 0; i-- {
		if r := s.running[i]; r != nil {
			errs = append(errs, r.Close(ctx))
		}
	}
	return errors.Join(errs...)
}
