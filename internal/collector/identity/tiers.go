package identity

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/kube"
)

// found is what one tier says; an empty field is not known to it.
type found struct {
	provider               string
	machine, machineSource string // host.type and which tier it is from
	region, zone           string
	account, instance      string
	hostname, cluster      string
	notManaged             bool // the node shows that the cloud does not run its cluster
}

// fill takes from a later tier what is missing. Two tiers that name different
// providers do not speak of the same machine.
func (f *found) fill(later found) {
	if f.provider != "" && later.provider != "" && f.provider != later.provider {
		return
	}
	if f.machine == "" {
		f.machine, f.machineSource = later.machine, later.machineSource
	}
	f.provider = cmp.Or(f.provider, later.provider)
	f.region = cmp.Or(f.region, later.region)
	f.zone = cmp.Or(f.zone, later.zone)
	f.account = cmp.Or(f.account, later.account)
	f.instance = cmp.Or(f.instance, later.instance)
	f.hostname = cmp.Or(f.hostname, later.hostname)
	f.cluster = cmp.Or(f.cluster, later.cluster)
}

// tiers holds what each way of finding out has said so far.
type tiers struct {
	o        Options
	explicit map[string]string
	faults   []string // of explicit
	osName   string

	node, cloud, dmi  found
	nodeErr, cloudErr error
	nodeOK, cloudOK   bool
}

func newTiers(o Options) *tiers {
	t := &tiers{o: o}
	t.explicit, t.faults = parseAttributes(o.Attributes)
	if name, err := o.Hostname(); err == nil {
		t.osName = clean(name)
	}
	t.nodeOK = o.Kube == nil || !o.NodeLookup || o.NodeName == ""
	t.cloudOK = !o.CloudDetect || t.foreign()
	if o.Kube != nil && o.NodeLookup && o.NodeName == "" {
		t.faults = append(t.faults, "node lookup: K8S_NODE_NAME is not set")
	}
	return t
}

// foreign reports whether the provider is given and none whose metadata service
// is known.
func (t *tiers) foreign() bool {
	p := t.explicit[cloudProvider]
	return p != "" && p != "aws" && p != "gcp" && p != "azure"
}

// ask asks the tiers that have not answered, side by side, and reports whether
// there is none left.
func (t *tiers) ask(ctx context.Context) (settled bool) {
	var wg sync.WaitGroup
	if !t.nodeOK {
		wg.Go(func() {
			t.node, t.nodeErr = askNode(ctx, t.o.Kube, t.o.NodeName)
			t.nodeOK = t.nodeErr == nil || kube.Code(t.nodeErr) == 403
		})
	}
	t.dmi = readDMI(t.o.Host)
	if !t.cloudOK {
		wg.Go(func() {
			t.cloud, t.cloudErr = askClouds(ctx, t.o.Clouds, t.o.Kube != nil)
			// A machine that no cloud has made will not be answered later.
			t.cloudOK = t.cloudErr == nil || t.dmi.provider == ""
		})
	}
	wg.Wait()
	return t.nodeOK && t.cloudOK
}

// result puts the tiers together.
func (t *tiers) result(complete bool) Result {
	all := t.node
	all.provider = cmp.Or(t.explicit[cloudProvider], t.node.provider)
	all.fill(t.cloud)
	all.fill(t.dmi)

	attrs := map[string]string{
		hostName:      t.osName,
		nodeName:      t.o.NodeName,
		cloudProvider: all.provider,
		cloudPlatform: t.platform(all.provider),
		cloudRegion:   all.region,
		cloudZone:     all.zone,
		cloudAccount:  all.account,
		hostID:        all.instance,
		hostType:      all.machine,
		typeSource:    all.machineSource,
	}
	if t.o.Kube != nil {
		attrs[clusterName] = cmp.Or(t.o.ClusterName, all.cluster)
		attrs[hostName] = cmp.Or(all.hostname, t.osName)
	}
	attrs[hostName] = cmp.Or(t.o.NodeName, attrs[hostName])
	if t.explicit["deployment.environment.name"] == "" {
		attrs[environment] = "default"
	}
	maps.DeleteFunc(attrs, func(_, value string) bool { return value == "" })

	for name, value := range t.explicit {
		if value != "" || attrs[name] == "" {
			attrs[name] = value
		}
	}
	if t.explicit[hostType] != "" {
		delete(attrs, typeSource) // no tier filled it
	}
	for name, value := range map[string]string{serviceName: t.o.ServiceName, distroName: t.o.Distro, distroVersion: t.o.Version} {
		if value != "" {
			attrs[name] = value
		}
	}
	return Result{Resource: build(attrs), Missing: t.missing(), Complete: complete}
}

// platform names the product of a provider that the node or a metadata service
// has named: its Kubernetes in a cluster that it runs, its machines otherwise.
// The DMI hint is of the provider only.
func (t *tiers) platform(provider string) string {
	names := platforms[provider]
	switch {
	case t.node.provider != provider && t.cloud.provider != provider:
		return ""
	case t.o.Kube != nil && !t.node.notManaged:
		return names.managed
	}
	return names.plain
}

// missing says why tiers gave nothing.
func (t *tiers) missing() []string {
	out := slices.Clone(t.faults)
	if t.nodeErr != nil {
		out = append(out, "node lookup: "+t.nodeErr.Error())
	}
	if t.cloudErr != nil {
		out = append(out, "cloud metadata: "+t.cloudErr.Error())
	}
	return out
}

// build makes a resource of exactly these attributes: no defaults of the SDK.
func build(attrs map[string]string) *resource.Resource {
	kvs := make([]attribute.KeyValue, 0, len(attrs))
	for _, key := range slices.Sorted(maps.Keys(attrs)) {
		kvs = append(kvs, attribute.String(key, attrs[key]))
	}
	return resource.NewSchemaless(kvs...)
}
