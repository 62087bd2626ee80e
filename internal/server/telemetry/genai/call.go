package genai

import (
	"math"
	"slices"
	"strconv"
	"time"
)

// Call is what a span tells of a call of a model, a tool or an agent.
type Call struct {
	Operation     string   `json:"operation,omitempty" example:"chat"`
	Provider      string   `json:"provider,omitempty" example:"openai"`
	Model         string   `json:"model,omitempty" doc:"That was asked for." example:"gpt-4o-mini"`
	ResponseModel string   `json:"responseModel,omitempty" doc:"That answered."`
	InputTokens   *float64 `json:"inputTokens,omitempty" doc:"With those that came from a cache."`
	OutputTokens  *float64 `json:"outputTokens,omitempty" doc:"With those of reasoning."`
	CacheRead     *float64 `json:"cacheReadTokens,omitempty"`
	CacheWrite    *float64 `json:"cacheWriteTokens,omitempty"`
	Reasoning     *float64 `json:"reasoningTokens,omitempty"`
	Cost          *float64 `json:"cost,omitempty" doc:"In US dollars."`
	Computed      bool     `json:"costComputed,omitempty" doc:"The cost was computed from the price of the model, because the span tells none."`
	FirstToken    *float64 `json:"timeToFirstTokenSeconds,omitempty"`
	User          string   `json:"user,omitempty"`
	Conversation  string   `json:"conversation,omitempty"`
	Agent         string   `json:"agent,omitempty"`
	Tool          string   `json:"tool,omitempty"`
	CallsModel    bool     `json:"callsModel" doc:"Its tokens and cost are counted in sums."`
}

// Event is an event of a span.
type Event struct {
	At         time.Time
	Name       string
	Attributes map[string]string
}

func firstOf(a map[string]string, keys []string) string {
	for _, k := range keys {
		if v := a[k]; v != "" {
			return v
		}
	}
	return ""
}

func numberOf(a map[string]string, keys []string) *float64 {
	n, err := strconv.ParseFloat(firstOf(a, keys), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) || n < 0 {
		return nil
	}
	return &n
}

// CallOf reads the attributes of a span. ok is false for spans that have
// nothing to do with language models.
func CallOf(a map[string]string) (c Call, ok bool) {
	c = Call{Operation: firstOf(a, OperationKeys), Provider: firstOf(a, ProviderKeys), Model: firstOf(a, ModelKeys), ResponseModel: firstOf(a, ResponseKeys),
		InputTokens: numberOf(a, InputKeys), OutputTokens: numberOf(a, OutputKeys), CacheRead: numberOf(a, CacheReadKeys), CacheWrite: numberOf(a, CacheWriteKeys),
		Reasoning: numberOf(a, ReasoningKeys), Cost: numberOf(a, CostKeys), FirstToken: numberOf(a, FirstTokenKeys), User: firstOf(a, UserKeys),
		Conversation: firstOf(a, ConversationKeys), Agent: firstOf(a, AgentKeys), Tool: firstOf(a, ToolKeys)}
	if ms := numberOf(a, []string{"ai.response.msToFirstChunk"}); c.FirstToken == nil && ms != nil {
		c.FirstToken = new(*ms / 1000)
	}
	c.CallsModel = slices.Contains(ModelOperations, c.Operation) || c.Operation == "" && c.Model != ""
	return c, c.Operation != "" || c.Model != "" || c.Tool != "" || c.Agent != ""
}

// Price is what a model costs, in US dollars per million tokens. Absent prices
// of cached tokens are that of input.
type Price struct {
	Input, Output         float64
	CacheRead, CacheWrite *float64
}

// Tokens are those of one or many calls.
type Tokens struct{ Input, Output, CacheRead, CacheWrite float64 }

// OfRead is the price of tokens that were read from a cache.
func (p Price) OfRead() float64 {
	if p.CacheRead != nil {
		return *p.CacheRead
	}
	return p.Input
}

// OfWrite is the price of tokens that were written to a cache.
func (p Price) OfWrite() float64 {
	if p.CacheWrite != nil {
		return *p.CacheWrite
	}
	return p.Input
}

// Of is the cost of tokens.
func (p Price) Of(t Tokens) float64 {
	fresh := max(0, t.Input-t.CacheRead-t.CacheWrite)
	return (fresh*p.Input + t.CacheRead*p.OfRead() + t.CacheWrite*p.OfWrite() + t.Output*p.Output) / 1e6
}

func (c Call) tokens() Tokens {
	n := func(p *float64) float64 {
		if p == nil {
			return 0
		}
		return *p
	}
	return Tokens{n(c.InputTokens), n(c.OutputTokens), n(c.CacheRead), n(c.CacheWrite)}
}
