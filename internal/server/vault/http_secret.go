package vault

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

// The classes of the management routes: members see which secrets there are,
// admins change and see values. Keys do not manage: a leaked one must not be
// able to.
var (
	members = httpapi.Session(string(tenancy.Member))
	admins  = httpapi.Session(string(tenancy.Admin))
)

func operation(id, method, path, summary string, security httpapi.Security) huma.Operation {
	return httpapi.ChoosesDatabase(huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Security: security,
		Tags: []string{"vault"}, MaxBodyBytes: 256 << 10})
}

type secretWire struct {
	ID        string     `json:"id"`
	Key       string     `json:"key" doc:"Name of the secret." example:"OPENAI_API_KEY"`
	Tags      []string   `json:"tags"`
	Version   int64      `json:"version" doc:"Number of the newest version."`
	CreatedAt time.Time  `json:"createdAt"`
	CreatedBy string     `json:"createdBy" doc:"Id of the user."`
	UpdatedAt time.Time  `json:"updatedAt"`
	UpdatedBy string     `json:"updatedBy" doc:"Id of the user."`
	ReadAt    *time.Time `json:"lastReadAt,omitempty" doc:"When its value was last given out; only in lists."`
}

func wireOf(s Secret) secretWire {
	return secretWire{ID: s.ID, Key: s.Name, Tags: s.Tags, Version: s.Version, CreatedAt: s.CreatedAt, CreatedBy: s.CreatedBy,
		UpdatedAt: s.UpdatedAt, UpdatedBy: s.UpdatedBy, ReadAt: s.ReadAt}
}

type one struct{ Body secretWire }

// list is an answer that holds many of one kind.
type list[T any] struct {
	Body struct {
		Items []T `json:"items"`
	}
}

// InVault is embedded in the input of routes below a secret.
type InVault struct {
	ID string `path:"secret" maxLength:"100" doc:"Id of the secret."`
}

func (s *Service) secretRoutes(api huma.API) {
	const path, below = "/api/vault", "/api/vault/{secret}"
	type listInput struct {
		Key  string   `query:"key" maxLength:"200" doc:"Only the secret of this name."`
		Tags []string `query:"tags" maxItems:"100" doc:"Only secrets with at least one of these tags; separated by commas."`
	}
	huma.Register(api, operation("list-secrets", http.MethodGet, path, "List secrets without their values", members), func(ctx context.Context, in *listInput) (*list[secretWire], error) {
		secrets, err := s.List(ctx, database(ctx), Query{Name: in.Key, Tags: in.Tags})
		if err != nil {
			return nil, err
		}
		out := &list[secretWire]{}
		out.Body.Items = make([]secretWire, len(secrets))
		for i, secret := range secrets {
			out.Body.Items[i] = wireOf(secret)
		}
		return out, nil
	})
	type createSecret struct {
		Body struct {
			Key   string   `json:"key" minLength:"1" maxLength:"200" doc:"Name of the secret; it does not change." example:"OPENAI_API_KEY"`
			Value string   `json:"value"`
			Tags  []string `json:"tags,omitempty"`
		}
	}
	create := operation("create-secret", http.MethodPost, path, "Create a secret", admins)
	create.DefaultStatus = http.StatusCreated
	huma.Register(api, create, func(ctx context.Context, in *createSecret) (*one, error) {
		secret, err := s.Create(ctx, database(ctx), in.Body.Key, in.Body.Value, in.Body.Tags, callerOf(ctx))
		return answer(secret, err)
	})
	huma.Register(api, operation("get-secret", http.MethodGet, below, "Read a secret without its value", members), func(ctx context.Context, in *InVault) (*one, error) {
		secret, err := s.Secret(ctx, database(ctx), in.ID)
		return answer(secret, err)
	})
	type updateSecret struct {
		InVault
		Body struct {
			Value *string  `json:"value,omitempty" doc:"A new value is a new version; left out, it stays."`
			Tags  []string `json:"tags,omitempty" doc:"All tags; left out, they stay."`
		}
	}
	huma.Register(api, operation("update-secret", http.MethodPut, below, "Change a secret", admins), func(ctx context.Context, in *updateSecret) (*one, error) {
		secret, err := s.Update(ctx, database(ctx), in.ID, Change{Value: in.Body.Value, Tags: in.Body.Tags}, callerOf(ctx))
		return answer(secret, err)
	})
	huma.Register(api, operation("delete-secret", http.MethodDelete, below, "Delete a secret", admins), func(ctx context.Context, in *InVault) (*struct{}, error) {
		return nil, s.Remove(ctx, database(ctx), in.ID, callerOf(ctx))
	})
}

func answer(s Secret, err error) (*one, error) {
	if err != nil {
		return nil, err
	}
	return &one{wireOf(s)}, nil
}
