package telemetry_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
)

// metricsPlanted is of how many metrics points are planted.
const metricsPlanted = 6

// planted is telemetry of one environment of tenant A, all of which has the same
// unmistakable word in it.
type planted struct {
	environment, word string
	trace, span       string
	records           int    // spans, log records and points of a metric
	group, log        string // ids that the API gave out
	hour              string // body that existing clients send
}

// marks are what nobody else may see.
func (p planted) marks() []string { return []string{p.word, p.trace, p.span} }

func (p planted) resource() attributes {
	return attributes{"service.name": p.word + "-svc", "host.name": p.word + "-host", "deployment.environment.name": p.environment, p.word + ".where": p.word}
}

// failed is how many of the spans failed, which is every other one.
func (p planted) failed() int { return (p.records + 1) / 2 }

// plant stores a little of everything of the last minutes.
func (p planted) plant(w *telemetrytest.World) {
	now := time.Now()
	var spans []telemetrytest.Span
	var records []telemetrytest.Log
	var points []telemetrytest.Point
	for i := range p.records {
		at := now.Add(-time.Minute - time.Duration(i)*time.Second)
		own := attributes{p.word + ".key": p.word}
		s := telemetrytest.Span{Trace: p.trace, ID: telemetrytest.Hex(uint64(p.records)<<32+uint64(i), 8), Parent: p.span, Name: p.word + "-op", Service: p.word + "-svc", Environment: p.environment, Start: at, Duration: time.Second,
			Resource: attributes{"host.name": p.word + "-host"}, Attributes: attributes{p.word + ".key": p.word, "gen_ai.operation.name": "chat", "gen_ai.request.model": "priced-" + p.word, "gen_ai.provider.name": p.word,
				"gen_ai.conversation.id": p.word + "-talk", "gen_ai.usage.input_tokens": "1000", "gen_ai.input.messages": `[{"role":"user","parts":[{"type":"text","content":"` + p.word + `?"}]}]`}}
		if i == 0 {
			s.ID, s.Parent = p.span, ""
		}
		if s.Failed = i%2 == 0; s.Failed {
			s.Message, s.Events = p.word, []telemetrytest.Event{{At: at, Name: "exception", Attributes: attributes{"exception.type": p.word + "Error", "exception.message": p.word}}}
		}
		spans = append(spans, s)
		records = append(records, telemetrytest.Log{Service: p.word + "-svc", At: at, Trace: p.trace, Span: p.span, Severity: "ERROR", SeverityNumber: 17, Body: p.word + " said", Attributes: own, Resource: p.resource()})
		point := func(metric string, kind telemetrytest.Kind, more attributes) {
			a := maps.Clone(own)
			maps.Copy(a, more)
			points = append(points, telemetrytest.Point{Metric: metric, Kind: kind, Resource: p.resource(), Attributes: a, Start: now.Add(-5 * time.Minute), At: at, Value: 1})
		}
		point(p.word+".gauge", telemetrytest.Gauge, nil)
		point("shared.gauge", telemetrytest.Gauge, nil)
		point("system.memory.utilization", telemetrytest.Gauge, nil)
		point("hw.gpu.allocated", telemetrytest.Gauge, attributes{"hw.id": p.word + "-gpu", "hw.vendor": "nvidia"})
		point("process.gpu.memory.usage", telemetrytest.UpDown, attributes{"hw.id": p.word + "-gpu", "process.pid": "1", "process.command_line": p.word})
		point("gpu.kernel.launch.calls", telemetrytest.Cumulative, attributes{"hw.id": p.word + "-gpu", "cuda.kernel.name": p.word + "-kernel"})
	}
	w.Spans(spans...)
	w.Records(records...)
	w.Points(points...)
}

// asked is a call of a route and what its answer shows of what was planted.
type asked struct{ path, body, shows string }

// recipes are how each route is asked for something of an environment: a path, behind a space the
// body, and behind "shows" what the answer holds, if it is not $word. $hour is the body that
// existing clients send.
var recipes = map[string][]string{
	"get-conversation":       {"/api/genai/conversations/$word-talk"},
	"get-span-conversation":  {"/api/genai/spans/$span"},
	"get-trace-conversation": {"/api/genai/traces/$trace"},
	"list-dear-prompts":      {"/api/genai/prompts {}"},
	"get-llm-usage":          {`/api/genai/usage {"groupBy":["service","user"],"overTime":true}`, `/api/genai/usage {"groupBy":["model"]}`},

	"list-kernels":       {"/api/gpu-kernels"},
	"list-gpu-processes": {"/api/gpu-processes"},
	"get-gpu-usage":      {"/api/gpu-usage"},
	"list-gpus":          {"/api/gpus"},
	"get-gpu":            {"/api/gpus/$word-gpu"},
	"list-hosts":         {"/api/hosts"},
	"get-host":           {"/api/hosts/$word-host"},

	"search-traces":       {"/api/telemetry/traces/search {}", `/api/telemetry/traces/search {"text":"chat"}`},
	"search-spans":        {`/api/telemetry/spans/search {"full":true}`, `/api/telemetry/spans/search {"sort":"duration"}`},
	"export-spans":        {"/api/telemetry/spans/export {}"},
	"get-trace":           {"/api/telemetry/traces/$trace"},
	"get-span":            {"/api/telemetry/spans/$span", "/api/telemetry/spans/$span?traceId=$trace"},
	"list-span-gpus":      {"/api/telemetry/spans/$span/gpus"},
	"search-exceptions":   {"/api/telemetry/exceptions/search {}"},
	"list-exceptions":     {"/api/telemetry/exceptions/$group"},
	"search-logs":         {"/api/telemetry/logs/search {}"},
	"export-logs":         {"/api/telemetry/logs/export {}"},
	"tail-logs":           {"/api/telemetry/logs/tail {}"},
	"get-log-record":      {"/api/telemetry/log-records/$log"},
	"get-log-context":     {"/api/telemetry/log-records/$log/context?same=all"},
	"list-metrics":        {"/api/telemetry/metric-catalog"},
	"describe-metric":     {"/api/telemetry/metric-catalog/$word.gauge", "/api/telemetry/metric-catalog/shared.gauge"},
	"query-series":        {`/api/telemetry/series {"metric":"shared.gauge","groupBy":[{"source":"field","key":"service"}]}`, `/api/telemetry/series {"metric":"$word.gauge"}`},
	"list-attribute-keys": {"/api/telemetry/attribute-keys?signal=traces", "/api/telemetry/attribute-keys?signal=logs", "/api/telemetry/attribute-keys?signal=metrics"},
	"count-values": {`/api/telemetry/facets {"signal":"traces","keys":[{"source":"field","key":"service"}]}`, `/api/telemetry/facets {"signal":"logs","keys":[{"source":"field","key":"service"}]}`,
		`/api/telemetry/facets {"signal":"traces","roots":true,"keys":[{"source":"field","key":"model"},{"source":"field","key":"rootName"}]}`},
	"count-over-time": {`/api/telemetry/timeline {"signal":"traces","groupBy":{"source":"field","key":"service"}}`, `/api/telemetry/timeline {"signal":"logs","groupBy":{"source":"field","key":"body"}}`,
		`/api/telemetry/timeline {"signal":"traces","roots":true,"groupBy":{"source":"field","key":"name"}}`},

	// Those that existing clients know.
	"list-spans":                 {"/api/telemetry/trace $hour"},
	"list-failed-spans":          {"/api/telemetry/exception $hour"},
	"get-span-record":            {"/api/telemetry/trace/span/$span"},
	"get-trace-record":           {"/api/telemetry/trace/trace/$trace"},
	"get-span-heirarchy":         {"/api/telemetry/trace/span/$span/heirarchy"},
	"get-span-hierarchy":         {"/api/telemetry/trace/span/$span/hierarchy"},
	"list-logs":                  {"/api/telemetry/logs $hour"},
	"get-log":                    {"/api/telemetry/logs/$log"},
	"get-log-config":             {"/api/telemetry/logs/config $hour"},
	"list-log-attribute-keys":    {"/api/telemetry/logs/attribute-keys $hour"},
	"list-metric-rows":           {"/api/telemetry/metrics $hour"},
	"get-metric":                 {"/api/telemetry/metrics/$word.gauge $hour"},
	"get-metric-config":          {"/api/telemetry/metrics/config $hour"},
	"list-metric-attribute-keys": {"/api/telemetry/metrics/attribute-keys $hour"},
	"summarize": {`/api/telemetry/summary/traces $hour shows "total":$succeeded,`, `/api/telemetry/summary/exceptions $hour shows "total":$failed,`,
		`/api/telemetry/summary/logs $hour shows "total":$records,`, `/api/telemetry/summary/metrics $hour shows "total":$points,`},
}

// asks are the calls of a route's recipe.
func (p planted) asks(recipe []string) (all []asked) {
	fill := strings.NewReplacer("$word", p.word, "$trace", p.trace, "$span", p.span, "$group", p.group, "$log", p.log, "$hour", p.hour,
		"$succeeded", fmt.Sprint(p.records-p.failed()), "$failed", fmt.Sprint(p.failed()), "$records", fmt.Sprint(p.records), "$points", fmt.Sprint(p.records*metricsPlanted))
	for _, text := range recipe {
		a := asked{}
		text, a.shows, _ = strings.Cut(text, " shows ")
		a.path, a.body, _ = strings.Cut(text, " ")
		if a.shows == "" {
			a.shows = "$word"
		}
		all = append(all, asked{fill.Replace(a.path), fill.Replace(a.body), fill.Replace(a.shows)})
	}
	return all
}

// walked is what routes are asked about, and how.
type walked struct {
	*telemetrytest.API
	t          *testing.T
	production planted
	staging    planted
}

func newWalk(t *testing.T) *walked {
	t.Helper()
	w := &walked{API: telemetrytest.NewAPI(t), t: t,
		production: planted{environment: "production", word: "zqalpha", trace: strings.Repeat("a1", 16), span: strings.Repeat("a1", 8), records: 2},
		staging:    planted{environment: "staging", word: "zqhidden", trace: strings.Repeat("b2", 16), span: strings.Repeat("b2", 8), records: 5}}
	for _, p := range []*planted{&w.production, &w.staging} {
		p.hour = fmt.Sprintf(`{"timeLimit":{"start":"%d","end":"%d"}}`, time.Now().Add(-time.Hour).UnixMilli(), time.Now().Add(time.Hour).UnixMilli())
		p.plant(w.Data(w.A))
		var groups, records struct{ Items []struct{ ID string } }
		w.read(p.environment, "/api/telemetry/exceptions/search", `{}`, &groups)
		w.read(p.environment, "/api/telemetry/logs/search", `{}`, &records)
		p.group, p.log = groups.Items[0].ID, records.Items[0].ID
	}
	return w
}

func (w *walked) read(environment, path, body string, into any) {
	w.t.Helper()
	answer := w.ask(w.A.Key, environment, asked{path: path, body: body})
	if err := json.Unmarshal([]byte(answer.Body), into); err != nil || answer.Status != 200 {
		w.t.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
	}
}

// ask makes a call. An empty environment is not sent.
func (w *walked) ask(key, environment string, a asked) tenancytest.Answer {
	w.t.Helper()
	c := tenancytest.Call{Method: "GET", Path: a.path, Key: key, Body: a.body, Header: map[string]string{}}
	if a.body != "" {
		c.Method = "POST"
	}
	if environment != "" {
		c.Header["x-platform-environment"] = environment
	}
	return w.Do(c)
}

// each yields every route that reads telemetry, from the description of the API, and fails the
// test for those that it does not know how to call.
func (w *walked) each(f func(op *huma.Operation, recipe []string)) {
	w.t.Helper()
	n := 0
	paths := w.World.API.OpenAPI().Paths
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		for _, op := range []*huma.Operation{paths[path].Get, paths[path].Post, paths[path].Put, paths[path].Patch, paths[path].Delete} {
			if op == nil || !slices.ContainsFunc(op.Security, func(s map[string][]string) bool { return slices.Contains(s["apiKey"], tenancy.ScopeTelemetry) }) {
				continue
			}
			recipe := recipes[op.OperationID]
			if recipe == nil {
				w.t.Errorf("%s %s: write a recipe for %s", op.Method, op.Path, op.OperationID)
				continue
			}
			n++
			f(op, recipe)
		}
	}
	if n != len(recipes) {
		w.t.Errorf("%d recipes for %d routes", len(recipes), n)
	}
}

// lacks fails the test when an answer tells of what was planted.
func lacks(t *testing.T, op *huma.Operation, who string, answer tenancytest.Answer, marks ...string) {
	t.Helper()
	for _, mark := range marks {
		if strings.Contains(answer.Body, mark) {
			t.Errorf("%s %s for %s shows %s: %.800s", op.Method, op.Path, who, mark, answer.Body)
		}
	}
}

func TestRoutesShowWhatIsOfTheProjectAndEnvironmentAndNothingElse(t *testing.T) {
	w := newWalk(t)
	key := w.keyFor("ingest")
	w.each(func(op *huma.Operation, recipe []string) {
		w.shows(op, w.production.asks(recipe), w.production, w.staging)
		w.shows(op, w.staging.asks(recipe), w.staging, w.production)
		a := w.production.asks(recipe)[0]
		if answer := w.ask(key, "", a); answer.Status != 403 {
			t.Errorf("%s %s without the scope: %d %.200s", op.Method, a.path, answer.Status, answer.Body)
		}
		if answer := w.ask("", "", a); answer.Status != 401 {
			t.Errorf("%s %s without a key: %d %.200s", op.Method, a.path, answer.Status, answer.Body)
		}
	})
}

// shows asks for what is of an environment: in it, in the other one, and as a stranger.
func (w *walked) shows(op *huma.Operation, asks []asked, own, other planted) {
	w.t.Helper()
	for _, a := range asks {
		answer := w.ask(w.A.Key, own.environment, a)
		if answer.Status != 200 || !strings.Contains(answer.Body, a.shows) {
			w.t.Errorf("%s %s of %s: %d, lacks %s: %.800s", op.Method, a.path, own.environment, answer.Status, a.shows, answer.Body)
		}
		lacks(w.t, op, own.environment, answer, other.marks()...)
		lacks(w.t, op, other.environment, w.ask(w.A.Key, other.environment, a), append(own.marks(), a.shows)...)
		stranger := w.ask(w.B.Key, own.environment, a)
		if stranger.Status != 200 && stranger.Status != 404 {
			w.t.Errorf("%s %s for a stranger: %d %s", op.Method, a.path, stranger.Status, stranger.Body)
		}
		lacks(w.t, op, "a stranger", stranger, append(slices.Concat(own.marks(), other.marks()), a.shows)...)
	}
}

// keyFor makes a key of tenant A with one scope.
func (w *walked) keyFor(scope string) string {
	w.t.Helper()
	answer := w.Do(tenancytest.Call{Method: "POST", Path: "/api/projects/" + w.A.Project + "/api-keys", Cookie: w.A.Session, Body: `{"name":"of one scope","scopes":["` + scope + `"]}`})
	var made struct{ Key string }
	if err := json.Unmarshal([]byte(answer.Body), &made); err != nil || made.Key == "" {
		w.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return made.Key
}
