package demo

import (
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// settle is how long before the end the last request begins, so that it is
// over by then.
const settle = 4 * time.Minute

// requests makes the spans and log records of a window.
func (f *fleet) requests(c Config, i int, from time.Time) (*spanPage, *logPage) {
	r := f.recorder(i)
	n := int(round(float64(c.TracesPerHour)*window.Hours()*load(from.Add(window/2))/meanLoad, 0))
	room := min(window, c.End.Add(-settle).Sub(from))
	starts := make([]time.Time, n)
	for j := range starts {
		starts[j] = from.Add(time.Duration(r.rand.Int64N(int64(room))).Truncate(time.Microsecond))
	}
	slices.SortFunc(starts, time.Time.Compare)
	for _, at := range starts {
		switch kind := r.rand.IntN(100); {
		case kind < 62:
			r.support(at)
		case kind < 78:
			r.research(at)
		case kind < 90:
			r.review(at)
		default:
			r.ingest(at)
		}
	}
	if i == 0 {
		r.evaluation(from.Add(time.Minute))
	}
	if i == c.windows()-1 {
		r.running(c.End.Add(-3*time.Minute), c.End.Add(-90*time.Second))
	}
	r.machines(from)
	return r.spans, r.records
}

// meanLoad is the mean of load over a working day.
const meanLoad = .4

// support is a question to the support assistant: documents are looked up and
// a model answers; a call that fails is tried once more.
func (r *recorder) support(at time.Time) {
	a, c := supportChat, call{model: pick(r.rand, chatModels), user: pick(r.rand, users), conversation: "conv-" + hex(r.rand, 10), talk: pick(r.rand, talks)}
	root := r.begin(a, nil, "POST /v1/chat", ptrace.SpanKindServer, at, "http.request.method", "POST", "http.route", "/v1/chat", "url.path", "/v1/chat", "user.id", c.user)
	r.log(root, plog.SeverityNumberInfo, at.Add(time.Millisecond), "question received", "user.id", c.user, "question.length", len(c.talk.question))
	at = at.Add(4 * time.Millisecond)
	if r.rand.Float64() < .004 {
		r.fail(root, lookupFailed, at)
		return
	}
	retrieval := r.begin(a, root, "retrieval documents", ptrace.SpanKindInternal, at, "gen_ai.operation.name", "retrieval", "gen_ai.data_source.id", "help-center")
	at = r.embed(a, retrieval, at.Add(time.Millisecond), false)
	query := r.begin(a, retrieval, "SELECT documents", ptrace.SpanKindClient, at, "db.system.name", "postgresql", "db.namespace", "help", "db.query.text", "SELECT id, body FROM documents ORDER BY embedding <=> $1 LIMIT 8")
	at = retrieval.end(query.end(at.Add(r.seconds(.018))))
	at, ok := r.chat(a, root, at.Add(time.Millisecond), c)
	if !ok {
		r.log(root, plog.SeverityNumberWarn, at, "model call failed, trying again", "gen_ai.request.model", c.model.name, "retry.in_ms", 500)
		at, ok = r.chat(a, root, at.Add(500*time.Millisecond), c)
	}
	at = at.Add(3 * time.Millisecond)
	if !ok {
		root.broken(502)
	} else {
		root.put("http.response.status_code", 200)
		r.log(root, plog.SeverityNumberInfo, at, "question answered", "user.id", c.user, "duration_ms", round(at.Sub(root.at).Seconds()*1000, 1))
	}
	root.end(at)
}

// research is an agent that calls tools until it can answer.
func (r *recorder) research(at time.Time) {
	a, c := researchAgent, call{model: pick(r.rand, agentModels), user: pick(r.rand, users), conversation: "conv-" + hex(r.rand, 10), talk: pick(r.rand, talks), agent: "researcher"}
	root := r.begin(a, nil, "POST /v1/research", ptrace.SpanKindServer, at, "http.request.method", "POST", "http.route", "/v1/research", "user.id", c.user)
	agent := r.begin(a, root, "invoke_agent researcher", ptrace.SpanKindInternal, at.Add(time.Millisecond), "gen_ai.operation.name", "invoke_agent", "gen_ai.agent.name", "researcher",
		"gen_ai.agent.id", "agent-7", "gen_ai.provider.name", c.model.provider, "gen_ai.request.model", c.model.name, "gen_ai.conversation.id", c.conversation)
	at = at.Add(2 * time.Millisecond)
	ok := true
	for range 1 + r.rand.IntN(6) {
		asked := pick(r.rand, tools)
		c.tool = &asked
		if at, ok = r.chat(a, agent, at, c); !ok {
			break
		}
		at = r.use(a, agent, at.Add(time.Millisecond), asked)
	}
	if c.tool = nil; ok {
		at, ok = r.chat(a, agent, at.Add(time.Millisecond), c)
	}
	status := 200
	if !ok {
		status = 502
		agent.broken(0)
		root.broken(status)
	} else {
		root.put("http.response.status_code", status)
	}
	r.log(agent, plog.SeverityNumberInfo, at, fmt.Sprintf("agent researcher finished with status %d", status), "gen_ai.agent.name", "researcher")
	root.end(agent.end(at.Add(time.Millisecond)).Add(time.Millisecond))
}

// running is an agent that is still at work at the end: what it did until a
// time is sent, the spans around that are not.
func (r *recorder) running(at, until time.Time) {
	a, c := researchAgent, call{model: sonnet, user: pick(r.rand, users), conversation: "conv-" + hex(r.rand, 10), talk: pick(r.rand, talks), agent: "researcher"}
	root := r.open(a, nil, at)
	agent := r.open(a, root, at.Add(time.Millisecond))
	for at = at.Add(2 * time.Millisecond); at.Before(until); {
		asked := pick(r.rand, tools)
		c.tool = &asked
		at, _ = r.chat(a, agent, at, c)
		at = r.use(a, agent, at.Add(time.Millisecond), asked)
	}
}

// review is a job that lets a model read a pull request, file by file.
func (r *recorder) review(at time.Time) {
	a, c := codeReview, call{model: pick(r.rand, reviewModels), user: "ci", conversation: "pr-" + fmt.Sprint(1000+r.rand.IntN(8000)), costs: true, logged: true,
		talk: talk{"Review this diff for mistakes.", "Two findings: the error of Close is lost, and the loop reads one element too many."}}
	root := r.begin(a, nil, "review pull request", ptrace.SpanKindConsumer, at, "messaging.system", "rabbitmq", "messaging.destination.name", "reviews", "vcs.change.id", c.conversation)
	r.log(root, plog.SeverityNumberInfo, at, "review of "+c.conversation+" started")
	if r.rand.Float64() < .01 {
		r.fail(root, diffTooLarge, at.Add(9*time.Millisecond))
		return
	}
	for range 1 + r.rand.IntN(4) {
		at, _ = r.chat(a, root, at.Add(5*time.Millisecond), c)
	}
	root.end(at.Add(time.Millisecond))
}

// ingest is a batch of documents that get embeddings.
func (r *recorder) ingest(at time.Time) {
	root := r.begin(embedWorker, nil, "process documents", ptrace.SpanKindConsumer, at, "messaging.system", "kafka", "messaging.destination.name", "documents", "messaging.batch.message_count", 64)
	if r.rand.Float64() < .006 {
		r.fail(root, queuePanic, at.Add(2*time.Millisecond))
		return
	}
	for range 1 + r.rand.IntN(5) {
		at = r.embed(embedWorker, root, at.Add(2*time.Millisecond), true)
	}
	r.log(root, plog.SeverityNumberInfo, at, fmt.Sprintf(`{"time":%q,"level":"INFO","msg":"batch stored","documents":64,"took_ms":%.1f,"queue":{"topic":"documents","partition":%d,"offset":%d}}`,
		at.Format(time.RFC3339Nano), at.Sub(root.at).Seconds()*1000, r.rand.IntN(12), 7_200_000_000+r.rand.Int64N(90_000_000)), "log.file.path", "/var/log/containers/embedding-worker.log")
	root.end(at.Add(6 * time.Millisecond))
}

// evaluation is one long trace: a suite of questions, several at a time.
func (r *recorder) evaluation(at time.Time) {
	root := r.begin(codeReview, nil, "evaluate review model", ptrace.SpanKindInternal, at, "evaluation.suite", "nightly")
	lanes := [4]time.Time{at, at, at, at}
	for i := range 120 {
		lane := &lanes[i%len(lanes)]
		question := r.begin(codeReview, root, fmt.Sprintf("question %d", i+1), ptrace.SpanKindInternal, *lane, "evaluation.question", i+1)
		end, _ := r.chat(codeReview, question, lane.Add(time.Millisecond), call{model: gpt5mini, user: "ci", conversation: "nightly", talk: pick(r.rand, talks), costs: true})
		*lane = question.end(end.Add(time.Millisecond))
	}
	root.end(slices.MaxFunc(lanes[:], time.Time.Compare))
}

// machines are the log lines that belong to no request: the training job's
// progress, and what the hosts of failing GPUs say.
func (r *recorder) machines(from time.Time) {
	s := &r.fleet.story
	within := func(t time.Time) bool { return !t.Before(from) && t.Before(from.Add(window)) }
	hour := from.Sub(r.fleet.config.Start()).Hours()
	for i := range int(window / step) {
		at := from.Add(time.Duration(i)*step + 30*time.Second)
		if !at.Before(s.xid) && at.Before(s.resumed) {
			continue
		}
		number := 48_000 + int((hour*60+float64(i))*11)
		r.line(trainer, plog.SeverityNumberInfo, at, fmt.Sprintf("step %d loss %.4f grad_norm %.3f tokens/s %d", number, 2.31-.004*hour+.01*r.rand.NormFloat64(), .8+.05*r.rand.Float64(), 410_000+r.rand.IntN(9000)),
			"step", number)
	}
	if g := r.fleet.failing(); g != nil && within(s.xid) {
		pci := g.entity.attributes[9].(string)
		r.line(r.fleet.kernels[g.node], plog.SeverityNumberError, s.xid, fmt.Sprintf("NVRM: Xid (PCI:%s): %s, pid=%d, name=python3, Contained: SM (0x1). RST: No, D-RST: No", pci[:10], xidCode, g.procs[0].pid),
			"gpu.pci_address", pci, "gpu.xid.code", xidCode)
		r.line(trainer, plog.SeverityNumberError, s.xid.Add(900*time.Millisecond), "CUDA error: uncorrectable ECC error encountered; worker exits", "host.name", g.node.name)
	}
	if within(s.resumed) {
		r.line(trainer, plog.SeverityNumberWarn, s.resumed, "resumed from the last checkpoint")
	}
	if n := r.fleet.silent(); n != nil && within(s.silence) {
		r.line(r.fleet.kernels[n], plog.SeverityNumberError, s.silence, "Memory cgroup out of memory: Killed process 3417 (collector) total-vm:1894312kB, anon-rss:262144kB, file-rss:0kB, oom_score_adj:996", "process.pid", 3417)
	}
	if g := r.fleet.first(training, 0); g != nil && within(s.hot) {
		r.line(r.fleet.kernels[g.node], plog.SeverityNumberWarn, s.hot, fmt.Sprintf("GPU %d is above its slowdown temperature; clocks are reduced", g.index), "gpu.index", g.index)
	}
}
