// Package pods tells which pod and container a process or a GPU belongs to.
//
//  1. resources.go asks the kubelet which container was given which devices,
//     and devices.go makes the ids of several device plugins comparable.
//  2. api.go lists the pods of this node and watches them; pod.go reads them.
//  3. pods.go joins both, without waiting for either.
package pods

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/kube"
)

// Pod is a place in Kubernetes; an empty field is not known.
type Pod struct{ UID, Name, Namespace, Container string }

// Attrs returns the attributes of GPU process metrics that p gives.
func (p Pod) Attrs() []attribute.KeyValue {
	attrs := make([]attribute.KeyValue, 0, 4)
	for _, a := range [...]struct{ key, value string }{
		{"k8s.pod.uid", p.UID}, {"k8s.pod.name", p.Name}, {"k8s.namespace.name", p.Namespace}, {"k8s.container.name", p.Container},
	} {
		if a.value != "" {
			attrs = append(attrs, attribute.String(a.key, a.value))
		}
	}
	return attrs
}

// Options say what is asked.
type Options struct {
	Resources bool         // ask the kubelet for the devices of containers
	Socket    string       // of the kubelet; "" is its own path
	Lookup    bool         // ask Kube for the pods of Node
	Kube      *kube.Client // nil outside Kubernetes
	Node      string

	Refresh time.Duration // between two questions to the kubelet; 0 is 15 s
	Backoff time.Duration // before the API server is asked again, doubled with each failure; 0 is 1 s
}

const (
	refresh  = 15 * time.Second
	backoff  = time.Second
	soonest  = 2 * time.Second // between two questions because of a container that is not known
	maxDelay = time.Minute

	maxMissed = 1024
)

// Map knows the pods of this node. A nil map knows none.
type Map struct {
	given atomic.Pointer[allocations]
	api   atomic.Pointer[directory]

	unknown chan struct{} // someone asked for a container that is not known
	mu      sync.Mutex
	missed  map[string]bool // containers that were asked for because of that
	feeds   []*feed
	stop    context.CancelFunc
	done    sync.WaitGroup
}

// State is how one of the two ways of knowing fares.
type State struct {
	Name string // pod-resources or pod-lookup
	Err  error  // nil while it works
	Pods int    // how many it knows
}

// feed keeps the state of one way.
type feed struct {
	name  string
	state atomic.Pointer[State]
}

func (f *feed) say(pods int, err error) { f.state.Store(&State{f.name, err, pods}) }

// Start begins to learn in the background and returns at once. It returns nil
// when o switches everything off.
func Start(ctx context.Context, o Options) *Map {
	if !o.Resources && !o.Lookup {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	m := &Map{unknown: make(chan struct{}, 1), missed: map[string]bool{}, stop: stop}
	if o.Resources {
		f := m.feed("pod-resources")
		m.done.Go(func() { m.watchResources(ctx, o, f) })
	}
	if o.Lookup {
		f := m.feed("pod-lookup")
		m.done.Go(func() { m.watchPods(ctx, o, f) })
	}
	return m
}

func (m *Map) feed(name string) *feed {
	f := &feed{name: name}
	f.say(0, nil)
	m.feeds = append(m.feeds, f)
	return f
}

// Close stops learning.
func (m *Map) Close() {
	if m == nil {
		return
	}
	m.stop()
	m.done.Wait()
}

// States returns how each way of knowing that is switched on fares.
func (m *Map) States() []State {
	if m == nil {
		return nil
	}
	states := make([]State, len(m.feeds))
	for i, f := range m.feeds {
		states[i] = *f.state.Load()
	}
	return states
}

// Of returns the pod of a process, by the id of its container and the UID of
// its pod as its cgroup shows them, or else by the devices it uses; what is not
// known is "" or left out. A container is certain; a device counts only while
// it is given to one pod. Devices are named by UUID, PCI address, card (card0)
// or, with dynamic allocation, driver and name (gpu.nvidia.com/gpu-0). It only
// looks things up; what it does not find is asked for in the background.
func (m *Map) Of(container, podUID string, devices ...string) (Pod, bool) {
	if m == nil {
		return Pod{}, false
	}
	dir, given := m.api.Load(), m.given.Load()
	if dir != nil && container != "" {
		if p, ok := dir.containers[container]; ok {
			return p, true
		}
	}
	if dir != nil && podUID != "" {
		if entry, ok := dir.pods[podUID]; ok {
			p := entry.Pod
			if p.Container == "" {
				p.Container = given.container(p, devices)
			}
			return p, true
		}
	}
	m.miss(cmp.Or(container, podUID))
	return given.owner(dir, podUID, devices)
}

// miss hastens the next question to the kubelet, once for each container: one
// that Kubernetes did not start is never known.
func (m *Map) miss(container string) {
	if container == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.missed[container] {
		return
	}
	if len(m.missed) >= maxMissed {
		clear(m.missed)
	}
	m.missed[container] = true
	select {
	case m.unknown <- struct{}{}:
	default:
	}
}
