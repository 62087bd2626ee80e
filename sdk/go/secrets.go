package platform

import (
	"context"
	"fmt"
	"os"
)

// SecretsQuery says which secrets are wanted. The zero value means all.
type SecretsQuery struct {
	Key    string   // only the secret of this name
	Tags   []string // only secrets with at least one of these tags
	SetEnv bool     // also set them as environment variables of this process
}

// Secrets returns secrets: values by name.
func (c *Client) Secrets(ctx context.Context, q SecretsQuery) (map[string]string, error) {
	in := struct {
		Key    string   `json:"key,omitempty"`
		Tags   []string `json:"tags,omitempty"`
		Source string   `json:"source"`
	}{q.Key, q.Tags, source}
	var out struct {
		Err *string           `json:"err"`
		Res map[string]string `json:"res"`
	}
	if err := c.post(ctx, "/api/vault/get-secrets", in, &out); err != nil {
		return nil, fmt.Errorf("get secrets: %w", err)
	}
	if out.Err != nil {
		return nil, fmt.Errorf("get secrets: %w", &Error{200, *out.Err})
	}
	if q.SetEnv {
		for name, value := range out.Res {
			if err := os.Setenv(name, value); err != nil {
				return out.Res, fmt.Errorf("set environment variable: %w", err)
			}
		}
	}
	return out.Res, nil
}

const source = "go-sdk"
