package llm_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/llm"
	"platform/internal/server/llm/llmtest"
)

// failing asks a model whose provider replies so, and returns the fault.
func failing(t *testing.T, provider string, reply llmtest.Reply, change ...func(*llm.Connection)) (*fault.Error, int) {
	t.Helper()
	if reply.Header == nil {
		reply.Header = map[string]string{"Retry-After-Ms": "1"} // hardly a wait between tries
	}
	s := llmtest.Start(t, func(llmtest.Asked) llmtest.Reply { return reply })
	m := connected(t, provider, s, change...)
	var f *fault.Error
	for _, ask := range []func() error{
		func() error { _, err := m.Complete(t.Context(), question); return err },
		func() error { _, err := m.Stream(t.Context(), question, func(string) bool { return true }); return err },
	} {
		err := ask()
		if !errors.As(err, &f) {
			t.Fatalf("%v is no fault", err)
		}
		if text := err.Error(); strings.Contains(text, key) || strings.Contains(text, strings.TrimPrefix(s.URL, "http://")) {
			t.Errorf("the error shows what it must not: %s", text)
		}
	}
	return f, len(s.Asked()) / 2
}

var question = llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "x"}}}

func TestFailuresOfProvidersSayWhatToDo(t *testing.T) {
	both(t, func(t *testing.T, provider string) {
		f := func(status int, says string, wantStatus, wantTries int, want string) {
			t.Helper()
			got, tries := failing(t, provider, llmtest.Reply{Status: status, Text: says})
			if got.Status != wantStatus || !strings.Contains(got.Detail, want) || tries != wantTries {
				t.Errorf("%d: %d %q after %d tries", status, got.Status, got.Detail, tries)
			}
		}
		f(401, "Incorrect API key provided: sk-pla****cdef", 502, 1, "refuses the key of the vault secret KEY (status 401)")
		f(403, "no", 502, 1, "refuses the key of the vault secret KEY")
		f(404, "The model scripted does not exist", 502, 1, "the provider does not know the model, or the base URL is wrong: The model scripted does not exist")
		f(400, "max_tokens is too large; your key is "+key, 502, 1, "refuses the request (status 400): max_tokens is too large; your key is …")
		f(429, "slow down", 429, 3, "too many requests, or its credit is used up: slow down")
		f(500, "oh no", 502, 3, "failed (status 500); it may work again in a while")
		f(529, "overloaded", 502, 3, "failed (status 529)")
	})
}

func TestAWaitThatAProviderAsksForIsHandedOn(t *testing.T) {
	got, _ := failing(t, "custom", llmtest.Reply{Status: 429, Text: "slow down", Header: map[string]string{"Retry-After": "120", "X-Should-Retry": "false"}})
	if got.GetHeaders().Get("Retry-After") != "120" {
		t.Errorf("headers %v", got.GetHeaders())
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	both(t, func(t *testing.T, provider string) {
		for _, raw := range []string{"", "<html>It works!</html>", `{"choices":`, `{}`, `[]`, `null`, `{"choices":[],"content":[]}`, "data: nonsense\n\n", "event: message_start\ndata: {}\n\n"} {
			got, _ := failing(t, provider, llmtest.Reply{Raw: &raw})
			if got.Status != 502 || !strings.Contains(got.Detail, "is the base URL right?") {
				t.Errorf("%q: %d %s", raw, got.Status, got.Detail)
			}
		}
	})
}

func TestModelsThatDoNotAnswerAreNotWaitedFor(t *testing.T) {
	both(t, func(t *testing.T, provider string) {
		got, _ := failing(t, provider, llmtest.Reply{Hang: true}, func(c *llm.Connection) { c.Timeout = 50 * time.Millisecond })
		if got.Status != 504 || !strings.Contains(got.Detail, "did not answer within 50ms") {
			t.Errorf("%d %s", got.Status, got.Detail)
		}
	})
}

func TestEndpointsThatAreNotThere(t *testing.T) {
	f := func(base string, private bool, status int, want string) {
		t.Helper()
		c := llm.Connection{Provider: "custom", Model: "m", BaseURL: base, Timeout: 20 * time.Second, MaxTokens: 10, Uses: llm.Uses}
		m, err := llm.New(kept{c}, kept{}, private).For(t.Context(), "dbc", llm.Chat, "test")
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Complete(t.Context(), question)
		var got *fault.Error
		if !errors.As(err, &got) || got.Status != status || !strings.Contains(got.Detail, want) {
			t.Errorf("%s: %v, want %s", base, err, want)
		}
	}
	f("http://127.0.0.1:1/v1", true, 502, "cannot be reached")
	f("http://127.0.0.1:1/v1", false, 409, "PLATFORM_ALLOW_PRIVATE_LLM_ENDPOINTS")
	f("http://localhost:1/v1", false, 409, "PLATFORM_ALLOW_PRIVATE_LLM_ENDPOINTS") // judged after the name was resolved
	f("http://169.254.169.254/latest", true, 409, "never connected to")
	f("http://[::ffff:169.254.169.254]/latest", true, 409, "never connected to")
}

func TestConversationsAreNotCarriedToOtherHosts(t *testing.T) {
	reached := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer elsewhere.Close()
	got, _ := failing(t, "custom", llmtest.Reply{Status: 307, Header: map[string]string{"Location": elsewhere.URL + "/v1/chat/completions"}})
	if reached || got.Status != 409 || !strings.Contains(got.Detail, "another address") {
		t.Errorf("%d %s, reached %v", got.Status, got.Detail, reached)
	}
}

func TestAnswersAreBounded(t *testing.T) {
	long := `{"choices":[{"message":{"content":"` + strings.Repeat("x", 17<<20) + `"}}]}`
	got, _ := failing(t, "custom", llmtest.Reply{Raw: &long})
	if got.Status != 502 || !strings.Contains(got.Detail, "too long") {
		t.Errorf("%d %s", got.Status, got.Detail)
	}
}

func TestSecretsThatHoldNoKey(t *testing.T) {
	c := llm.Connection{Provider: "openai", Model: "m", Secret: "NONE", Uses: llm.Uses}
	_, err := llm.New(kept{c}, kept{}, true).For(t.Context(), "dbc", llm.Chat, "test")
	if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "the vault has no secret NONE") {
		t.Error(err)
	}
	_, err = llm.New(kept{}, kept{}, true).For(t.Context(), "dbc", llm.Chat, "test")
	if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "no model is configured for the assistant") {
		t.Error(err)
	}
}
