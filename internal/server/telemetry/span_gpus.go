package telemetry

import (
	"context"
	"time"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/query"
)

// SpanGPUs are the GPUs that a span may have used, as they were when it ended.
type SpanGPUs struct {
	By      string      `json:"by" enum:"pod,host,node,none" doc:"How they were found: by the pod whose processes use them, by the host or the node that sent the span, or not at all."`
	Host    string      `json:"host,omitempty" doc:"host.name of the GPUs, when it is one."`
	From    time.Time   `json:"from" doc:"Time around the span, to look at the GPUs with."`
	To      time.Time   `json:"to"`
	Devices []fleet.GPU `json:"gpus"`
}

// spanMargin is how much time around a span is shown: GPUs report once in a
// minute or more often.
const spanMargin = time.Minute

// SpanGPUs returns the GPUs of the pod, host or node that sent a span.
func (s *Service) SpanGPUs(ctx context.Context, id, trace string) (SpanGPUs, error) {
	sp, err := s.Span(ctx, id, trace)
	if err != nil {
		return SpanGPUs{}, err
	}
	end := sp.Start.Add(time.Duration(min(sp.DurationNs, uint64(24*time.Hour))))
	out := SpanGPUs{By: "none", From: sp.Start.Add(-spanMargin), To: end.Add(spanMargin), Devices: []fleet.GPU{}}
	pod := sp.Resource["k8s.pod.name"]
	if namespace := sp.Resource["k8s.namespace.name"]; pod != "" && namespace != "" {
		pod = namespace + "/" + pod
	}
	all, err := s.fleet.GPUs(ctx, query.Range{From: sp.Start.Add(-fleet.Recent), To: out.To}, fleet.GPUFilter{})
	if err != nil {
		return out, err
	}
	for _, way := range []struct {
		by     string
		filter fleet.GPUFilter
	}{{"pod", fleet.GPUFilter{Pod: pod}}, {"host", fleet.GPUFilter{Host: sp.Resource["host.name"]}}, {"node", fleet.GPUFilter{Node: sp.Resource["k8s.node.name"]}},
		{"node", fleet.GPUFilter{Host: sp.Resource["k8s.node.name"]}}} {
		if way.filter == (fleet.GPUFilter{}) {
			continue
		}
		if found := way.filter.Of(all); len(found) > 0 {
			out.By, out.Devices, out.Host = way.by, found, found[0].Host
			break
		}
	}
	for _, g := range out.Devices {
		if g.Host != out.Host {
			out.Host = ""
		}
	}
	return out, nil
}
