package vault

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

// The classes of the management routes: members see which secrets there are,
// admins change and see values. Keys do not manage: a leaked one must not be
// able to.
var (
	readers = httpapi.Session(string(tenancy.Member))
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

// createSecretBody and updateSecretBody document the bodies that WithValue reads.
type createSecretBody struct {
	Key   string   `json:"key" minLength:"1" maxLength:"200" doc:"Name of the secret; it does not change." example:"OPENAI_API_KEY"`
	Value string   `json:"value"`
	Tags  []string `json:"tags,omitempty"`
}

type updateSecretBody struct {
	Value *string  `json:"value,omitempty" doc:"A new value is a new version; left out, it stays."`
	Tags  []string `json:"tags,omitempty" doc:"All tags; left out, they stay."`
}

// takes documents the body of a request that is read as it is. The router
// keeps its own operation, without a body: it reads those it knows of.
func takes[Body any](api huma.API, op huma.Operation) {
	document := api.OpenAPI()
	schema := document.Components.Schemas.Schema(reflect.TypeFor[Body](), true, op.OperationID)
	item := document.Paths[op.Path]
	declared := &item.Post
	if op.Method == http.MethodPut {
		declared = &item.Put
	}
	shown := **declared
	shown.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
	*declared = &shown
}

// WithValue is embedded in the input of routes whose body holds a value.
type WithValue struct {
	raw   []byte
	value []byte
	err   error
}

// Resolve reads the body, once: it is called for what is embedded and for what
// embeds it. What is wrong with the body is told by the handler.
func (w *WithValue) Resolve(ctx huma.Context) []error {
	if w.raw == nil && w.err == nil {
		w.raw, w.err = readBody(ctx.BodyReader())
	}
	return nil
}

func (w *WithValue) erase() {
	clear(w.raw)
	clear(w.value)
}

// described is what a body says about a secret; nil is nothing.
type described struct {
	name  string
	value []byte
	tags  []string
}

// secret takes the body apart; a new one has a name and a value.
func (w *WithValue) secret(create bool) (d described, err error) {
	if w.err != nil {
		return d, w.err
	}
	allowed := []string{"value", "tags"}
	if create {
		allowed = append(allowed, "key")
	}
	all, err := members(w.raw, allowed...)
	if err != nil {
		return d, err
	}
	if err := errors.Join(decode(all, "key", &d.name), decode(all, "tags", &d.tags)); err != nil {
		return d, err
	}
	if raw, given := all["value"]; given {
		var text bool
		if w.value, text = unquote(raw); !text {
			return d, wrong("value", "is not of the right type")
		}
		d.value = w.value
	} else if create {
		return d, wrong("value", "is required")
	}
	return d, nil
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
	huma.Register(api, operation("list-secrets", http.MethodGet, path, "List secrets without their values", readers), func(ctx context.Context, in *listInput) (*list[secretWire], error) {
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
	create := operation("create-secret", http.MethodPost, path, "Create a secret", admins)
	create.DefaultStatus = http.StatusCreated
	huma.Register(api, create, func(ctx context.Context, in *struct{ WithValue }) (*one, error) {
		defer in.erase()
		said, err := in.secret(true)
		if err != nil {
			return nil, err
		}
		secret, err := s.Create(ctx, database(ctx), said.name, said.value, said.tags, callerOf(ctx))
		return answer(secret, err)
	})
	takes[createSecretBody](api, create)
	huma.Register(api, operation("get-secret", http.MethodGet, below, "Read a secret without its value", readers), func(ctx context.Context, in *InVault) (*one, error) {
		secret, err := s.Secret(ctx, database(ctx), in.ID)
		return answer(secret, err)
	})
	type updateSecret struct {
		InVault
		WithValue
	}
	update := operation("update-secret", http.MethodPut, below, "Change a secret", admins)
	huma.Register(api, update, func(ctx context.Context, in *updateSecret) (*one, error) {
		defer in.erase()
		said, err := in.secret(false)
		if err != nil {
			return nil, err
		}
		secret, err := s.Update(ctx, database(ctx), in.ID, Change{Value: said.value, Tags: said.tags}, callerOf(ctx))
		return answer(secret, err)
	})
	takes[updateSecretBody](api, update)
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
