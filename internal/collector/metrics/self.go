package metrics

var (
	own        = group{"Collector itself", nil}
	sourceName = Key{Name: "platform.collector.source"}
	outcome    = Key{Name: "outcome", Values: []string{"success", "failure"}}
	dropReason = Key{Name: "reason", Values: []string{"overflow", "expired", "rejected", "unreadable"}}
)

// What the collector says of its own work.
var (
	SourceDuration  = own.gauge("platform.collector.source.duration", "s", "Time the last sample of a source took.").by(sourceName)
	SourceFailures  = own.counter("platform.collector.source.failures", "{failure}", "Samples of a source that failed, panicked or ran past their deadline.").ints().by(sourceName)
	ScrapeDuration  = own.gauge("platform.collector.scrape.duration", "s", "Time the last sample of all sources took.")
	Exports         = own.counter("platform.collector.exports", "{export}", "Exports of snapshots over OTLP.").ints().by(outcome)
	PointsRejected  = own.counter("platform.collector.export.rejected_points", "{point}", "Points that the endpoint accepted the request of but rejected.").ints()
	QueueLength     = own.gauge("platform.collector.queue.length", "{snapshot}", "Snapshots waiting to be sent.").ints()
	QueueSize       = own.gauge("platform.collector.queue.size", "By", "Bytes of snapshots waiting to be sent.").ints()
	QueueAge        = own.gauge("platform.collector.queue.age", "s", "Age of the oldest snapshot waiting to be sent.")
	QueueDropped    = own.counter("platform.collector.queue.dropped", "{snapshot}", "Snapshots that were never sent.").ints().by(dropReason)
	ProfileRequests = own.counter("platform.collector.profile.requests", "{request}", "On-demand profiling requests.").ints().by(Key{Name: "platform.profile.kind", Values: []string{"gpu", "cpu_pt"}}, outcome)
	CUDALost        = own.counter("platform.collector.cuda.lost_events", "{event}", "CUDA events that the kernel could not hand over.").ints()
)
