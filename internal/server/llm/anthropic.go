package llm

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/packages/param"
)

// messages speaks Anthropic's messages.
type messages struct {
	model string
	api   anthropic.MessageService
}

func newMessages(model, baseURL string, client *http.Client) *messages {
	return &messages{model, anthropic.NewMessageService(option.WithBaseURL(baseURL), option.WithHTTPClient(client), option.WithMaxRetries(retries))}
}

func (a *messages) complete(ctx context.Context, r Request) (Answer, error) {
	said, err := a.api.New(ctx, a.params(r))
	if err != nil {
		return Answer{}, err
	}
	if said == nil { // the body was null
		return Answer{}, errGarbage
	}
	return a.answer(*said, r.Output != nil)
}

func (a *messages) stream(ctx context.Context, r Request, say func(string) bool) (Answer, error) {
	stream := a.api.NewStreaming(ctx, a.params(r))
	defer stream.Close()
	var whole anthropic.Message
	for stream.Next() {
		event := stream.Current()
		if err := whole.Accumulate(event); err != nil {
			return Answer{}, errGarbage
		}
		text := event.Delta.Text
		if r.Output != nil {
			text = event.Delta.PartialJSON
		}
		if event.Type == "content_block_delta" && text != "" && !say(text) {
			return a.answer(whole, r.Output != nil)
		}
	}
	if err := stream.Err(); err != nil {
		return Answer{}, err
	}
	return a.answer(whole, r.Output != nil)
}

func (a *messages) params(r Request) anthropic.MessageNewParams {
	p := anthropic.MessageNewParams{Model: anthropic.Model(a.model), MaxTokens: int64(r.MaxTokens)}
	if r.System != "" {
		p.System = []anthropic.TextBlockParam{{Text: r.System}}
	}
	for i, m := range r.Messages {
		if i > 0 && m.Role == ToolRole && r.Messages[i-1].Role == ToolRole { // results of calls made together stand together
			last := &p.Messages[len(p.Messages)-1]
			last.Content = append(last.Content, anthropic.NewToolResultBlock(m.Of, m.Text, m.Error))
			continue
		}
		p.Messages = append(p.Messages, anthropicMessage(m))
	}
	for _, t := range r.Tools {
		p.Tools = append(p.Tools, anthropicTool(t))
	}
	if r.Output != nil { // every model of theirs can be made to call a tool
		p.Tools = append(p.Tools, anthropicTool(Tool{Name: r.Output.Name, Description: "Gives the answer.", Input: r.Output.JSON}))
		p.ToolChoice = anthropic.ToolChoiceParamOfTool(r.Output.Name)
	}
	return p
}

func anthropicTool(t Tool) anthropic.ToolUnionParam {
	schema := anthropic.ToolInputSchemaParam{ExtraFields: map[string]any{}}
	for name, part := range t.Input {
		if name != "type" { // always object
			schema.ExtraFields[name] = part
		}
	}
	return anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{Name: t.Name, Description: param.NewOpt(t.Description), InputSchema: schema}}
}

func anthropicMessage(m Message) anthropic.MessageParam {
	switch m.Role {
	case Assistant:
		var blocks []anthropic.ContentBlockParamUnion
		if m.Text != "" {
			blocks = append(blocks, anthropic.NewTextBlock(m.Text))
		}
		for _, c := range m.Calls {
			blocks = append(blocks, anthropic.NewToolUseBlock(c.ID, object(c.Input), c.Name))
		}
		return anthropic.NewAssistantMessage(blocks...)
	case ToolRole:
		return anthropic.NewUserMessage(anthropic.NewToolResultBlock(m.Of, m.Text, m.Error))
	}
	return anthropic.NewUserMessage(anthropic.NewTextBlock(m.Text))
}

// object is the input of a call; the protocol takes nothing else.
func object(raw json.RawMessage) json.RawMessage {
	if !strings.HasPrefix(strings.TrimSpace(string(raw)), "{") {
		return json.RawMessage("{}")
	}
	return raw
}

// answer reads a message. The input of the tool that gives the answer is its text.
func (a *messages) answer(said anthropic.Message, formed bool) (Answer, error) {
	u := said.Usage
	out := Answer{Model: string(said.Model), Usage: Usage{Input: u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens, Output: u.OutputTokens,
		CacheRead: u.CacheReadInputTokens, CacheWrite: u.CacheCreationInputTokens}}
	if said.Type != "message" {
		return Answer{}, errGarbage
	}
	for _, block := range said.Content {
		switch {
		case block.Type == "text" && !formed:
			out.Text += block.Text
		case block.Type == "tool_use" && formed:
			out.Text = string(block.Input)
		case block.Type == "tool_use":
			out.Calls = append(out.Calls, Call{block.ID, block.Name, input(string(block.Input))})
		}
	}
	switch {
	case said.StopReason == anthropic.StopReasonMaxTokens:
		out.Stop = Cut
	case said.StopReason == anthropic.StopReasonRefusal:
		out.Stop = Refused
	case len(out.Calls) > 0:
		out.Stop = Calling
	default:
		out.Stop = Ended
	}
	return out, nil
}
