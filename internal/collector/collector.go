package collector

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"platform/internal/buildinfo"
	"platform/internal/collector/config"
	"platform/internal/collector/export/otlp"
	"platform/internal/collector/export/prometheus"
	"platform/internal/collector/export/queue"
	"platform/internal/collector/identity"
	"platform/internal/collector/pipeline"
	"platform/internal/collector/sample"
	"platform/internal/collector/source/self"
	"platform/internal/httpx"
)

const (
	distro      = "platform-collector"
	minDeadline = time.Second      // of a source in a tick
	maxDeadline = 10 * time.Second // likewise
	flushWithin = 5 * time.Second  // of what waits to be sent, when the collector stops
)

// agent is a running collector.
type agent struct {
	cfg      config.Config
	log      *slog.Logger
	identity *identity.Resolver
	sources  *set
	pipeline *pipeline.Pipeline
	sender   *otlp.Sender // nil: no endpoint
	health   *limiter

	started    chan struct{} // closed when all of the above is set
	background sync.WaitGroup
	stop       context.CancelFunc // of the background
}

// Run measures the host until ctx ends, then samples once more, flushes and
// closes. What the host lacks is skipped; nothing that goes wrong ends it.
func Run(ctx context.Context, cfg config.Config, log *slog.Logger) {
	log.Info("starting", "version", buildinfo.Version, "mode", cfg.Mode, "interval", cfg.Interval)
	a := start(ctx, cfg, log)
	if err := notify("READY=1"); err != nil {
		log.Warn("systemd was not told that the collector is ready", "error", err)
	}
	a.pipeline.Loop(ctx, cfg.Interval, time.Second, a.publish)
	_ = notify("STOPPING=1") // systemd waits for the exit either way
	a.close()
}

// start opens everything that there is. Nothing in it waits for the network.
func start(ctx context.Context, cfg config.Config, log *slog.Logger) *agent {
	back, stop := context.WithCancel(context.WithoutCancel(ctx))
	a := &agent{
		cfg: cfg, log: log, stop: stop, started: make(chan struct{}),
		health: newLimiter(log, "source failed", "source still fails", "source recovered"),
	}
	defer close(a.started)
	p := newParts(back, cfg)
	a.identity = startIdentity(back, p, a.identified)
	logIdentity(log, a.identity.Result())
	stats := &otlp.Stats{}
	a.startSender(back, stats)

	p.latest = func() *sample.Snapshot { return a.pipeline.Current() }
	if a.sender != nil {
		p.exports = func() self.Exports { return exports(stats) }
	}
	a.pipeline = pipeline.New(min(max(cfg.Interval*9/10, minDeadline), maxDeadline))
	a.sources = openAll(back, p, log)
	a.pipeline.Use(a.sources.list())
	a.background.Go(func() { a.sources.retry(back, a.pipeline.Use) })
	a.startPrometheus(back)
	return a
}

// startIdentity resolves the resource in the background.
func startIdentity(ctx context.Context, p *parts, changed func(identity.Result)) *identity.Resolver {
	cfg := p.cfg
	return identity.Start(ctx, identity.Options{
		Attributes: cfg.ResourceAttributes, ServiceName: cfg.ServiceName,
		NodeName: cfg.Kube.NodeName, ClusterName: cfg.Kube.ClusterName,
		Distro: distro, Version: buildinfo.Version,
		Kube: p.kube, NodeLookup: cfg.Kube.NodeLookup, CloudDetect: cfg.CloudDetect,
		Host: p.root, Changed: changed,
	})
}

// identified takes over a resource that was completed after start.
func (a *agent) identified(r identity.Result) {
	<-a.started
	logIdentity(a.log, r)
	if a.sender != nil {
		a.sender.SetResource(r.Resource)
	}
}

// logIdentity says what the resource is so far, and why the rest is unknown.
func logIdentity(log *slog.Logger, r identity.Result) {
	attrs := make([]any, 0, r.Resource.Len()+1)
	for _, kv := range r.Resource.Attributes() {
		attrs = append(attrs, slog.String(string(kv.Key), kv.Value.String()))
	}
	log.Info("resource", append(attrs, "complete", r.Complete)...)
	for _, why := range r.Missing {
		log.Info("identity not found", "reason", why)
	}
}

func (a *agent) startSender(ctx context.Context, stats *otlp.Stats) {
	failures := newLimiter(a.log, "export failed; snapshots wait", "exports still fail; snapshots wait", "exports succeed again")
	sender, err := otlp.NewSender(ctx, otlp.Options{
		Protocol: a.cfg.OTLP.Protocol, Resource: a.identity.Resource(),
		Queue:  queue.Options{Dir: a.cfg.OTLP.QueueDir},
		Report: func(err error) { failures.observe(time.Now(), "", err) },
	}, stats)
	switch {
	case errors.Is(err, otlp.ErrNoEndpoint):
		a.log.Warn("OTEL_EXPORTER_OTLP_ENDPOINT is not set: no metrics are exported over OTLP")
	case err != nil:
		a.log.Error("no metrics are exported over OTLP", "error", err)
	default:
		a.sender = sender
	}
}

// startPrometheus serves /metrics. An address that cannot be used costs only
// that endpoint.
func (a *agent) startPrometheus(ctx context.Context) {
	if a.cfg.PrometheusAddr == "" {
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/metrics", prometheus.Handler(a.pipeline.Current, a.identity.Resource))
	server, err := httpx.Listen(ctx, a.cfg.PrometheusAddr, mux, a.log)
	if err != nil {
		a.log.Error("Prometheus metrics are not served", "error", err)
		return
	}
	a.log.Info("Prometheus metrics are served", "url", fmt.Sprintf("http://%s/metrics", server.Addr()))
	a.background.Go(func() {
		if err := server.Serve(ctx, time.Second); err != nil {
			a.log.Error("Prometheus metrics are no longer served", "error", err)
		}
	})
}

func (a *agent) publish(s *sample.Snapshot) {
	logHealth(a.health, s)
	if a.sender != nil {
		a.sender.Send(s)
	}
}

// close flushes, then closes in reverse of start.
func (a *agent) close() {
	if a.sender != nil {
		ctx, cancel := context.WithTimeout(context.Background(), flushWithin)
		defer cancel()
		if err := a.sender.Close(ctx); err != nil {
			a.log.Warn("not everything was sent", "error", err)
		}
	}
	a.stop()
	a.background.Wait()
	if err := a.sources.close(); err != nil {
		a.log.Warn("a source did not close", "error", err)
	}
	a.identity.Close()
	a.sources.parts.close()
	a.log.Info("stopped")
}

// exports hands the sender's counts to the collector's own metrics.
func exports(s *otlp.Stats) self.Exports {
	return self.Exports{
		Succeeded: s.Successes.Load(), Failed: s.Failures.Load(), RejectedPoints: s.RejectedPoints.Load(),
		QueueLength: s.Queue.Length.Load(), QueueBytes: s.Queue.Bytes.Load(), QueueAge: s.Queue.Age(time.Now()),
		Dropped: self.Dropped{
			Overflow: s.Queue.Overflow.Load(), Expired: s.Queue.Expired.Load(),
			Rejected: s.Queue.Rejected.Load(), Unreadable: s.Queue.Unreadable.Load(),
		},
	}
}
