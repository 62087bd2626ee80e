// Package llmtest has a server that speaks the protocols of language models
// from a script, and says how every llm.Store must behave.
package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"platform/internal/server/llm"
)

// Asked is a request that a model got.
type Asked struct {
	Path   string
	Header http.Header
	Raw    string // the body

	Model     string
	System    string
	Texts     []string // of the messages, in their order
	MaxTokens int
	Stream    bool
	Tools     []string // names
}

// Reply is what the script says.
type Reply struct {
	Status int // 0 is 200; otherwise Text is the message of the error
	Text   string
	Calls  []llm.Call
	Stop   llm.Stop // "" is what fits
	Usage  llm.Usage
	Header map[string]string
	Raw    *string // the whole body, instead of one of the protocol
	Hang   bool    // say nothing until the client goes away
}

// Server is a language model that follows a script.
type Server struct {
	URL string // without the path of a protocol

	mu    sync.Mutex
	asked []Asked
}

// Start serves script until the test ends: chat completions below /v1 for
// OpenAI's protocol, messages for Anthropic's.
func Start(t testing.TB, script func(Asked) Reply) *Server {
	t.Helper()
	s := &Server{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := read(r)
		s.mu.Lock()
		s.asked = append(s.asked, asked)
		s.mu.Unlock()
		respond(w, r, asked, script(asked))
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Asked returns the requests until now.
func (s *Server) Asked() []Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Asked{}, s.asked...)
}

// Connection is a body that connects to the server: of provider custom, or
// anthropic.
func (s *Server) Connection(provider, secret string, uses ...llm.Use) string {
	base := s.URL
	if provider != "anthropic" {
		base += "/v1"
	}
	raw, _ := json.Marshal(map[string]any{"provider": provider, "model": "scripted", "baseUrl": base, "secret": secret, "uses": append([]llm.Use{}, uses...), "timeoutSeconds": 20})
	return string(raw)
}

func read(r *http.Request) Asked {
	raw, _ := io.ReadAll(r.Body)
	a := Asked{Path: r.URL.Path, Header: r.Header.Clone(), Raw: string(raw)}
	var body struct {
		Model               string
		Stream              bool
		System              json.RawMessage
		MaxTokens           int `json:"max_tokens"`
		MaxCompletionTokens int `json:"max_completion_tokens"`
		Messages            []struct {
			Role    string
			Content json.RawMessage
		}
		Tools []struct {
			Name     string
			Function struct{ Name string }
		}
	}
	_ = json.Unmarshal(raw, &body)
	a.Model, a.Stream, a.MaxTokens = body.Model, body.Stream, body.MaxTokens+body.MaxCompletionTokens
	a.System = textOf(body.System)
	for _, m := range body.Messages {
		if m.Role == "system" {
			a.System = textOf(m.Content)
		} else {
			a.Texts = append(a.Texts, textOf(m.Content))
		}
	}
	for _, t := range body.Tools {
		a.Tools = append(a.Tools, t.Name+t.Function.Name)
	}
	return a
}

// textOf reads a content: a string, or a list of parts with text.
func textOf(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Text    string
		Content []struct{ Text string }
	}
	_ = json.Unmarshal(raw, &parts)
	for _, p := range parts {
		s += p.Text
		for _, c := range p.Content {
			s += c.Text
		}
	}
	return s
}

func respond(w http.ResponseWriter, r *http.Request, a Asked, reply Reply) {
	if reply.Hang {
		<-r.Context().Done()
		return
	}
	for name, value := range reply.Header {
		w.Header().Set(name, value)
	}
	protocol := openAI
	if strings.HasSuffix(a.Path, "/messages") {
		protocol = anthropic
	}
	w.Header().Set("Content-Type", "application/json")
	if a.Stream && reply.Status == 0 {
		w.Header().Set("Content-Type", "text/event-stream")
	}
	if reply.Status != 0 {
		w.WriteHeader(reply.Status)
	}
	switch {
	case reply.Raw != nil:
		io.WriteString(w, *reply.Raw)
	case reply.Status != 0:
		write(w, map[string]any{"type": "error", "error": map[string]any{"type": "scripted", "message": reply.Text}})
	case a.Stream:
		protocol.stream(w, reply)
	default:
		write(w, protocol.whole(reply))
	}
}

func write(w io.Writer, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	w.Write(raw)
}

// event writes one of a stream.
func event(w http.ResponseWriter, name string, v any) {
	if name != "" {
		fmt.Fprintf(w, "event: %s\n", name)
	}
	io.WriteString(w, "data: ")
	write(w, v)
	io.WriteString(w, "\n\n")
	w.(http.Flusher).Flush()
}

// pieces are a text as it comes in a stream.
func pieces(text string) (out []string) {
	for len(text) > 7 {
		out, text = append(out, text[:7]), text[7:]
	}
	return append(out, text)
}
