// Package llm asks language models, for every part of the server that needs
// one.
//
//  1. provider.go is the table of providers: which protocol each speaks, and where.
//  2. A connection (connection.go) says which provider, model, address and
//     vault secret a database configuration uses, with limits, and for what.
//  3. Service.For (serve.go) opens the secret and returns the Model of a use.
//  4. openai.go and anthropic.go speak the two protocols with the official
//     SDKs; errors.go turns what they report into faults that say what to do.
//  5. guard.go decides which addresses may be reached; transport.go carries
//     requests there, adds the key, and bounds answers.
//
// Package sqlstore implements Store; llmtest says how a Store must behave, and
// has a scripted server that speaks both protocols.
package llm

import (
	"context"
	"encoding/json"
	"time"
)

// Request is what a model is asked.
type Request struct {
	System    string // instructions that stand above the conversation
	Messages  []Message
	Tools     []Tool  // that the model may call
	MaxTokens int     // of the answer; 0, or more than the connection allows, is what that allows
	Output    *Schema // not nil: Answer.Text is JSON of this form. Not together with Tools.
}

// Message is one turn of a conversation.
type Message struct {
	Role  Role
	Text  string
	Calls []Call // of an assistant's turn
	Of    string // id of the call that a tool's turn answers
	Error bool   // the tool failed; Text says how
}

// Role is whose turn it is.
type Role string

const (
	User      Role = "user"
	Assistant Role = "assistant"
	ToolRole  Role = "tool"
)

// Tool is a function that a model may ask to be called.
type Tool struct {
	Name        string
	Description string
	Input       map[string]any // JSON schema of an object
}

// Call is a call of a tool that a model asks for.
type Call struct {
	ID    string
	Name  string
	Input json.RawMessage // an object; what the model wrote, not checked
}

// Schema is the form of an answer.
type Schema struct {
	Name string         // letters, digits, underscores
	JSON map[string]any // JSON schema of an object, every property of which is required
}

// Answer is what a model said.
type Answer struct {
	Text  string
	Calls []Call
	Stop  Stop
	Model string // as the provider names it
	Usage Usage
}

// Stop is why a model stopped.
type Stop string

const (
	Ended   Stop = "end"     // it had said everything
	Cut     Stop = "length"  // it reached the limit of tokens
	Calling Stop = "tools"   // it waits for tools
	Refused Stop = "refusal" // it, or a filter of its provider, would not answer
)

// Usage is what an answer took, in tokens.
type Usage struct {
	Input      int64 `json:"inputTokens"` // all of them, also those from and for the provider's cache
	Output     int64 `json:"outputTokens"`
	CacheRead  int64 `json:"cacheReadTokens"`
	CacheWrite int64 `json:"cacheWriteTokens"`
}

// Add sums the usage of several answers.
func (u Usage) Add(more Usage) Usage {
	return Usage{u.Input + more.Input, u.Output + more.Output, u.CacheRead + more.CacheRead, u.CacheWrite + more.CacheWrite}
}

// Model is a language model that can be asked. It holds the provider's key:
// make one for a piece of work with Service.For, and let it go afterwards.
type Model struct {
	Provider string // id of the provider
	ID       string // the provider's name of the model

	wire      wire
	timeout   time.Duration // of one answer, with retries
	maxTokens int
	explain   func(error) error
}

// wire is a protocol.
type wire interface {
	complete(ctx context.Context, r Request) (Answer, error)
	// stream hands texts to say as they come, until say returns false.
	stream(ctx context.Context, r Request, say func(text string) bool) (Answer, error)
}

// Complete asks the model and waits for its whole answer.
func (m *Model) Complete(ctx context.Context, r Request) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	answer, err := m.wire.complete(ctx, m.bounded(r))
	if err != nil {
		return Answer{}, m.explain(err)
	}
	return answer, nil
}

// Stream asks the model and hands the text of its answer to say, piece by
// piece, until say returns false. It returns the whole answer.
func (m *Model) Stream(ctx context.Context, r Request, say func(text string) bool) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	answer, err := m.wire.stream(ctx, m.bounded(r), say)
	if err != nil {
		return Answer{}, m.explain(err)
	}
	return answer, nil
}

func (m *Model) bounded(r Request) Request {
	if r.MaxTokens <= 0 || r.MaxTokens > m.maxTokens {
		r.MaxTokens = m.maxTokens
	}
	return r
}
