package tenancy

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
)

type keyWire struct {
	ID             string     `json:"id"`
	Name           string     `json:"name"`
	Hint           string     `json:"hint" doc:"First and last characters of the key."`
	Key            string     `json:"key,omitempty" doc:"The key itself; only in the answer that creates it."`
	Environment    string     `json:"environment,omitempty" doc:"Empty: every environment of the project."`
	DatabaseConfig string     `json:"databaseConfigId,omitempty"`
	Scopes         []string   `json:"scopes"`
	CreatedBy      string     `json:"createdBy,omitempty" doc:"Id of the user."`
	CreatedAt      time.Time  `json:"createdAt"`
	ExpiresAt      *time.Time `json:"expiresAt,omitempty"`
	LastUsedAt     *time.Time `json:"lastUsedAt,omitempty" doc:"Written about twice a minute."`
	RevokedAt      *time.Time `json:"revokedAt,omitempty"`
}

func keyOf(k Key) keyWire {
	return keyWire{ID: k.ID, Name: k.Name, Hint: k.Hint, Environment: k.Environment, DatabaseConfig: k.DatabaseConfig, Scopes: k.Scopes,
		CreatedBy: k.CreatedBy, CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, LastUsedAt: k.LastUsedAt, RevokedAt: k.RevokedAt}
}

type createKey struct {
	httpapi.InProject
	Body struct {
		Name           string     `json:"name" minLength:"1" maxLength:"100"`
		Environment    string     `json:"environment,omitempty" maxLength:"63" doc:"Left out: every environment of the project."`
		DatabaseConfig string     `json:"databaseConfigId,omitempty" maxLength:"100" doc:"Left out: the project's default."`
		Scopes         []string   `json:"scopes,omitempty" maxItems:"20" doc:"Left out: all." enum:"all,ingest,telemetry,models,vault,prompts,rules,chat,scanner"`
		ExpiresAt      *time.Time `json:"expiresAt,omitempty"`
	}
}

func (s *Service) keyRoutes(api huma.API) {
	const tag, path = "API keys", "/api/projects/{project}/api-keys"
	huma.Register(api, operation(tag, "list-api-keys", http.MethodGet, path, "List API keys, revoked ones too", members),
		func(ctx context.Context, in *httpapi.InProject) (*list[keyWire], error) {
			all, err := s.ProjectKeys(ctx, in.Project)
			return listOf(all, keyOf), err
		})
	huma.Register(api, operation(tag, "create-api-key", http.MethodPost, path, "Create an API key", admins),
		func(ctx context.Context, in *createKey) (*one[keyWire], error) {
			b := in.Body
			k, text, err := s.CreateKey(ctx, in.Project, NewKeyFor{Name: b.Name, Environment: b.Environment, DatabaseConfig: b.DatabaseConfig,
				Scopes: b.Scopes, ExpiresAt: b.ExpiresAt, CreatedBy: ScopeOf(ctx).User})
			out := keyOf(k)
			out.Key = text
			return &one[keyWire]{out}, err
		})
	huma.Register(api, operation(tag, "revoke-api-key", http.MethodDelete, path+"/{key}", "Revoke an API key", admins),
		func(ctx context.Context, in *struct {
			httpapi.InProject
			Key string `path:"key"`
		}) (*struct{}, error) {
			return nil, s.RevokeKey(ctx, in.Project, in.Key)
		})
}
