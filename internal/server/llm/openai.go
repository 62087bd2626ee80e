package llm

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"
)

// openAI speaks chat completions.
type openAI struct {
	provider Provider
	model    string
	chat     openai.ChatCompletionService
}

func newOpenAI(p Provider, model, baseURL string, client *http.Client) *openAI {
	return &openAI{p, model, openai.NewChatCompletionService(option.WithBaseURL(baseURL), option.WithHTTPClient(client), option.WithMaxRetries(retries), option.WithMaxRetryDelay(retryPatience))}
}

func (o *openAI) complete(ctx context.Context, r Request) (Answer, error) {
	said, err := o.chat.New(ctx, o.params(r))
	if err != nil {
		return Answer{}, err
	}
	if said == nil { // the body was null
		return Answer{}, errGarbage
	}
	return o.answer(*said)
}

func (o *openAI) stream(ctx context.Context, r Request, say func(string) bool) (Answer, error) {
	params := o.params(r)
	params.StreamOptions.IncludeUsage = param.NewOpt(true)
	stream := o.chat.NewStreaming(ctx, params)
	defer stream.Close()
	var whole openai.ChatCompletionAccumulator
	for stream.Next() {
		chunk := stream.Current()
		if !whole.AddChunk(chunk) {
			return Answer{}, errGarbage
		}
		for _, choice := range chunk.Choices {
			if text := choice.Delta.Content; text != "" && !say(text) {
				return o.answer(whole.ChatCompletion)
			}
		}
	}
	if err := stream.Err(); err != nil {
		return Answer{}, err
	}
	return o.answer(whole.ChatCompletion)
}

func (o *openAI) params(r Request) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{Model: o.model}
	system := r.System
	if r.Output != nil {
		system = instruct(system, *r.Output)
		p.ResponseFormat = o.format(*r.Output)
	}
	if system != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(system))
	}
	for _, m := range r.Messages {
		p.Messages = append(p.Messages, openAIMessage(m))
	}
	for _, t := range r.Tools {
		p.Tools = append(p.Tools, openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
			Name: t.Name, Description: param.NewOpt(t.Description), Parameters: t.Input}))
	}
	if o.provider.tokens == "max_completion_tokens" {
		p.MaxCompletionTokens = param.NewOpt(int64(r.MaxTokens))
	} else {
		p.MaxTokens = param.NewOpt(int64(r.MaxTokens))
	}
	return p
}

func (o *openAI) format(s Schema) (f openai.ChatCompletionNewParamsResponseFormatUnion) {
	switch o.provider.output {
	case bySchema:
		f.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
			Name: s.Name, Schema: s.JSON, Strict: param.NewOpt(true)}}
	case asObject:
		f.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
	}
	return f
}

func openAIMessage(m Message) openai.ChatCompletionMessageParamUnion {
	switch m.Role {
	case Assistant:
		said := openai.AssistantMessage(m.Text)
		if m.Text == "" && len(m.Calls) > 0 {
			said = openai.ChatCompletionMessageParamUnion{OfAssistant: &openai.ChatCompletionAssistantMessageParam{}}
		}
		for _, c := range m.Calls {
			said.OfAssistant.ToolCalls = append(said.OfAssistant.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{
				OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{ID: c.ID,
					Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{Name: c.Name, Arguments: string(c.Input)}}})
		}
		return said
	case ToolRole:
		return openai.ToolMessage(m.Text, m.Of)
	}
	return openai.UserMessage(m.Text)
}

func (o *openAI) answer(said openai.ChatCompletion) (Answer, error) {
	out := Answer{Model: said.Model, Usage: Usage{Input: said.Usage.PromptTokens, Output: said.Usage.CompletionTokens,
		CacheRead: said.Usage.PromptTokensDetails.CachedTokens}}
	if len(said.Choices) == 0 {
		return Answer{}, errGarbage
	}
	choice := said.Choices[0]
	out.Text = choice.Message.Content
	for _, c := range choice.Message.ToolCalls {
		out.Calls = append(out.Calls, Call{c.ID, c.Function.Name, input(c.Function.Arguments)})
	}
	switch {
	case choice.FinishReason == "length":
		out.Stop = Cut
	case choice.Message.Refusal != "" || choice.FinishReason == "content_filter":
		out.Stop = Refused
		out.Text = out.Text + choice.Message.Refusal
	case len(out.Calls) > 0:
		out.Stop = Calling
	default:
		out.Stop = Ended
	}
	return out, nil
}

// input is what a model wrote for a tool, as it is when it is JSON.
func input(text string) json.RawMessage {
	if text == "" {
		return json.RawMessage("{}")
	}
	if !json.Valid([]byte(text)) {
		quoted, _ := json.Marshal(text) // strings always can be
		return quoted
	}
	return slices.Clone(json.RawMessage(text))
}
