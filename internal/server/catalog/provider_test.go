package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"platform/internal/server/catalog"
	"platform/internal/server/fault"
	"platform/internal/server/tenancy/tenancytest"
)

func TestProvidersOverHTTP(t *testing.T) {
	w, _ := world(t)
	const providers = "/api/openground/providers"
	full := `{"providerId":"acme","displayName":"Acme","description":"Our own.","requiresVault":false,"configSchema":{"topP":{"min":0,"max":1,"step":0.1,"default":0.5,"description":"part"}}}`
	usual := `"configSchema":{"maxTokens":{"min":1,"max":128000,"step":1,"default":4096,`
	w.Check(t, []tenancytest.Row{
		{Name: "of the models", Path: providers, Key: w.A.Key, Status: 200, Contains: []string{`[{"providerId":"alibaba"`, `"providerId":"anthropic","displayName":"Anthropic","description":"","requiresVault":true,` + usual, `"supportedModels":[{"customId":"mdl_`}},
		{Name: "one", Path: providers + "?provider=openai", Key: w.A.Key, Status: 200, Contains: []string{`{"providerId":"openai"`, `"model_id":"gpt-4o"`}},
		{Name: "an unknown one", Path: providers + "?provider=acme", Key: w.A.Key, Status: 404, Contains: []string{`"error":"the catalog has no provider`}},
		{Name: "search by id", Path: providers + "?search=ANTHRO", Key: w.A.Key, Status: 200, Contains: []string{`[{"providerId":"anthropic"`}},
		{Name: "search by name", Path: providers + "?search=amazon", Key: w.A.Key, Status: 200, Contains: []string{`[{"providerId":"bedrock","displayName":"Amazon Bedrock"`}},
		{Name: "search for nothing", Path: providers + "?search=acme", Key: w.A.Key, Status: 200, Contains: []string{`[]`}},
		{Name: "without credentials", Method: "POST", Path: providers, Body: full, Status: 401, Contains: []string{`"error":`}},
		{Name: "a member creates none", Method: "POST", Path: providers, Cookie: w.A.MemberCookie, Body: full, Status: 403},
		{Name: "change an unknown one", Method: "PUT", Path: providers, Key: w.A.Key, Body: full, Status: 404, Contains: []string{`has no provider \"acme\"`}},
		{Name: "create", Method: "POST", Path: providers, Key: w.A.Key, Body: full, Status: 200, Contains: []string{`{"success":true,"providerId":"acme"}`}},
		{Name: "it is there without models", Path: providers + "?provider=acme", Cookie: w.A.MemberCookie, Status: 200,
			Contains: []string{`{"providerId":"acme","displayName":"Acme","description":"Our own.","requiresVault":false,"configSchema":{"topP":{"min":0,"max":1,"step":0.1,"default":0.5,"description":"part"}},"supportedModels":[]}`}},
		{Name: "create again", Method: "POST", Path: providers, Key: w.A.Key, Body: full, Status: 409, Contains: []string{`has a provider \"acme\" already`}},
		{Name: "create one that has models", Method: "POST", Path: providers, Key: w.A.Key, Body: `{"providerId":"openai","displayName":"x"}`, Status: 409},
		{Name: "a member changes none", Method: "PUT", Path: providers, Cookie: w.A.MemberCookie, Body: full, Status: 403},
		{Name: "what is left out of a change stays", Method: "PUT", Path: providers, Cookie: w.A.Session, Body: `{"providerId":" acme ","displayName":"Acme Inc"}`, Status: 200, Contains: []string{`"providerId":"acme"`}},
		{Name: "changed", Path: providers + "?search=inc", Key: w.A.Key, Status: 200, Contains: []string{`"displayName":"Acme Inc","description":"Our own.","requiresVault":false,"configSchema":{"topP"`}},
		{Name: "no settings at all", Method: "PUT", Path: providers, Key: w.A.Key, Body: `{"providerId":"acme","displayName":"Acme","description":"","requiresVault":true,"configSchema":{}}`, Status: 200},
		{Name: "emptied", Path: providers + "?provider=acme", Key: w.A.Key, Status: 200, Contains: []string{`"description":"","requiresVault":true,"configSchema":{},`}},
		{Name: "one of the seed is described", Method: "PUT", Path: providers, Key: w.A.Key, Body: `{"providerId":"openai","displayName":"OpenAI (EU)"}`, Status: 200},
		{Name: "and keeps its models", Path: providers + "?provider=openai", Key: w.A.Key, Status: 200, Contains: []string{`"displayName":"OpenAI (EU)"`, `"model_id":"gpt-4o"`, usual}},
		{Name: "as text/plain", Method: "PUT", Path: providers, Key: w.A.Key, Header: map[string]string{"Content-Type": "text/plain;charset=UTF-8"}, Body: `{"providerId":"openai","displayName":"OpenAI"}`, Status: 200},
		{Name: "another tenant sees nothing of it", Path: providers + "?provider=acme", Key: w.B.Key, Status: 404},
		{Name: "another tenant creates its own", Method: "POST", Path: providers, Key: w.B.Key, Body: `{"providerId":"acme","displayName":"Other"}`, Status: 200},
		{Name: "each its own", Path: providers + "?provider=acme", Key: w.A.Key, Status: 200, Contains: []string{`"displayName":"Acme"`}},
		{Name: "a configuration of another project", Method: "PUT", Path: providers, Key: w.A.Key, Header: map[string]string{"x-platform-database-config-id": w.A.Foreign}, Body: full, Status: 403},
		{Name: "nothing said", Method: "POST", Path: providers, Key: w.A.Key, Body: `{}`, Status: 400, Contains: []string{"providerId is required; displayName is required", `"location":"body.providerId"`}},
		{Name: "a long name", Method: "POST", Path: providers, Key: w.A.Key, Body: `{"providerId":"x","displayName":"` + strings.Repeat("é", 201) + `"}`, Status: 400, Contains: []string{`"location":"body.displayName"`, "more than 200"}},
		{Name: "a range upside down", Method: "POST", Path: providers, Key: w.A.Key, Body: `{"providerId":"x","displayName":"x","configSchema":{"topP":{"min":1,"max":0,"step":1,"default":0}}}`, Status: 400, Contains: []string{`"location":"body.configSchema.topP.min"`}},
		{Name: "a default outside", Method: "POST", Path: providers, Key: w.A.Key, Body: `{"providerId":"x","displayName":"x","configSchema":{"topP":{"min":0,"max":1,"step":1,"default":3}}}`, Status: 400, Contains: []string{"configSchema.topP.default is not between min and max"}},
		{Name: "a setting that is no word", Method: "POST", Path: providers, Key: w.A.Key, Body: `{"providerId":"x","displayName":"x","configSchema":{"a b":{"min":0,"max":1,"step":1,"default":0}}}`, Status: 400, Contains: []string{`"location":"body.configSchema"`}},
		{Name: "a number that is none", Method: "POST", Path: providers, Key: w.A.Key, Body: `{"providerId":"x","displayName":"x","configSchema":{"topP":{"min":"low","max":1,"step":1,"default":0}}}`, Status: 422, Contains: []string{"body.configSchema.topP.min"}},
		{Name: "delete nothing named", Method: "DELETE", Path: providers, Key: w.A.Key, Status: 422, Contains: []string{`"error":`}},
		{Name: "a member deletes none", Method: "DELETE", Path: providers + "?provider=openai", Cookie: w.A.MemberCookie, Status: 403},
		{Name: "delete with models", Method: "DELETE", Path: providers + "?provider=perplexity", Key: w.A.Key, Status: 200, Contains: []string{`{"success":true,"deleted":7}`}},
		{Name: "delete again", Method: "DELETE", Path: providers + "?provider=perplexity", Key: w.A.Key, Status: 200, Contains: []string{`{"success":true,"deleted":0}`}},
		{Name: "gone", Path: providers + "?provider=perplexity", Key: w.A.Key, Status: 404},
		{Name: "delete a described one", Method: "DELETE", Path: providers + "?provider=acme", Key: w.A.Key, Status: 200, Contains: []string{`"deleted":0`}},
		{Name: "gone, too", Path: providers + "?provider=acme", Key: w.A.Key, Status: 404},
		{Name: "the other tenant's stays", Path: providers + "?provider=acme", Key: w.B.Key, Status: 200, Contains: []string{`"displayName":"Other"`}},
	})
}

func TestProvidersTravelWithTheFile(t *testing.T) {
	w, _ := world(t)
	const file = `{"providers":[{"providerId":"acme","displayName":"Acme"},{"providerId":"openai","displayName":"OpenAI"}],"models":[{"provider":"acme","id":"m-1"},{"provider":"openai","id":"gpt-4o","displayName":"GPT-4o"}]}`
	send := func(body, key, query string, status int, want ...string) {
		t.Helper()
		w.Check(t, []tenancytest.Row{{Name: query, Method: "POST", Path: path + "/import" + query, Key: key, Body: body, Status: status, Contains: want}})
	}
	send(file, w.A.Key, "?preview=true", 200, `"imported":1`, `"providersImported":1`, `{"provider":"acme","model_id":"","displayName":"Acme","action":"create"}`)
	send(file, w.A.Key, "", 200, `"imported":1,"updated":0,"skipped":1,"providersImported":1,"providersUpdated":0,"providersSkipped":1`)
	send(file, w.A.Key, "", 200, `"imported":0,"updated":0,"skipped":2,"providersImported":0,"providersUpdated":0,"providersSkipped":2`)
	send(`{"providers":[{"providerId":"acme","displayName":"Acme 2"}]}`, w.A.Key, "?existing=skip", 200, `"providersSkipped":1`)
	send(`{"providers":[{"providerId":"acme","displayName":"Acme 2"}]}`, w.A.Key, "", 200, `"providersUpdated":1`, `{"field":"displayName","from":"Acme","to":"Acme 2"}`)
	send(`{"providers":[],"models":[]}`, w.A.Key, "", 400, "holds no models")
	send(`{"chat":{"m-2":{"promptPrice":0.001,"completionPrice":0.002}}}`, w.A.Key, "?provider=acme", 200, `"imported":1`)

	exported := w.Do(tenancytest.Call{Path: path + "/export", Key: w.A.Key}).Body
	send(exported, w.B.Key, "", 200, `"imported":2,"updated":0`, `"providersImported":1`)
	w.Check(t, []tenancytest.Row{{Name: "the other catalog", Path: "/api/openground/providers?provider=acme", Key: w.B.Key, Status: 200, Contains: []string{`"displayName":"Acme 2"`, `"model_id":"m-2"`}}})
	send(w.Do(tenancytest.Call{Path: "/api/openground/providers", Key: w.A.Key}).Body, w.B.Key, "?preview=true", 200, `"imported":0,"updated":0`, `"providersImported":0,"providersUpdated":0`)
}

func TestACatalogHasALimit(t *testing.T) {
	w, s := world(t)
	fill := make([]catalog.Input, 50_000)
	for i := range fill {
		fill[i] = catalog.Input{Provider: "p", ModelID: fmt.Sprint("m", i), DisplayName: "m"}
	}
	if _, err := s.Import(t.Context(), w.A.Database, catalog.File{Models: fill}, catalog.ImportOptions{}); !fault.Is(err, fault.Invalid) {
		t.Errorf("beside those of the seed: %v", err)
	}
	many := make([]catalog.ProviderInput, 2001)
	for i := range many {
		many[i] = catalog.ProviderInput{ID: fmt.Sprint("p", i), DisplayName: "p"}
	}
	if _, err := s.Import(t.Context(), w.A.Database, catalog.File{Providers: many}, catalog.ImportOptions{}); !fault.Is(err, fault.Invalid) {
		t.Errorf("providers: %v", err)
	}
	if _, err := s.Import(t.Context(), w.A.Database, catalog.File{Providers: many[1:]}, catalog.ImportOptions{}); err != nil {
		t.Error(err)
	}
}
