package genai

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ModelMessage is something that was said to or by a model.
type ModelMessage struct {
	Role   string        `json:"role" example:"user"`
	Parts  []MessagePart `json:"parts"`
	Output bool          `json:"output" doc:"The model said it in this call; else it was given to the model."`
	Finish string        `json:"finishReason,omitempty"`
}

// MessagePart is a piece of a message.
type MessagePart struct {
	Type      string `json:"type" enum:"text,reasoning,tool_call,tool_result,media,other"`
	Text      string `json:"text,omitempty" doc:"What was said, or JSON of what has no text."`
	Name      string `json:"name,omitempty" doc:"Of the tool."`
	ID        string `json:"id,omitempty" doc:"Of the tool's call."`
	Arguments string `json:"arguments,omitempty" doc:"Of the tool's call, as JSON."`
}

// Bounds of what is shown of one call.
const (
	mostMessages = 500
	mostParts    = 200
)

// Messages reads what was said in a call from the attributes and events of its
// span: the newest spelling that is there.
func Messages(a map[string]string, events []Event) []ModelMessage {
	out := current(a)
	for _, older := range []func() []ModelMessage{
		func() []ModelMessage { return current(eventOf(events, "gen_ai.client.inference.operation.details")) },
		func() []ModelMessage { return ofEvents(events) },
		func() []ModelMessage { return numbered(a, "gen_ai.prompt", "gen_ai.completion", "") },
		func() []ModelMessage { return numbered(a, "llm.input_messages", "llm.output_messages", ".message") },
		func() []ModelMessage { return plain(a) },
	} {
		if len(out) > 0 {
			break
		}
		out = older()
	}
	return out[:min(len(out), mostMessages)]
}

func eventOf(events []Event, name string) map[string]string {
	for _, e := range events {
		if e.Name == name {
			return e.Attributes
		}
	}
	return nil
}

// current reads the present conventions: lists of messages as JSON.
func current(a map[string]string) (out []ModelMessage) {
	if v := a["gen_ai.system_instructions"]; v != "" {
		var parts []json.RawMessage
		m := ModelMessage{Role: "system"}
		if json.Unmarshal([]byte(v), &parts) == nil {
			m.Parts = partsOf(parts)
		} else {
			m.Parts = []MessagePart{{Type: "text", Text: v}}
		}
		out = append(out, m)
	}
	out = append(out, listed(a["gen_ai.input.messages"], false, "user")...)
	return append(out, listed(a["gen_ai.output.messages"], true, "assistant")...)
}

// wireMessage is a message in any of the shapes that SDKs write.
type wireMessage struct {
	Role      string            `json:"role"`
	Parts     []json.RawMessage `json:"parts"`
	Content   json.RawMessage   `json:"content"`
	ToolCalls []json.RawMessage `json:"tool_calls"`
	ToolID    string            `json:"tool_call_id"`
	Name      string            `json:"name"`
	Finish    string            `json:"finish_reason"`
}

// listed reads a JSON list of messages; a text that is none is one message.
func listed(text string, output bool, role string) []ModelMessage {
	if text == "" {
		return nil
	}
	var wire []wireMessage
	if json.Unmarshal([]byte(text), &wire) != nil {
		var one wireMessage
		if json.Unmarshal([]byte(text), &one) != nil || one.Role == "" && one.Content == nil && one.Parts == nil && one.ToolCalls == nil {
			return []ModelMessage{{Role: role, Output: output, Parts: []MessagePart{{Type: "text", Text: text}}}}
		}
		wire = []wireMessage{one}
	}
	var out []ModelMessage
	for _, w := range wire[:min(len(wire), mostMessages)] {
		out = append(out, w.message(output, role))
	}
	return out
}

func (w wireMessage) message(output bool, role string) ModelMessage {
	m := ModelMessage{Role: w.Role, Output: output, Finish: w.Finish, Parts: partsOf(w.Parts)}
	if m.Role == "" {
		m.Role = role
	}
	if len(w.Content) > 0 && string(w.Content) != "null" {
		m.Parts = append(m.Parts, contentOf(w.Content)...)
	}
	if m.Role == "tool" && w.ToolID != "" {
		for i := range m.Parts {
			if m.Parts[i].Type == "text" {
				m.Parts[i].Type, m.Parts[i].ID, m.Parts[i].Name = "tool_result", w.ToolID, w.Name
			}
		}
	}
	m.Parts = append(m.Parts, partsOf(w.ToolCalls)...)
	return m
}

// contentOf reads a content that is a text or a list of parts.
func contentOf(raw json.RawMessage) []MessagePart {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []MessagePart{{Type: "text", Text: text}}
	}
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) == nil {
		return partsOf(parts)
	}
	return []MessagePart{{Type: "other", Text: string(raw)}}
}

func partsOf(raw []json.RawMessage) []MessagePart {
	out := make([]MessagePart, 0, len(raw))
	for _, r := range raw[:min(len(raw), mostParts)] {
		out = append(out, partOf(r))
	}
	return out
}

// wirePart is a part in any of the shapes that SDKs write.
type wirePart struct {
	Type      string          `json:"type"`
	Text      json.RawMessage `json:"text"`
	Content   json.RawMessage `json:"content"`
	ID        string          `json:"id"`
	CallID    string          `json:"tool_call_id"`
	UseID     string          `json:"tool_use_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Input     json.RawMessage `json:"input"`
	Response  json.RawMessage `json:"response"`
	Result    json.RawMessage `json:"result"`
	Thinking  string          `json:"thinking"`
	Function  *struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

func partOf(raw json.RawMessage) MessagePart {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return MessagePart{Type: "text", Text: text}
	}
	var w wirePart
	if json.Unmarshal(raw, &w) != nil {
		return MessagePart{Type: "other", Text: string(raw)}
	}
	id := w.ID
	for _, other := range []string{w.CallID, w.UseID} {
		if id == "" {
			id = other
		}
	}
	switch {
	case w.Function != nil:
		return MessagePart{Type: "tool_call", ID: id, Name: w.Function.Name, Arguments: textOf(w.Function.Arguments)}
	case w.Type == "tool_call" || w.Type == "tool_use" || w.Type == "tool-call" || w.Type == "function_call":
		return MessagePart{Type: "tool_call", ID: id, Name: w.Name, Arguments: textOf(firstRaw(w.Arguments, w.Input))}
	case strings.HasPrefix(w.Type, "tool"):
		return MessagePart{Type: "tool_result", ID: id, Name: w.Name, Text: textOf(firstRaw(w.Response, w.Result, w.Content))}
	case w.Type == "reasoning" || w.Type == "thinking":
		if w.Thinking != "" {
			return MessagePart{Type: "reasoning", Text: w.Thinking}
		}
		return MessagePart{Type: "reasoning", Text: textOf(firstRaw(w.Content, w.Text))}
	case w.Type == "text" || w.Type == "input_text" || w.Type == "output_text" || w.Type == "":
		if v := firstRaw(w.Content, w.Text); v != nil {
			return MessagePart{Type: "text", Text: textOf(v)}
		}
	case slices.Contains([]string{"image", "image_url", "input_image", "audio", "input_audio", "video", "file", "uri", "blob"}, w.Type):
		return MessagePart{Type: "media", Text: string(raw)}
	}
	return MessagePart{Type: "other", Text: string(raw)}
}

func firstRaw(all ...json.RawMessage) json.RawMessage {
	for _, r := range all {
		if len(r) > 0 && string(r) != "null" {
			return r
		}
	}
	return nil
}

// textOf is a JSON text without its quotes, and other JSON as it is.
func textOf(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// ofEvents reads an event for each message, and the two events of a prompt and
// a completion.
func ofEvents(events []Event) (out []ModelMessage) {
	for _, e := range events {
		a := e.Attributes
		switch e.Name {
		case "gen_ai.content.prompt":
			out = append(out, listed(firstOf(a, []string{"gen_ai.prompt", "gen_ai.input.messages"}), false, "user")...)
		case "gen_ai.content.completion":
			out = append(out, listed(firstOf(a, []string{"gen_ai.completion", "gen_ai.output.messages"}), true, "assistant")...)
		case "gen_ai.choice":
			said := listed(a["message"], true, "assistant")
			if said == nil {
				said = spoken(a, true, "assistant")
			}
			for _, m := range said {
				m.Finish = firstOf(a, []string{"finish_reason", "gen_ai.response.finish_reason"})
				out = append(out, m)
			}
		case "gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message":
			out = append(out, spoken(a, false, strings.TrimSuffix(strings.TrimPrefix(e.Name, "gen_ai."), ".message"))...)
		}
	}
	return out
}

// spoken reads the event of a message: its content, the tools it calls, or the
// call of a tool that it answers.
func spoken(a map[string]string, output bool, role string) []ModelMessage {
	if own := a["role"]; own != "" {
		role = own
	}
	said := listed(firstOf(a, []string{"content", "gen_ai.event.content"}), output, role)
	var calls []json.RawMessage
	if json.Unmarshal([]byte(a["tool_calls"]), &calls) == nil && len(calls) > 0 {
		if len(said) == 0 {
			said = []ModelMessage{{Role: role, Output: output}}
		}
		last := &said[len(said)-1]
		last.Parts = append(last.Parts, partsOf(calls)...)
	}
	for i := range said {
		if id := a["id"]; said[i].Role == "tool" && id != "" {
			for j := range said[i].Parts {
				if p := &said[i].Parts[j]; p.Type == "text" {
					p.Type, p.ID, p.Name = "tool_result", id, a["name"]
				}
			}
		}
	}
	return said
}

// EventOfLog is a log record that tells of a call as the event that it would
// have been of a span: the fields of its body are attributes too.
func EventOfLog(at time.Time, name, body string, attributes map[string]string) Event {
	e := Event{At: at, Name: name, Attributes: map[string]string{}}
	if e.Name == "" {
		e.Name = attributes["event.name"]
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(body), &fields) == nil {
		for k, v := range fields {
			if string(v) != "null" {
				e.Attributes[k] = textOf(v)
			}
		}
	} else if body != "" {
		e.Attributes["content"] = body
	}
	for k, v := range attributes {
		e.Attributes[k] = v
	}
	return e
}

// numbered reads messages whose parts are attributes of their own:
// gen_ai.prompt.0.role and so on.
func numbered(a map[string]string, input, output, infix string) (out []ModelMessage) {
	for _, side := range []string{input, output} {
		for i := range mostMessages {
			at := fmt.Sprintf("%s.%d%s.", side, i, infix)
			m := ModelMessage{Role: a[at+"role"], Output: side == output, Finish: a[at+"finish_reason"]}
			if v := a[at+"content"]; v != "" {
				m.Parts = contentOf(json.RawMessage(quoteUnlessJSON(v)))
			}
			for j := range mostParts {
				call := fmt.Sprintf("%stool_calls.%d.", at, j)
				name, arguments := a[call+"name"], a[call+"arguments"]
				if infix != "" {
					name, arguments = a[call+"tool_call.function.name"], a[call+"tool_call.function.arguments"]
				}
				if name == "" {
					break
				}
				m.Parts = append(m.Parts, MessagePart{Type: "tool_call", Name: name, Arguments: arguments, ID: firstOf(a, []string{call + "id", call + "tool_call.id"})})
			}
			if m.Role == "" && len(m.Parts) == 0 {
				break
			}
			if m.Role == "" {
				m.Role = map[bool]string{true: "assistant", false: "user"}[m.Output]
			}
			if m.Parts == nil {
				m.Parts = []MessagePart{}
			}
			out = append(out, m)
		}
	}
	return out
}

// quoteUnlessJSON makes JSON of a text that is no list already.
func quoteUnlessJSON(v string) string {
	if strings.HasPrefix(v, "[") && json.Valid([]byte(v)) {
		return v
	}
	quoted, _ := json.Marshal(v) // a text can always be written
	return string(quoted)
}

// plain reads prompt and completion that are one attribute each.
func plain(a map[string]string) []ModelMessage {
	in := listed(firstOf(a, PlainAsked), false, "user")
	out := listed(firstOf(a, []string{"gen_ai.completion", "ai.response.text", "output.value", "traceloop.entity.output", "gen_ai.tool.call.result"}), true, "assistant")
	return append(in, out...)
}
