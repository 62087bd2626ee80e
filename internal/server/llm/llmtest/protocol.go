package llmtest

import (
	"io"
	"net/http"

	"platform/internal/server/llm"
)

// protocol writes replies as a provider does.
type protocol struct {
	whole  func(Reply) any
	stream func(http.ResponseWriter, Reply)
}

type object = map[string]any

var openAI = protocol{
	whole: func(r Reply) any {
		message := object{"role": "assistant", "content": r.Text}
		if len(r.Calls) > 0 {
			message["tool_calls"] = openAICalls(r)
		}
		return object{"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "scripted-1",
			"choices": []object{{"index": 0, "message": message, "finish_reason": openAIReason(r)}}, "usage": openAIUsage(r)}
	},
	stream: func(w http.ResponseWriter, r Reply) {
		chunk := func(delta object, reason any) {
			event(w, "", object{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "scripted-1",
				"choices": []object{{"index": 0, "delta": delta, "finish_reason": reason}}})
		}
		chunk(object{"role": "assistant", "content": ""}, nil)
		for _, piece := range pieces(r.Text) {
			chunk(object{"content": piece}, nil)
		}
		if len(r.Calls) > 0 {
			chunk(object{"tool_calls": openAICalls(r)}, nil)
		}
		chunk(object{}, openAIReason(r))
		event(w, "", object{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "scripted-1", "choices": []object{}, "usage": openAIUsage(r)})
		io.WriteString(w, "data: [DONE]\n\n")
	},
}

func openAICalls(r Reply) (out []object) {
	for i, c := range r.Calls {
		out = append(out, object{"index": i, "id": c.ID, "type": "function", "function": object{"name": c.Name, "arguments": string(c.Input)}})
	}
	return out
}

func openAIReason(r Reply) string {
	switch {
	case r.Stop == llm.Cut:
		return "length"
	case r.Stop == llm.Refused:
		return "content_filter"
	case len(r.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func openAIUsage(r Reply) object {
	return object{"prompt_tokens": r.Usage.Input, "completion_tokens": r.Usage.Output, "total_tokens": r.Usage.Input + r.Usage.Output,
		"prompt_tokens_details": object{"cached_tokens": r.Usage.CacheRead}}
}

var anthropic = protocol{
	whole: func(r Reply) any {
		content := []object{}
		if r.Text != "" {
			content = append(content, object{"type": "text", "text": r.Text})
		}
		for _, c := range r.Calls {
			content = append(content, object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": c.Input})
		}
		return object{"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted-1", "content": content,
			"stop_reason": anthropicReason(r), "stop_sequence": nil, "usage": anthropicUsage(r, r.Usage.Output)}
	},
	stream: func(w http.ResponseWriter, r Reply) {
		event(w, "message_start", object{"type": "message_start", "message": object{"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted-1",
			"content": []object{}, "stop_reason": nil, "usage": anthropicUsage(r, 1)}})
		event(w, "ping", object{"type": "ping"})
		block := 0
		begin := func(content object) {
			event(w, "content_block_start", object{"type": "content_block_start", "index": block, "content_block": content})
		}
		delta := func(d object) {
			event(w, "content_block_delta", object{"type": "content_block_delta", "index": block, "delta": d})
		}
		end := func() {
			event(w, "content_block_stop", object{"type": "content_block_stop", "index": block})
			block++
		}
		if r.Text != "" {
			begin(object{"type": "text", "text": ""})
			for _, piece := range pieces(r.Text) {
				delta(object{"type": "text_delta", "text": piece})
			}
			end()
		}
		for _, c := range r.Calls {
			begin(object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": object{}})
			for _, piece := range pieces(string(c.Input)) {
				delta(object{"type": "input_json_delta", "partial_json": piece})
			}
			end()
		}
		event(w, "message_delta", object{"type": "message_delta", "delta": object{"stop_reason": anthropicReason(r), "stop_sequence": nil}, "usage": object{"output_tokens": r.Usage.Output}})
		event(w, "message_stop", object{"type": "message_stop"})
	},
}

func anthropicReason(r Reply) string {
	switch {
	case r.Stop == llm.Cut:
		return "max_tokens"
	case r.Stop == llm.Refused:
		return "refusal"
	case len(r.Calls) > 0:
		return "tool_use"
	}
	return "end_turn"
}

func anthropicUsage(r Reply, output int64) object {
	return object{"input_tokens": r.Usage.Input - r.Usage.CacheRead - r.Usage.CacheWrite, "output_tokens": output,
		"cache_read_input_tokens": r.Usage.CacheRead, "cache_creation_input_tokens": r.Usage.CacheWrite}
}
