package telemetry_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

type attributes = telemetrytest.Attributes

// filled has telemetry of tenant A in the hour after telemetrytest.Start.
func filled(t *testing.T) *telemetrytest.API {
	t.Helper()
	a := telemetrytest.NewAPI(t)
	w := a.Data(a.A)
	at := telemetrytest.Start
	spans := telemetrytest.SomeSpans(rand.New(rand.NewPCG(1, 1)), 300, time.Hour)
	spans[0].Attributes = attributes{"gen_ai.request.model": "gpt-4o", "gen_ai.system": "openai", "gen_ai.operation.name": "chat", "gen_ai.usage.cost": "0.25",
		"gen_ai.usage.input_tokens": "100", "gen_ai.usage.output_tokens": "20"}
	spans[0].Failed, spans[0].Environment = false, ""
	spans[1].Failed, spans[1].Environment, spans[2].Environment, spans[3].Environment, spans[4].Environment = true, "", "", "", ""
	spans[1].Events = []telemetrytest.Event{{At: spans[1].Start, Name: "exception", Attributes: attributes{"exception.type": "ValueError", "exception.message": "bad value 17",
		"exception.stacktrace": "Traceback\n  File \"a.py\", line 3, in f\n"}}}
	w.Spans(spans...)
	for i := range 40 {
		w.Records(telemetrytest.Log{Service: "svc-0", Severity: []string{"INFO", "ERROR"}[i%2], SeverityNumber: []int{9, 17}[i%2], Body: fmt.Sprintf("line %d of many", i),
			At: at.Add(time.Duration(i) * time.Minute), Trace: spans[0].Trace, Span: spans[0].ID, Attributes: attributes{"k": "v"}})
	}
	w.Points(telemetrytest.SomePoints(rand.New(rand.NewPCG(2, 2)), "requests", telemetrytest.Cumulative, 4, time.Hour)...)
	w.Points(telemetrytest.SomePoints(rand.New(rand.NewPCG(3, 3)), "system.memory.utilization", telemetrytest.Gauge, 3, time.Hour)...)
	return a
}

func times(more string) string {
	return fmt.Sprintf(`{"timeLimit":{"type":"CUSTOM","start":%q,"end":%q}%s}`, telemetrytest.Start.Format(time.RFC3339), telemetrytest.Start.Add(time.Hour).Format(time.RFC3339), more)
}

func fromTo(more string) string {
	return fmt.Sprintf(`{"from":"%d","to":%q%s}`, telemetrytest.Start.UnixMilli(), telemetrytest.Start.Add(time.Hour).Format(time.RFC3339), more)
}

func TestRoutesAnswerInTheShapesThatClientsKnow(t *testing.T) {
	a := filled(t)
	root := telemetrytest.Hex(1, 8)
	f := func(method, path, body string, status int, contains ...string) string {
		t.Helper()
		answer := a.Do(tenancytest.Call{Method: method, Path: path, Key: a.A.Key, Body: body})
		if answer.Status != status {
			t.Errorf("%s %s: %d %s", method, path, answer.Status, answer.Body)
			return answer.Body
		}
		for _, part := range contains {
			if !strings.Contains(answer.Body, part) {
				t.Errorf("%s %s lacks %s: %.2000s", method, path, part, answer.Body)
			}
		}
		return answer.Body
	}
	f("POST", "/api/telemetry/trace", times(""), 200, `"err":null`, `"records":[{"Timestamp":"2026-03-04 `, `"Events.Name":[`, `"total":`)
	f("POST", "/api/telemetry/trace", times(`,"selectedConfig":{"models":["gpt-4o"],"providers":["openai"],"traceTypes":["chat"],"maxCost":1,"customFilters":[{"attributeType":"Field","key":"SpanId","value":"`+root+`"}]}`),
		200, `"total":1`, `"gen_ai.system":"openai"`)
	f("POST", "/api/telemetry/trace?includeFilters=true", times(`,"limit":2,"offset":3,"sorting":{"type":"Duration","direction":"asc"}`), 200, `"pagination":{"limit":2,"offset":3`, `"models":["gpt-4o"]`, `"maxCost":0.25`)
	f("POST", "/api/telemetry/exception", times(""), 200, `"StatusCode":"Error"`)
	f("POST", "/api/telemetry/trace", `{}`, 400, `"Start date or End date missing!"`)
	f("GET", "/api/telemetry/trace/span/"+root, "", 200, `"record":{"Timestamp"`)
	f("GET", "/api/telemetry/trace/span/ffffffffffffffff", "", 404, `"err":"there is no such span"`)
	f("GET", "/api/telemetry/trace/trace/"+telemetrytest.Hex(1, 16), "", 200, `"record":{`)
	for _, spelling := range []string{"heirarchy", "hierarchy"} {
		tree := f("GET", "/api/telemetry/trace/span/"+telemetrytest.Hex(2, 8)+"/"+spelling, "", 200, `"Cost":0.25`)
		if n := strings.Count(tree, `"SpanId"`); n != 5 {
			t.Errorf("%d spans in the tree: %s", n, tree)
		}
	}
	list := f("POST", "/api/telemetry/logs", times(`,"selectedConfig":{"severities":["error"]}`), 200, `"total":20`, `"rowId":"`)
	var logs struct{ Records []struct{ RowID string } }
	if err := json.Unmarshal([]byte(list), &logs); err != nil || len(logs.Records) != 20 {
		t.Fatalf("%d records, %v", len(logs.Records), err)
	}
	f("GET", "/api/telemetry/logs/"+logs.Records[3].RowID, "", 200, `"record":{"rowId":"`+logs.Records[3].RowID)
	f("POST", "/api/telemetry/logs/config", times(""), 200, `{"data":[{"services":["svc-0"],"severities":["ERROR","INFO"],"totalRows":40}]}`)
	f("POST", "/api/telemetry/logs/attribute-keys", times(""), 200, `"logAttributeKeys":["k"]`, `"spanAttributeKeys":[]`)
	f("POST", "/api/telemetry/metrics", times(""), 200, `"metricName":"requests"`, `"metricType":"sum"`, `"observationCount":`)
	f("POST", "/api/telemetry/metrics/requests", times(`,"metricType":"sum"`), 200, `"request_time":"2026/03/04 05:`, `"points":[{`)
	f("POST", "/api/telemetry/metrics/none", times(""), 404)
	f("POST", "/api/telemetry/metrics/config", times(""), 200, `"metricNames":["requests","system.memory.utilization"]`)
	f("POST", "/api/telemetry/metrics/attribute-keys", times(""), 200, `"metricAttributeKeys":["cpu","mode"]`)
	for _, signal := range []string{"traces", "exceptions", "logs", "metrics"} {
		f("POST", "/api/telemetry/summary/"+signal, times(""), 200, `"bucket":"hour"`, `"label":"2026/03/04 05:00"`, `"peak":`)
	}
	f("POST", "/api/telemetry/summary/other", times(""), 400, `"err":`)

	f("POST", "/api/telemetry/traces/search", fromTo(`,"limit":5`), 200, `"nextCursor":"`, `"spans":5`, `"services":[`)
	f("POST", "/api/telemetry/spans/search", fromTo(`,"filters":[{"key":"gen_ai.usage.cost","op":"gt","value":"0.2"}],"full":true`), 200, `"gen_ai.usage.cost":"0.25"`)
	f("POST", "/api/telemetry/traces/search", fromTo(`,"filters":[{"source":"field","key":"model","value":"gpt-4o"},{"source":"field","key":"rootService","op":"exists"}],"text":"OPENAI"`), 200, `"traceId":"`+telemetrytest.Hex(1, 16))
	f("POST", "/api/telemetry/traces/search", fromTo(`,"text":"nobody says this"`), 200, `"items":[]`)
	f("POST", "/api/telemetry/spans/search", fromTo(`,"text":"openai","full":true`), 200, `"gen_ai.system":"openai"`)
	f("POST", "/api/telemetry/facets", fromTo(`,"signal":"traces","roots":true,"text":"openai","keys":[{"source":"field","key":"model"},{"source":"field","key":"rootName"}]`), 200, `"value":"gpt-4o","count":1`)
	f("POST", "/api/telemetry/facets", fromTo(`,"signal":"traces","keys":[{"source":"field","key":"rootName"}]`), 400)
	f("POST", "/api/telemetry/spans/search", fromTo(`,"filters":[{"key":"x","op":"gt","value":"much"}]`), 400)
	f("POST", "/api/telemetry/spans/search", fromTo(`,"filters":[{"source":"field","key":"Timestamp) OR 1=1 --"}]`), 400)
	f("GET", "/api/telemetry/traces/"+telemetrytest.Hex(1, 16), "", 200, `"spans":[{`)
	f("POST", "/api/telemetry/logs/search", fromTo(`,"text":"LINE 17"`), 200, `"body":"line 17 of many"`)
	f("POST", "/api/telemetry/exceptions/search", fromTo(""), 200, `"type":"ValueError"`, `"shape":"bad value <n>"`, `"frame":"File \"a.py\", in f"`)
	f("POST", "/api/telemetry/facets", fromTo(`,"signal":"logs","keys":[{"source":"field","key":"severity"}]`), 200, `"value":"ERROR","count":20`)
	f("POST", "/api/telemetry/timeline", fromTo(`,"signal":"traces"`), 200, `"p95Ns":`)
	f("POST", "/api/telemetry/timeline", fromTo(`,"signal":"logs","stepSeconds":3600,"groupBy":{"source":"field","key":"severity"}`), 200, `{"value":"ERROR","count":20,"counts":[`, `"value":"INFO","count":20`)
	f("POST", "/api/telemetry/timeline", fromTo(`,"signal":"logs","groupBy":{"source":"field","key":"none"}`), 400)
	f("POST", "/api/telemetry/spans/search", fromTo(`,"filters":[{"source":"field","key":"model","value":"gpt-4o"},{"source":"field","key":"provider","op":"exists"}],"full":true`), 200, `"gen_ai.system":"openai"`)
	f("POST", "/api/telemetry/facets", fromTo(`,"signal":"traces","keys":[{"source":"field","key":"model"}]`), 200, `"value":"gpt-4o","count":1`)
	f("GET", fmt.Sprintf("/api/telemetry/attribute-keys?signal=traces&from=%d&to=%d", telemetrytest.Start.UnixMilli(), telemetrytest.Start.Add(time.Hour).UnixMilli()), "", 200, "gen_ai.system")
	f("POST", "/api/telemetry/series", fromTo(`,"metric":"requests","groupBy":[{"key":"mode"}]`), 200, `"aggregation":"rate"`, `"labels":{"mode":"user"}`)
	f("POST", "/api/telemetry/series", fromTo(`,"metric":"none"`), 404)
	f("GET", fmt.Sprintf("/api/telemetry/metric-catalog?name=REQ&from=%d&to=%d", telemetrytest.Start.UnixMilli(), telemetrytest.Start.Add(time.Hour).UnixMilli()), "", 200, `"kind":"counter"`)
	f("GET", fmt.Sprintf("/api/telemetry/metric-catalog/requests?from=%d&to=%d", telemetrytest.Start.UnixMilli(), telemetrytest.Start.Add(time.Hour).UnixMilli()), "", 200, `"values":["user","system"]`)
	f("POST", "/api/genai/usage", fromTo(`,"groupBy":["model","provider"]`), 200, `"labels":{"model":"gpt-4o","provider":"openai"}`, `"cost":0.25`, `"costComputed":0`, `"totals":{`)
	f("POST", "/api/genai/usage", fromTo(`,"groupBy":["model"],"sort":"cost","limit":1`), 200, `"labels":{"model":"gpt-4o"}`)
	f("POST", "/api/genai/usage", fromTo(`,"overTime":true`), 200, `"stepSeconds":30`, `"at":"2026-03-04T0`)
	f("POST", "/api/genai/prompts", fromTo(`,"limit":5,"filters":[{"source":"field","key":"model","op":"exists"}]`), 200, `"items":[`)
	f("POST", "/api/genai/prompts", fromTo(`,"filters":[{"source":"field","key":"none"}]`), 400)
	f("GET", "/api/genai/traces/"+telemetrytest.Hex(1, 16), "", 200, `"model":"gpt-4o"`, `"callsModel":true`)
	f("GET", "/api/genai/spans/"+telemetrytest.Hex(2, 8), "", 404)
	if csv := f("POST", "/api/telemetry/logs/export?format=csv", fromTo(`,"text":"line"`), 200, "at,severity,service,body"); strings.Count(csv, "\n") != 41 {
		t.Errorf("%d lines of logs", strings.Count(csv, "\n"))
	}
	if lines := f("POST", "/api/telemetry/spans/export", fromTo(`,"order":"oldest"`), 200, `{"traceId":"`); strings.Count(lines, "\n") < 150 {
		t.Errorf("%d lines of spans", strings.Count(lines, "\n"))
	}
	f("POST", "/api/telemetry/spans/export", fromTo(`,"filters":[{"source":"field","key":"none"}]`), 400)
	f("GET", "/api/gpus", "", 200, `{"items":[]}`)
	f("GET", "/api/gpu-processes?state=zombie", "", 200, `{"items":[]}`)
	f("GET", "/api/gpu-usage?from=now-1d&compareFrom=now-2d&compareTo=now-1d", "", 200, `"before":{"gpus":0`)
	f("GET", "/api/gpu-kernels", "", 200, `{"items":[]}`)
	f("GET", fmt.Sprintf("/api/hosts/h1?from=%d&to=%d", telemetrytest.Start.UnixMilli(), telemetrytest.Start.Add(time.Hour).UnixMilli()), "", 200, `"name":"h1"`)
	f("GET", "/api/hosts/h1", "", 404)
	f("GET", fmt.Sprintf("/api/hosts?from=%d&to=%d", telemetrytest.Start.UnixMilli(), telemetrytest.Start.Add(time.Hour).UnixMilli()), "", 200, `"name":"h0"`)
}

func TestNoRouteShowsAnotherTenantsTelemetry(t *testing.T) {
	a := filled(t)
	tenancytest.Walk(t, a.World)
}
