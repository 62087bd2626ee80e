package catalog_test

import (
	"strings"
	"testing"

	"platform/internal/server/tenancy/tenancytest"
)

func TestProviders(t *testing.T) {
	w, _ := world(t)
	f := func(method, query string, status int, contains ...string) {
		t.Helper()
		a := w.Do(tenancytest.Call{Method: method, Path: "/api/openground/providers" + query, Key: w.A.Key})
		if a.Status != status {
			t.Errorf("%s %s: %d %.300s", method, query, a.Status, a.Body)
		}
		for _, part := range contains {
			if !strings.Contains(a.Body, part) {
				t.Errorf("%s %s: the answer lacks %s: %.600s", method, query, part, a.Body)
			}
		}
	}
	f("GET", "", 200, `[{"providerId":"alibaba"`, `"providerId":"anthropic","displayName":"anthropic","description":"","requiresVault":true,"configSchema":{"maxTokens":{`, `"supportedModels":[{"customId":"mdl_`)
	f("GET", "?provider=openai", 200, `{"providerId":"openai"`, `"model_id":"gpt-4o"`)
	f("GET", "?provider=nobody", 404, `"error":"the catalog has no provider`)
	f("GET", "?search=ANTHRO", 200, `[{"providerId":"anthropic"`)
	f("GET", "?search=nobody", 200, `[]`)
	f("DELETE", "", 422, `"error":`)
	f("DELETE", "?provider=perplexity", 200, `{"success":true,"deleted":7}`)
	f("DELETE", "?provider=perplexity", 200, `{"success":true,"deleted":0}`)
	f("GET", "?provider=perplexity", 404)
	if a := w.Do(tenancytest.Call{Method: "DELETE", Path: "/api/openground/providers?provider=openai", Cookie: w.A.MemberCookie}); a.Status != 403 {
		t.Errorf("a member: %d %s", a.Status, a.Body)
	}
}
