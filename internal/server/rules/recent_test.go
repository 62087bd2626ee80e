package rules_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"platform/internal/server/prompts"
	"platform/internal/server/rules"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
)

// seen are two spans of whatever project asks.
type seen struct{}

func (seen) Recent(ctx context.Context, since time.Time, limit int) ([]rules.Span, error) {
	at := since.Add(23 * time.Hour)
	project := tenancy.ScopeOf(ctx).Project
	return []rules.Span{
		{Trace: "t1", ID: "s1", Name: "chat", Service: "shop", At: at, Fields: map[string]string{"gen_ai.request.model": "gpt-4o", "tokens": "2000", "project": project, "long": strings.Repeat("x", 2000)}},
		{Trace: "t2", ID: "s2", Name: "chat", Service: "shop", At: at, Fields: map[string]string{"gen_ai.request.model": "small"}},
	}[:min(limit, 2)], nil
}

func TestARuleIsTriedOnRecentSpans(t *testing.T) {
	db := sqltest.Open(t, sqltest.File(t))
	service := rules.New(db.Rules(), prompts.New(db.Prompts())).Watching(seen{})
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}, service.Routes)
	f := func(conditions string, status int, contains ...string) {
		t.Helper()
		body := `{"rule":{"name":"draft","condition_groups":[{"condition_operator":"AND","conditions":[` + conditions + `]}]}}`
		a := w.Do(tenancytest.Call{Method: "POST", Path: "/api/rule-engine/try-recent", Cookie: w.A.MemberCookie, Body: body, Header: map[string]string{"x-platform-project-id": w.A.Project}})
		if a.Status != status {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		for _, part := range contains {
			if !strings.Contains(a.Body, part) {
				t.Errorf("the answer lacks %s: %s", part, a.Body)
			}
		}
	}
	f(`{"field":"gen_ai.request.model","operator":"starts_with","value":"gpt","data_type":"string"},{"field":"tokens","operator":"gt","value":"1000","data_type":"number"}`, 200,
		`"matching":1`, `{"traceId":"t1","spanId":"s1","name":"chat","service":"shop"`, `"matches":true,"condition_groups":[{"matches":true,"conditions":[true,true]}]`, `"conditions":[false,false]`)
	f(`{"field":"project","operator":"equals","value":"`+w.A.Project+`","data_type":"string"}`, 200, `"matching":1`)
	f(`{"field":"long","operator":"contains","value":"x","data_type":"string"}`, 200, `"matching":0`)
	f(`{"field":"tokens","operator":"gt","value":"many","data_type":"number"}`, 400, "is not a number")
}
