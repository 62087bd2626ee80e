package platform

import (
	"context"
	"fmt"
)

// PromptQuery says which prompt is wanted: by Name or ID.
type PromptQuery struct {
	Name      string
	ID        string
	Version   string         // default: the newest published one
	Variables map[string]any // values for {{name}}
	Raw       bool           // leave variables as they are
}

// Prompt is a published version of a prompt.
type Prompt struct {
	ID        string         `json:"promptId"`
	VersionID string         `json:"versionId"`
	Name      string         `json:"name"`
	Version   string         `json:"version"`
	Tags      []string       `json:"tags"`
	Meta      map[string]any `json:"metaProperties"`
	Text      string         `json:"prompt"`         // with variables as they are
	Compiled  string         `json:"compiledPrompt"` // with variables filled in
}

// Prompt returns a published prompt.
func (c *Client) Prompt(ctx context.Context, q PromptQuery) (Prompt, error) {
	in := struct {
		Name      string         `json:"name,omitempty"`
		ID        string         `json:"id,omitempty"`
		Version   string         `json:"version,omitempty"`
		Compile   bool           `json:"shouldCompile"`
		Variables map[string]any `json:"variables,omitempty"`
		Source    string         `json:"source"`
	}{q.Name, q.ID, q.Version, !q.Raw, q.Variables, source}
	var out struct {
		Err *string `json:"err"`
		Res *Prompt `json:"res"`
	}
	if err := c.post(ctx, "/api/prompt/get-compiled", in, &out); err != nil {
		return Prompt{}, fmt.Errorf("get prompt: %w", err)
	}
	if out.Err != nil || out.Res == nil {
		e := &Error{Status: 200, Message: "the answer holds no prompt"}
		if out.Err != nil {
			e.Message = *out.Err
		}
		return Prompt{}, fmt.Errorf("get prompt: %w", e)
	}
	return *out.Res, nil
}
