package rules

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

var (
	readers = httpapi.Session(string(tenancy.Member))
	writers = httpapi.Session(string(tenancy.Admin))
)

// Routes declares the endpoints of the rule engine.
func (s *Service) Routes(api huma.API) {
	s.sdkRoutes(api)
	s.ruleRoutes(api)
	s.tryRoute(api)
	s.recentRoute(api)
	s.contextRoutes(api)
}

func operation(id, method, path, summary string, security httpapi.Security) huma.Operation {
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Security: security, Tags: []string{"rules"}, MaxBodyBytes: 1 << 20}
	if method == http.MethodPost {
		op.DefaultStatus = http.StatusCreated
	}
	return httpapi.ChoosesDatabase(op)
}

// database is the configuration whose rules the request concerns.
func database(ctx context.Context) string { return tenancy.ScopeOf(ctx).DatabaseConfig }

// ruleBody is a rule in a request.
type ruleBody struct {
	Name        string   `json:"name" minLength:"1" maxLength:"400"`
	Description string   `json:"description,omitempty"`
	Status      string   `json:"status,omitempty" enum:"ACTIVE,INACTIVE" default:"ACTIVE" doc:"Only active rules are evaluated."`
	Join        Join     `json:"group_operator,omitempty" enum:"AND,OR" default:"AND" doc:"AND: all groups must match; OR: any."`
	Groups      []Group  `json:"condition_groups,omitempty" maxItems:"20" doc:"A rule without conditions matches nothing."`
	Entities    []Entity `json:"entities,omitempty" maxItems:"50" doc:"What the rule leads to."`
}

func (b ruleBody) input() Input {
	return Input{b.Name, b.Description, b.Status == statuses[true], b.Join, b.Groups, b.Entities}
}

var statuses = map[bool]string{true: "ACTIVE", false: "INACTIVE"}

type ruleWire struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Status      string    `json:"status" enum:"ACTIVE,INACTIVE"`
	Join        Join      `json:"group_operator" enum:"AND,OR"`
	Groups      []Group   `json:"condition_groups"`
	Entities    []Entity  `json:"entities"`
	CreatedBy   string    `json:"created_by" doc:"Id of the user."`
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"updated_at"`
}

func wireOf(r Rule) ruleWire {
	return ruleWire{r.ID, r.Name, r.Description, statuses[r.Active], r.Join, append([]Group{}, r.Groups...), append([]Entity{}, r.Entities...), r.CreatedBy, r.CreatedAt, r.UpdatedAt}
}

type ruleOutput struct{ Body ruleWire }

type ruleList struct {
	Body struct {
		Items []ruleWire `json:"items"`
	}
}

// InRule is embedded in the input of routes of one rule.
type InRule struct {
	Rule string `path:"rule" maxLength:"100" doc:"Id of the rule."`
}

const path = "/api/rule-engine/rules"

func (s *Service) ruleRoutes(api huma.API) {
	huma.Register(api, operation("list-rules", http.MethodGet, path, "List rules by name", readers), func(ctx context.Context, in *struct {
		Type EntityType `query:"entity_type" enum:"context,prompt,evaluation" doc:"Only rules that lead to an entity of this type."`
		ID   string     `query:"entity_id" maxLength:"100" doc:"Only rules that lead to this entity."`
	}) (*ruleList, error) {
		all, err := s.List(ctx, database(ctx), Entity{in.Type, in.ID})
		out := &ruleList{}
		out.Body.Items = make([]ruleWire, len(all))
		for i, r := range all {
			out.Body.Items[i] = wireOf(r)
		}
		return out, err
	})
	huma.Register(api, operation("create-rule", http.MethodPost, path, "Create a rule", writers), func(ctx context.Context, in *struct{ Body ruleBody }) (*ruleOutput, error) {
		r, err := s.Create(ctx, database(ctx), tenancy.ScopeOf(ctx).User, in.Body.input())
		return &ruleOutput{wireOf(r)}, err
	})
	huma.Register(api, operation("get-rule", http.MethodGet, path+"/{rule}", "A rule", readers), func(ctx context.Context, in *InRule) (*ruleOutput, error) {
		r, err := s.Rule(ctx, database(ctx), in.Rule)
		return &ruleOutput{wireOf(r)}, err
	})
	huma.Register(api, operation("put-rule", http.MethodPut, path+"/{rule}", "Replace a rule", writers), func(ctx context.Context, in *struct {
		InRule
		Body ruleBody
	}) (*ruleOutput, error) {
		r, err := s.Update(ctx, database(ctx), in.Rule, in.Body.input())
		return &ruleOutput{wireOf(r)}, err
	})
	huma.Register(api, operation("delete-rule", http.MethodDelete, path+"/{rule}", "Delete a rule", writers), func(ctx context.Context, in *InRule) (*struct{}, error) {
		return nil, s.Delete(ctx, database(ctx), in.Rule)
	})
}

type tryRuleInput struct {
	Body struct {
		Rule    ruleBody                     `json:"rule"`
		Samples []map[string]json.RawMessage `json:"samples" minItems:"1" maxItems:"200" doc:"Fields by name, as an application would send them: for example the attributes of recent spans."`
	}
}

type tryRuleOutput struct {
	Body struct {
		Matching int       `json:"matching" doc:"How many samples match."`
		Items    []Outcome `json:"items" doc:"One for each sample, in order."`
	}
}

func (s *Service) tryRoute(api huma.API) {
	op := operation("try-rule", http.MethodPost, "/api/rule-engine/try", "Match a rule against samples, without keeping it", readers)
	op.DefaultStatus = http.StatusOK
	op.MaxBodyBytes = 4 << 20
	op = httpapi.TimeLimit(op, 10*time.Second)
	huma.Register(api, op, func(ctx context.Context, in *tryRuleInput) (*tryRuleOutput, error) {
		samples := make([]Fields, len(in.Body.Samples))
		for i, raw := range in.Body.Samples {
			samples[i] = Sample(raw)
		}
		out := &tryRuleOutput{}
		var err error
		out.Body.Items, err = s.Try(ctx, in.Body.Rule.input(), samples)
		for _, o := range out.Body.Items {
			if o.Matches {
				out.Body.Matching++
			}
		}
		return out, err
	})
}
