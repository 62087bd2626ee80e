package telemetry_test

import (
	"strings"
	"testing"

	"platform/internal/server/tenancy/tenancytest"
)

func TestRefusalsHaveTheShapesThatClientsKnow(t *testing.T) {
	a := filled(t)
	f := func(key, method, path, body string, status int, contains string) {
		t.Helper()
		answer := a.Do(tenancytest.Call{Method: method, Path: path, Key: key, Body: body})
		if kind := answer.Header.Get("Content-Type"); answer.Status != status || !strings.Contains(answer.Body, contains) || kind != "application/json" {
			t.Errorf("%s %s: %d %s %s", method, path, answer.Status, kind, answer.Body)
		}
	}
	const bare = `"Start date or End date missing!"`
	for _, path := range []string{"trace", "exception", "logs", "logs/config", "logs/attribute-keys", "metrics", "metrics/config", "metrics/attribute-keys", "summary/logs"} {
		f(a.A.Key, "POST", "/api/telemetry/"+path, `{}`, 400, bare)
		f(a.A.Key, "POST", "/api/telemetry/"+path, `{"timeLimit":{"type":"24H","start":"2026-03-04T05:00:00Z"}}`, 400, bare)
		f("plt_none", "POST", "/api/telemetry/"+path, `{}`, 401, `"err":"Unauthorized"`)
		f(a.A.Key, "POST", "/api/telemetry/"+path, times(`,"limit":1001`), 422, `"err":"validation failed"`)
	}
	for _, path := range []string{"trace/span/ffffffffffffffff", "trace/trace/" + strings.Repeat("f", 32), "trace/span/ffffffffffffffff/heirarchy", "trace/span/ffffffffffffffff/hierarchy", "logs/1"} {
		f(a.A.Key, "GET", "/api/telemetry/"+path, "", 404, `"err":"there is no such `)
		f("plt_none", "GET", "/api/telemetry/"+path, "", 401, `"err":"Unauthorized"`)
	}
	f(a.A.Key, "POST", "/api/telemetry/summary/spans", times(""), 400, `"err":"no such signal`)
	for _, path := range []string{"metrics", "metrics/config", "metrics/attribute-keys", "metrics/requests", "summary/metrics"} {
		f(a.A.Key, "POST", "/api/observability/"+path, times(""), 200, "{")
		f("plt_none", "POST", "/api/observability/"+path, times(""), 401, `"err":"Unauthorized"`)
	}
}
