package telemetry_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"platform/internal/server/telemetry"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy/tenancytest"
)

type tailAnswer struct {
	Items   []telemetry.Log
	Cursor  string
	Skipped bool
}

// TestATailShowsEachRecordOnce sends records in parts and out of order, and
// follows them.
func TestATailShowsEachRecordOnce(t *testing.T) {
	a := telemetrytest.NewAPI(t)
	w := a.Data(a.A)
	rnd := rand.New(rand.NewPCG(1, 2))
	cursor := ""
	follow := func(limit int) tailAnswer {
		t.Helper()
		answer := a.Do(tenancytest.Call{Method: "POST", Path: "/api/telemetry/logs/tail", Key: a.A.Key, Body: fmt.Sprintf(`{"limit":%d,"cursor":%q,"filters":[{"source":"field","key":"service","value":"s"}]}`, limit, cursor)})
		var got tailAnswer
		if err := json.Unmarshal([]byte(answer.Body), &got); err != nil || answer.Status != 200 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		if !slices.IsSortedFunc(got.Items, func(a, b telemetry.Log) int { return a.At.Compare(b.At) }) {
			t.Error("not in the order of time")
		}
		cursor = got.Cursor
		return got
	}
	n, seen := 0, map[string]int{}
	send := func(count int) {
		var out []telemetrytest.Log
		for range count {
			body := fmt.Sprint("line ", n)
			n++
			out = append(out, telemetrytest.Log{Service: "s", Body: body, At: time.Now().Add(-time.Duration(rnd.Int64N(int64(5 * time.Second))))})
		}
		if count > 2 { // equal in all, and each shown
			out[1] = out[0]
		}
		w.Records(append(out, telemetrytest.Log{Service: "other", Body: "no", At: time.Now()})...)
	}
	send(5)
	for range 20 {
		for _, l := range follow(100).Items {
			seen[l.Body]++
		}
		send(rnd.IntN(20))
	}
	for _, l := range follow(100).Items {
		seen[l.Body]++
	}
	total := 0
	for body, times := range seen {
		if total += times; times > 2 || body == "no" {
			t.Errorf("%q was shown %d times", body, times)
		}
	}
	if total != n {
		t.Errorf("%d of %d lines were shown", total, n)
	}
	if again := follow(100); len(again.Items) != 0 || again.Skipped {
		t.Errorf("%+v", again)
	}
	send(30)
	if many := follow(10); len(many.Items) != 10 || !many.Skipped {
		t.Errorf("%d lines, %t", len(many.Items), many.Skipped)
	}
	if again := follow(10); len(again.Items) != 0 {
		t.Errorf("lines that were left out are shown later: %+v", again)
	}
	if answer := a.Do(tenancytest.Call{Method: "POST", Path: "/api/telemetry/logs/tail", Key: a.A.Key, Body: `{"cursor":"x"}`}); answer.Status != 400 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestTheContextOfALogRecordIsOfItsStream(t *testing.T) {
	a := telemetrytest.NewAPI(t)
	w := a.Data(a.A)
	at := telemetrytest.Start
	var all []telemetrytest.Log
	for i := range 60 {
		all = append(all, telemetrytest.Log{Service: fmt.Sprintf("s%d", i%2), Body: fmt.Sprintf("line %d", i), At: at.Add(time.Duration(i) * time.Second),
			Resource: attributes{"host.name": fmt.Sprintf("h%d", i%3)}, Attributes: attributes{"log.iostream": []string{"stdout", "stderr"}[i/12%2]}})
	}
	w.Records(all...)
	list := a.Do(tenancytest.Call{Method: "POST", Path: "/api/telemetry/logs/search", Key: a.A.Key, Body: fromTo(`,"text":"\"line 30\""`)})
	var found struct{ Items []telemetry.Log }
	if err := json.Unmarshal([]byte(list.Body), &found); err != nil || len(found.Items) != 1 {
		t.Fatalf("%s", list.Body)
	}
	f := func(how, before, after string) {
		t.Helper()
		answer := a.Do(tenancytest.Call{Method: "GET", Path: "/api/telemetry/log-records/" + found.Items[0].ID + "/context?" + how, Key: a.A.Key})
		var got telemetry.LogContext
		if err := json.Unmarshal([]byte(answer.Body), &got); err != nil || answer.Status != 200 || got.Record.Body != "line 30" {
			t.Fatalf("%s: %d %s", how, answer.Status, answer.Body)
		}
		bodies := func(logs []telemetry.Log) string {
			var out []string
			for _, l := range logs {
				out = append(out, strings.TrimPrefix(l.Body, "line "))
			}
			return strings.Join(out, " ")
		}
		if got.Before == nil || got.After == nil {
			t.Errorf("%s: null instead of a list: %s", how, answer.Body)
		}
		if bodies(got.Before) != before || bodies(got.After) != after {
			t.Errorf("%s: %s | %s; want %s | %s", how, bodies(got.Before), bodies(got.After), before, after)
		}
	}
	f("same=service&before=3&after=2", "24 26 28", "32 34")
	f("same=host&before=2&after=2", "24 27", "33 36")
	f("before=5&after=5", "0 6 24", "48 54") // the stream: service, host, file
	f("same=all&before=0&after=2", "", "31 32")
	f("same=trace&before=2&after=2", "28 29", "31 32") // of no trace: as all

	newest := a.Do(tenancytest.Call{Method: "POST", Path: "/api/telemetry/logs/search", Key: a.A.Key, Body: fromTo(`,"limit":1`)})
	if err := json.Unmarshal([]byte(newest.Body), &found); err != nil || len(found.Items) != 1 {
		t.Fatalf("%s", newest.Body)
	}
	end := a.Do(tenancytest.Call{Method: "GET", Path: "/api/telemetry/log-records/" + found.Items[0].ID + "/context?same=all", Key: a.A.Key})
	if !strings.Contains(end.Body, `"after":[]`) {
		t.Errorf("after the newest line: %.300s", end.Body)
	}
}

func TestTimelinesAndFacetsOfRootsAndErrors(t *testing.T) {
	a := filled(t)
	count := func(more string) (n, errors uint64) {
		t.Helper()
		answer := a.Do(tenancytest.Call{Method: "POST", Path: "/api/telemetry/timeline", Key: a.A.Key, Body: fromTo(`,"signal":"traces"` + more)})
		var got struct{ Buckets []telemetry.TimeBucket }
		if err := json.Unmarshal([]byte(answer.Body), &got); err != nil || answer.Status != 200 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		for _, b := range got.Buckets {
			n, errors = n+b.Count, errors+b.Errors
		}
		return n, errors
	}
	all, failed := count("")
	roots, _ := count(`,"roots":true`)
	only, onlyFailed := count(`,"errors":true`)
	rest, none := count(`,"errors":false`)
	if roots == 0 || roots >= all || only != failed || onlyFailed != failed || rest != all-failed || none != 0 {
		t.Errorf("%d spans, %d failed; %d roots; %d, %d only failed; %d others, %d of them failed", all, failed, roots, only, onlyFailed, rest, none)
	}
	if answer := a.Do(tenancytest.Call{Method: "POST", Path: "/api/telemetry/timeline", Key: a.A.Key, Body: fromTo(`,"signal":"logs","roots":true`)}); answer.Status != 400 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestTheGPUsOfASpanAreThoseOfItsPodOrHost(t *testing.T) {
	a := telemetrytest.NewAPI(t)
	w := a.Data(a.A)
	at := telemetrytest.Start
	for g := range 4 {
		id := fmt.Sprintf("GPU-%d", g)
		of := attributes{"host.name": fmt.Sprintf("h%d", g/2), "k8s.node.name": fmt.Sprintf("n%d", g/2)}
		w.Points(telemetrytest.Point{Metric: "hw.gpu.allocated", Resource: of, At: at, Value: 1, Attributes: attributes{"hw.id": id, "hw.vendor": "nvidia"}},
			telemetrytest.Point{Metric: "hw.gpu.utilization", Resource: of, At: at, Value: 0.25 * float64(g), Attributes: attributes{"hw.id": id, "hw.vendor": "nvidia"}},
			telemetrytest.Point{Metric: "process.gpu.memory.usage", Resource: of, At: at, Value: 1 << 30, Kind: telemetrytest.UpDown, Attributes: attributes{"hw.id": id, "hw.vendor": "nvidia",
				"process.pid": fmt.Sprint(g), "k8s.pod.name": fmt.Sprintf("p%d", g), "k8s.namespace.name": "ml"}})
	}
	f := func(n uint64, resource attributes, by, host string, want ...string) {
		t.Helper()
		w.Spans(telemetrytest.Span{Trace: telemetrytest.Hex(n, 16), ID: telemetrytest.Hex(n, 8), Name: "x", Service: "s", Start: at.Add(time.Second), Duration: time.Second, Resource: resource})
		answer := a.Do(tenancytest.Call{Method: "GET", Path: "/api/telemetry/spans/" + telemetrytest.Hex(n, 8) + "/gpus", Key: a.A.Key})
		var got telemetry.SpanGPUs
		if err := json.Unmarshal([]byte(answer.Body), &got); err != nil || answer.Status != 200 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		var ids []string
		for _, g := range got.Devices {
			ids = append(ids, g.ID)
		}
		if got.By != by || got.Host != host || !slices.Equal(ids, want) {
			t.Errorf("%v: %+v", resource, got)
		}
	}
	f(1, attributes{"host.name": "h1"}, "host", "h1", "GPU-2", "GPU-3")
	f(2, attributes{"k8s.pod.name": "p0", "k8s.namespace.name": "ml", "host.name": "p0"}, "pod", "h0", "GPU-0")
	f(3, attributes{"k8s.pod.name": "front", "host.name": "front", "k8s.node.name": "n0"}, "node", "h0", "GPU-0", "GPU-1")
	f(4, attributes{"host.name": "elsewhere"}, "none", "")
}
