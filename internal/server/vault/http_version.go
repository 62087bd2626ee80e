package vault

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
)

type secretVersionWire struct {
	Number       int64     `json:"version"`
	CreatedAt    time.Time `json:"createdAt"`
	CreatedBy    string    `json:"createdBy" doc:"Id of the user."`
	RestoredFrom *int64    `json:"restoredFrom,omitempty" doc:"The version whose value it has again."`
}

func (s *Service) versionRoutes(api huma.API) {
	huma.Register(api, operation("list-secret-versions", http.MethodGet, "/api/vault/{secret}/versions", "List the versions of a secret", readers), func(ctx context.Context, in *InVault) (*list[secretVersionWire], error) {
		versions, err := s.Versions(ctx, database(ctx), in.ID)
		if err != nil {
			return nil, err
		}
		out := &list[secretVersionWire]{}
		for _, v := range versions {
			out.Body.Items = append(out.Body.Items, secretVersionWire{v.Number, v.CreatedAt, v.CreatedBy, v.RestoredFrom})
		}
		return out, nil
	})
	type restoreSecret struct {
		InVault
		Body struct {
			Version int64 `json:"version" minimum:"1"`
		}
	}
	huma.Register(api, operation("restore-secret", http.MethodPost, "/api/vault/{secret}/restore", "Make an earlier value the newest", admins), func(ctx context.Context, in *restoreSecret) (*one, error) {
		secret, err := s.RestoreVersion(ctx, database(ctx), in.ID, in.Body.Version, callerOf(ctx))
		return answer(secret, err)
	})
	type revealSecret struct {
		InVault
		Body *struct {
			Version int64 `json:"version,omitempty" minimum:"1" doc:"The newest when left out."`
		}
	}
	reveal := operation("reveal-secret", http.MethodPost, "/api/vault/{secret}/reveal", "Show the value of a secret", admins)
	reveal.Description = "The journal says who saw it."
	huma.Register(api, reveal, func(ctx context.Context, in *revealSecret) (*huma.StreamResponse, error) {
		var number int64
		if in.Body != nil {
			number = in.Body.Version
		}
		value, err := s.Reveal(ctx, database(ctx), in.ID, number, callerOf(ctx))
		if err != nil {
			return nil, err
		}
		defer clear(value)
		body := append(make([]byte, 0, 16+room(value)), `{"value":`...)
		return sent(append(quoted(body, value), "}\n"...)), nil
	})
	answers[revealedSecretBody](api, reveal)
}

// revealedSecretBody documents the answer of reveal-secret.
type revealedSecretBody struct {
	Value string `json:"value"`
}

// namesShown bounds the names of one entry of the journal.
const namesShown = 20

type vaultEventWire struct {
	ID      string    `json:"id"`
	At      time.Time `json:"at"`
	Action  Action    `json:"action" enum:"read,reveal,use,create,update,restore,delete,rotate"`
	Key     string    `json:"apiKeyId,omitempty" doc:"The API key that did it, or"`
	User    string    `json:"userId,omitempty" doc:"the person; neither for a command on the machine and for work that the server does by itself."`
	Address string    `json:"address,omitempty"`
	Source  string    `json:"source,omitempty" doc:"What the client said it is; of a use, what it was for." example:"python-sdk"`
	Count   int       `json:"count" doc:"How many secrets it concerned."`
	Names   []string  `json:"keys" doc:"Their names, the first twenty."`
}

// Page chooses a part of the journal.
type Page struct {
	Action Action    `query:"action" enum:"read,reveal,use,create,update,restore,delete,rotate" doc:"Only entries of this kind."`
	By     string    `query:"by" maxLength:"100" doc:"Only what the API key or the user of this id did."`
	Since  time.Time `query:"since" doc:"Only entries from this time on."`
	Before time.Time `query:"before" doc:"Only entries before this time."`
	Limit  int       `query:"limit" minimum:"1" maximum:"500" default:"50"`
}

func (p Page) of(name string) EventQuery {
	return EventQuery{Name: name, Action: p.Action, Caller: p.By, Since: p.Since, Before: p.Before, Limit: p.Limit}
}

func (s *Service) usageRoutes(api huma.API) {
	usage := func(ctx context.Context, q EventQuery) (*list[vaultEventWire], error) {
		events, err := s.Usage(ctx, database(ctx), q)
		if err != nil {
			return nil, err
		}
		out := &list[vaultEventWire]{}
		out.Body.Items = make([]vaultEventWire, len(events))
		for i, e := range events {
			out.Body.Items[i] = vaultEventWire{ID: e.ID, At: e.At, Action: e.Action, Key: e.Caller.Key, User: e.Caller.User, Address: e.Caller.Address,
				Source: e.Caller.Source, Count: len(e.Names), Names: e.Names[:min(len(e.Names), namesShown)]}
		}
		return out, nil
	}
	type vaultUsage struct {
		Page
		Key string `query:"key" maxLength:"200" doc:"Only what concerns the secret of this name, also of one that was deleted."`
	}
	huma.Register(api, operation("list-vault-usage", http.MethodGet, "/api/vault/usage", "List who read or changed which secrets", admins), func(ctx context.Context, in *vaultUsage) (*list[vaultEventWire], error) {
		return usage(ctx, in.of(in.Key))
	})
	type below struct {
		InVault
		Page
	}
	huma.Register(api, operation("list-secret-usage", http.MethodGet, "/api/vault/{secret}/usage", "List who read or changed a secret", readers), func(ctx context.Context, in *below) (*list[vaultEventWire], error) {
		secret, err := s.Secret(ctx, database(ctx), in.ID)
		if err != nil {
			return nil, err
		}
		return usage(ctx, in.of(secret.Name))
	})
	type rotatedVault struct {
		Body struct {
			Values int `json:"values" doc:"How many values were sealed anew."`
		}
	}
	rotate := httpapi.TimeLimit(operation("rotate-vault-key", http.MethodPost, "/api/vault/rotate", "Give the vault a new data key", admins), 10*time.Minute)
	huma.Register(api, rotate, func(ctx context.Context, _ *struct{}) (*rotatedVault, error) {
		out := &rotatedVault{}
		err := s.RotateKey(ctx, database(ctx), callerOf(ctx), func(done, _ int) { out.Body.Values = done })
		if err != nil {
			return nil, err
		}
		return out, nil
	})
}
