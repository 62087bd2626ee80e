package telemetry_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"platform/internal/server/telemetry"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy/tenancytest"
)

func TestTracesWithoutARootAreListedAndCountedWhenAskedFor(t *testing.T) {
	a := telemetrytest.NewAPI(t)
	id, at := func(n uint64) string { return telemetrytest.Hex(n, 8) }, telemetrytest.Start
	whole, running := telemetrytest.Hex(1, 16), telemetrytest.Hex(2, 16)
	a.Data(a.A).Spans(
		telemetrytest.Span{Trace: whole, ID: id(1), Name: "whole", Service: "web", Start: at, Duration: time.Second},
		telemetrytest.Span{Trace: running, ID: id(2), Parent: id(9), Name: "earliest", Service: "agent", Start: at.Add(time.Minute), Duration: time.Second},
		telemetrytest.Span{Trace: running, ID: id(3), Parent: id(2), Name: "later", Service: "tool", Start: at.Add(time.Minute + time.Second), Duration: 2 * time.Second, Failed: true})
	ask := func(path, more string, status int, into any) {
		t.Helper()
		answer := a.Do(tenancytest.Call{Method: "POST", Path: path, Key: a.A.Key, Body: fromTo(more)})
		if answer.Status != status {
			t.Fatalf("%s with %s: %d %s", path, more, answer.Status, answer.Body)
		}
		if err := json.Unmarshal([]byte(answer.Body), into); err != nil {
			t.Fatal(err)
		}
	}
	f := func(more, want string) {
		t.Helper()
		var found struct{ Items []telemetry.Trace }
		ask("/api/telemetry/traces/search", more, 200, &found)
		got := ""
		for _, tr := range found.Items {
			got += fmt.Sprintf("%s %s %t %d/%d %v %v; ", tr.RootService, tr.RootName, tr.RootReceived, tr.Errors, tr.Spans, tr.Services, time.Duration(tr.DurationNs))
		}
		if got != want {
			t.Errorf("%s: %s; want %s", more, got, want)
		}
		var line struct{ Buckets []telemetry.TimeBucket }
		ask("/api/telemetry/timeline", `,"signal":"traces","roots":true`+more, 200, &line)
		n := uint64(0)
		for _, b := range line.Buckets {
			n += b.Count
		}
		var facets struct{ Items []telemetry.Facet }
		ask("/api/telemetry/facets", `,"signal":"traces","roots":true,"keys":[{"source":"field","key":"traceId"}]`+more, 200, &facets)
		if n != uint64(len(found.Items)) || len(facets.Items[0].Values) != len(found.Items) {
			t.Errorf("%s: %d over time, %v by id; the list has %d", more, n, facets.Items, len(found.Items))
		}
	}
	const rooted, rootless = "web whole true 0/1 [web] 1s; ", "agent earliest false 1/2 [agent tool] 3s; "
	f("", rooted)
	f(`,"rootless":false`, rooted)
	f(`,"rootless":true`, rootless+rooted)
	f(`,"rootless":true,"filters":[{"source":"field","key":"service","value":"tool"}]`, rootless)
	f(`,"rootless":true,"filters":[{"source":"field","key":"rootName","value":"later"}]`, "")
	f(`,"rootless":true,"errors":false`, rooted)

	var spans struct{ Items []telemetry.Span }
	ask("/api/telemetry/spans/search", `,"roots":true,"rootless":true`, 200, &spans)
	if len(spans.Items) != 2 || spans.Items[0].Name != "earliest" {
		t.Errorf("%+v", spans.Items)
	}
	ask("/api/telemetry/spans/search", `,"rootless":true`, 400, &spans)
	ask("/api/telemetry/facets", `,"signal":"traces","rootless":true,"keys":[{"source":"field","key":"name"}]`, 400, &spans)
	ask("/api/telemetry/timeline", `,"signal":"logs","rootless":true`, 400, &spans)
}
