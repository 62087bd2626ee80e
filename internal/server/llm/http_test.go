package llm_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"platform/internal/server/llm"
	"platform/internal/server/llm/llmtest"
	"platform/internal/server/masterkey"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
	"platform/internal/server/vault"
)

const connections = "/api/llm/connections"

// world is a served API with a vault that holds the key of tenant A.
func world(t *testing.T, log *bytes.Buffer) *tenancytest.World {
	t.Helper()
	db := sqltest.Open(t, sqltest.File(t))
	master, err := masterkey.Load(filepath.Join(t.TempDir(), "master.key"))
	if err != nil {
		t.Fatal(err)
	}
	options := tenancytest.Options{Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	secrets := vault.New(db.Vault(), master, options.Log)
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), options, secrets.Routes, llm.New(db.LLM(), secrets, true).Routes)
	if a := w.Do(tenancytest.Call{Method: "POST", Path: "/api/vault", Cookie: w.A.Session, Body: `{"key":"KEY","value":"` + key + `"}`}); a.Status != 201 {
		t.Fatal(a.Body)
	}
	return w
}

func TestConnectionsAreManaged(t *testing.T) {
	w := world(t, &bytes.Buffer{})
	f := func(method, path, body string, status int, contains ...string) tenancytest.Answer {
		t.Helper()
		a := w.Do(tenancytest.Call{Method: method, Path: path, Cookie: w.A.Session, Body: body})
		if a.Status != status {
			t.Errorf("%s %s %s: %d %s, want %d", method, path, body, a.Status, a.Body, status)
		}
		for _, part := range contains {
			if !strings.Contains(a.Body, part) {
				t.Errorf("%s %s: the answer lacks %s: %s", method, path, part, a.Body)
			}
		}
		return a
	}
	f("GET", "/api/llm/providers", "", 200, `{"id":"anthropic","label":"Anthropic","protocol":"anthropic","baseUrl":"https://api.anthropic.com","secret":"ANTHROPIC_API_KEY"}`, `"id":"custom"`)
	f("GET", connections, "", 200, `{"items":[]}`)
	a := f("POST", connections, `{"provider":"openai","model":"gpt-4o-mini","secret":"KEY","uses":["chat","evaluation"]}`, 201, `"name":"OpenAI gpt-4o-mini"`, `"timeoutSeconds":60,"maxTokens":4096,"uses":["evaluation","chat"]`)
	var made struct{ ID string }
	if err := json.Unmarshal([]byte(a.Body), &made); err != nil {
		t.Fatal(err)
	}
	f("POST", connections, `{"provider":"openai","model":"gpt-4o-mini"}`, 409, "there is a connection named")
	f("POST", connections, `{"name":"other","provider":"anthropic","model":"claude","uses":["chat"]}`, 201)
	f("GET", connections, "", 200, `"uses":["evaluation"]`, `"uses":["chat"]`)
	f("PUT", connections+"/"+made.ID, `{"name":"mine","provider":"ollama","model":"llama","timeoutSeconds":5,"maxTokens":10}`, 200, `"name":"mine"`, `"uses":[]`)
	f("POST", connections, `{"provider":"nobody","model":"m"}`, 400, "body.provider")
	f("POST", connections, `{"provider":"openai","model":" "}`, 400, "body.model")
	f("POST", connections, `{"provider":"custom","model":"m"}`, 400, "body.baseUrl", "is required")
	f("POST", connections, `{"provider":"custom","model":"m","baseUrl":"http://169.254.169.254"}`, 400, "never connected to")
	f("POST", connections, `{"provider":"openai","model":"m","timeoutSeconds":100000}`, 400, "body.timeoutSeconds")
	f("POST", connections, `{"provider":"openai","model":"m","maxTokens":-1}`, 400, "body.maxTokens")
	f("DELETE", connections+"/"+made.ID, "", 204)
	f("DELETE", connections+"/"+made.ID, "", 404)
	f("PUT", connections+"/"+made.ID, `{"provider":"ollama","model":"llama"}`, 404)
	if a := w.Do(tenancytest.Call{Method: "POST", Path: connections, Cookie: w.A.MemberCookie, Body: `{"provider":"openai","model":"m"}`}); a.Status != 403 {
		t.Errorf("a member: %d %s", a.Status, a.Body)
	}
}

func TestAConnectionIsTestedBeforeItIsKept(t *testing.T) {
	var log bytes.Buffer
	w := world(t, &log)
	s := llmtest.Start(t, func(a llmtest.Asked) llmtest.Reply {
		if a.Header.Get("Authorization") != "Bearer "+key {
			return llmtest.Reply{Status: 401, Text: "wrong key " + a.Header.Get("Authorization")}
		}
		return llmtest.Reply{Text: "ready", Usage: llm.Usage{Input: 7, Output: 1}}
	})
	f := func(body string, contains ...string) {
		t.Helper()
		a := w.Do(tenancytest.Call{Method: "POST", Path: "/api/llm/test", Cookie: w.A.Session, Body: body})
		if a.Status != 200 || strings.Contains(a.Body, key) {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		for _, part := range contains {
			if !strings.Contains(a.Body, part) {
				t.Errorf("the answer lacks %s: %s", part, a.Body)
			}
		}
	}
	f(s.Connection("custom", "KEY"), `"ok":true`, `"model":"scripted-1"`, `"inputTokens":7`)
	f(s.Connection("custom", ""), `"ok":false`, `asks for a key (status 401): name the vault secret`)
	f(s.Connection("custom", "NONE"), `"ok":false`, `the vault has no secret NONE`)
	f(s.Connection("anthropic", "KEY"), `"ok":false`, `refuses the key of the vault secret KEY`)
	usage := w.Do(tenancytest.Call{Path: "/api/vault/usage", Cookie: w.A.Session})
	if !strings.Contains(usage.Body, `"action":"use","userId":"`+w.A.Owner+`","address":"192.0.2.1","source":"test of a connection","count":1,"keys":["KEY"]`) {
		t.Errorf("the journal says %s", usage.Body)
	}
	if strings.Contains(log.String(), key) {
		t.Error("the log shows the key")
	}
}
