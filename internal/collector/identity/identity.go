// Package identity says whose measurements these are: the attributes of the
// host, its node and its cloud that every export carries.
//
//  1. attributes.go reads what OTEL_RESOURCE_ATTRIBUTES says; it always wins.
//  2. node.go asks the Kubernetes API for the node.
//  3. cloud.go asks the metadata services of three clouds side by side:
//     aws.go, gcp.go and azure.go.
//  4. dmi.go reads who made the machine, as a hint of the provider.
//  5. tiers.go puts the tiers together; a later one only fills what is missing.
//  6. identity.go starts all that in the background and hands out the resource.
package identity

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/host"
	"platform/internal/collector/kube"
)

// Options are what identity is found from. The zero value of a field leaves
// that way out.
type Options struct {
	Attributes  string // OTEL_RESOURCE_ATTRIBUTES
	ServiceName string // OTEL_SERVICE_NAME
	NodeName    string // K8S_NODE_NAME
	ClusterName string // K8S_CLUSTER_NAME; used only in Kubernetes
	Distro      string // telemetry.distro.name
	Version     string // telemetry.distro.version

	Kube        *kube.Client // nil outside Kubernetes
	NodeLookup  bool         // ask Kube for the node
	CloudDetect bool         // ask the metadata services
	Host        host.Root    // for the DMI hint

	// Changed is called from a goroutine of the resolver each time more is
	// known than before, and once when nothing more will be asked.
	Changed func(Result)

	Clouds   Clouds                 // where the metadata services are; empty ones are at their own address
	Hostname func() (string, error) // nil is os.Hostname
	Retries  []time.Duration        // waits between attempts; nil is ten minutes in all
}

// retries are the waits for an API server or a network that is not up yet when
// the host boots.
var retries = []time.Duration{
	5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, time.Minute, 2 * time.Minute, 2 * time.Minute, 3 * time.Minute,
}

// Result is what is known at one moment.
type Result struct {
	Resource *resource.Resource
	Missing  []string // why a tier gave nothing, for the log and the doctor
	Complete bool     // nothing more will be asked
}

// notDetected stands in the log for what is not known; it is never exported.
const notDetected = "not detected"

// Summary returns the log line of what was resolved, as keys and values.
func (r Result) Summary() []any {
	var args []any
	for _, name := range []attribute.Key{hostName, nodeName, clusterName, cloudProvider, cloudPlatform, cloudRegion, cloudZone, cloudAccount, hostID, hostType, typeSource} {
		value := notDetected
		if v, ok := r.Resource.Set().Value(name); ok {
			value = v.AsString()
		}
		args = append(args, string(name), value)
	}
	return args
}

// Resolver knows the resource so far and completes it in the background.
type Resolver struct {
	result atomic.Pointer[Result]
	stop   context.CancelFunc
	done   sync.WaitGroup
}

// Start returns at once with what needs no asking, and asks the rest in the
// background until it is known, given up, or ctx ends.
func Start(ctx context.Context, o Options) *Resolver {
	if o.Hostname == nil {
		o.Hostname = os.Hostname
	}
	if o.Retries == nil {
		o.Retries = retries
	}
	ctx, stop := context.WithCancel(ctx)
	r := &Resolver{stop: stop}
	t := newTiers(o)
	r.result.Store(new(t.result(false)))
	r.done.Go(func() { r.resolve(ctx, t, o) })
	return r
}

// Result returns what is known now; its resource is never nil.
func (r *Resolver) Result() Result { return *r.result.Load() }

// Resource returns the resource as far as it is known now.
func (r *Resolver) Resource() *resource.Resource { return r.result.Load().Resource }

// Close gives up what is still being asked.
func (r *Resolver) Close() {
	r.stop()
	r.done.Wait()
}

// resolve asks until every tier has answered or will not.
func (r *Resolver) resolve(ctx context.Context, t *tiers, o Options) {
	for attempt := 0; ; attempt++ {
		settled := t.ask(ctx)
		if ctx.Err() != nil {
			return
		}
		complete := settled || attempt >= len(o.Retries)
		r.publish(t.result(complete), o.Changed)
		if complete || !sleep(ctx, o.Retries[attempt]) {
			return
		}
	}
}

func (r *Resolver) publish(now Result, changed func(Result)) {
	before := r.Resource()
	more := !before.Equal(now.Resource)
	if !more {
		now.Resource = before
	}
	r.result.Store(&now)
	if changed != nil && (more || now.Complete) {
		changed(now)
	}
}

// sleep waits for d and reports whether ctx still goes on.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
