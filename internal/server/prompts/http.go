package prompts

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

var (
	readers = httpapi.Session(string(tenancy.Member))
	writers = httpapi.Session(string(tenancy.Admin))
)

// Routes declares the endpoints of the prompt store.
func (s *Service) Routes(api huma.API) {
	s.sdkRoutes(api)
	s.listRoutes(api)
	s.draftRoutes(api)
	s.lookRoutes(api)
}

func operation(id, method, path, summary string, security httpapi.Security) huma.Operation {
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Security: security, Tags: []string{"prompts"}, MaxBodyBytes: 1 << 20}
	return httpapi.ChoosesDatabase(op)
}

// database is the configuration whose prompts the request concerns.
func database(ctx context.Context) string { return tenancy.ScopeOf(ctx).DatabaseConfig }

type promptSummaryWire struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Version   string    `json:"version,omitempty" doc:"Highest published version; left out when none is." example:"1.2.0"`
	Draft     bool      `json:"hasDraft"`
	Versions  int       `json:"versions" doc:"How many there are, with the draft."`
	Tags      []string  `json:"tags"`
	Uses      int64     `json:"uses" doc:"How often applications fetched it."`
	CreatedBy string    `json:"createdBy" doc:"Id of the user."`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

func listedOf(l Listed) promptSummaryWire {
	out := promptSummaryWire{ID: l.ID, Name: l.Name, Draft: l.Draft, Versions: l.Versions, Tags: l.Tags, Uses: l.Uses, CreatedBy: l.CreatedBy, CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt}
	if l.Newest != nil {
		out.Version = l.Newest.String()
	}
	return out
}

type promptVersionWire struct {
	ID          string         `json:"id"`
	Version     string         `json:"version,omitempty" doc:"Left out of a draft." example:"1.2.0"`
	Status      string         `json:"status" enum:"DRAFT,PUBLISHED"`
	Prompt      string         `json:"prompt"`
	Variables   []string       `json:"variables" doc:"Names that the prompt mentions."`
	Tags        []string       `json:"tags"`
	Meta        map[string]any `json:"metaProperties"`
	CreatedBy   string         `json:"createdBy" doc:"Id of the user."`
	CreatedAt   time.Time      `json:"createdAt"`
	UpdatedAt   time.Time      `json:"updatedAt"`
	PublishedAt *time.Time     `json:"publishedAt,omitempty"`
}

func versionOf(v Version) promptVersionWire {
	out := promptVersionWire{ID: v.ID, Status: "DRAFT", Prompt: v.Text, Variables: Variables(v.Text), Tags: v.Tags, Meta: v.Meta,
		CreatedBy: v.CreatedBy, CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt, PublishedAt: v.PublishedAt}
	if v.Number != nil {
		out.Version, out.Status = v.Number.String(), "PUBLISHED"
	}
	return out
}

type promptWire struct {
	ID        string              `json:"id"`
	Name      string              `json:"name"`
	CreatedBy string              `json:"createdBy" doc:"Id of the user."`
	CreatedAt time.Time           `json:"createdAt"`
	Versions  []promptVersionWire `json:"versions" doc:"The draft first, then the highest version first."`
}

type promptOutput struct{ Body promptWire }

// shown reads a prompt as answers show it.
func (s *Service) shown(ctx context.Context, id string) (*promptOutput, error) {
	p, versions, err := s.Read(ctx, database(ctx), id)
	if err != nil {
		return nil, err
	}
	out := promptWire{ID: p.ID, Name: p.Name, CreatedBy: p.CreatedBy, CreatedAt: p.CreatedAt, Versions: make([]promptVersionWire, len(versions))}
	for i, v := range versions {
		out.Versions[i] = versionOf(v)
	}
	return &promptOutput{out}, nil
}

// promptContentWire is what people write in a request.
type promptContentWire struct {
	Prompt string         `json:"prompt" minLength:"1" doc:"The text; {{name}} stands for a variable." example:"Answer in {{language}}: {{question}}"`
	Tags   []string       `json:"tags,omitempty"`
	Meta   map[string]any `json:"metaProperties,omitempty"`
}

type promptPublicationWire struct {
	Version string `json:"version,omitempty" doc:"The number to publish under, which must be free." example:"1.2.0"`
	Bump    Bump   `json:"bump,omitempty" enum:"major,minor,patch" doc:"Instead: the part that is raised from the highest version. Default minor; the first version is 1.0.0."`
}

// InPrompt is embedded in the input of routes below a prompt.
type InPrompt struct {
	Prompt string `path:"prompt" maxLength:"100" doc:"Id of the prompt."`
}

const path = "/api/prompts"

type listPromptsInput struct {
	Search string `query:"search" maxLength:"100" doc:"Only prompts whose name contains this."`
	Tag    string `query:"tag" maxLength:"100" doc:"Only prompts with this tag."`
}

type listPromptsOutput struct {
	Body struct {
		Items []promptSummaryWire `json:"items"`
	}
}

type createPromptInput struct {
	Body struct {
		Name    string                 `json:"name" minLength:"1" maxLength:"400"`
		Prompt  string                 `json:"prompt" minLength:"1" doc:"The text; {{name}} stands for a variable."`
		Tags    []string               `json:"tags,omitempty"`
		Meta    map[string]any         `json:"metaProperties,omitempty"`
		Publish *promptPublicationWire `json:"publish,omitempty" doc:"Left out: the first version is a draft."`
	}
}

func (s *Service) listRoutes(api huma.API) {
	huma.Register(api, operation("list-prompts", http.MethodGet, path, "List prompts by name", readers), func(ctx context.Context, in *listPromptsInput) (*listPromptsOutput, error) {
		all, err := s.List(ctx, database(ctx))
		if err != nil {
			return nil, err
		}
		out := &listPromptsOutput{}
		out.Body.Items = []promptSummaryWire{}
		for _, l := range all {
			if strings.Contains(strings.ToLower(l.Name), strings.ToLower(in.Search)) && (in.Tag == "" || slices.Contains(l.Tags, in.Tag)) {
				out.Body.Items = append(out.Body.Items, listedOf(l))
			}
		}
		return out, nil
	})
	create := operation("create-prompt", http.MethodPost, path, "Create a prompt", writers)
	create.DefaultStatus = http.StatusCreated
	huma.Register(api, create, func(ctx context.Context, in *createPromptInput) (*promptOutput, error) {
		var publish *Publication
		if p := in.Body.Publish; p != nil {
			publish = &Publication{p.Version, p.Bump}
		}
		p, err := s.Create(ctx, database(ctx), tenancy.ScopeOf(ctx).User, in.Body.Name, Content{in.Body.Prompt, in.Body.Tags, in.Body.Meta}, publish)
		if err != nil {
			return nil, err
		}
		return s.shown(ctx, p.ID)
	})
	huma.Register(api, operation("get-prompt", http.MethodGet, path+"/{prompt}", "A prompt with its versions", readers), func(ctx context.Context, in *InPrompt) (*promptOutput, error) {
		return s.shown(ctx, in.Prompt)
	})
	huma.Register(api, operation("delete-prompt", http.MethodDelete, path+"/{prompt}", "Delete a prompt with its versions", writers), func(ctx context.Context, in *InPrompt) (*struct{}, error) {
		return nil, s.Delete(ctx, database(ctx), in.Prompt)
	})
}

func (s *Service) draftRoutes(api huma.API) {
	huma.Register(api, operation("save-prompt-draft", http.MethodPut, path+"/{prompt}/draft", "Write the draft of a prompt", writers), func(ctx context.Context, in *struct {
		InPrompt
		Body promptContentWire
	}) (*promptOutput, error) {
		if err := s.SaveDraft(ctx, database(ctx), tenancy.ScopeOf(ctx).User, in.Prompt, Content{in.Body.Prompt, in.Body.Tags, in.Body.Meta}); err != nil {
			return nil, err
		}
		return s.shown(ctx, in.Prompt)
	})
	discard := operation("discard-prompt-draft", http.MethodDelete, path+"/{prompt}/draft", "Discard the draft of a prompt", writers)
	huma.Register(api, discard, func(ctx context.Context, in *InPrompt) (*struct{}, error) {
		return nil, s.DiscardDraft(ctx, database(ctx), in.Prompt)
	})
	publish := operation("publish-prompt", http.MethodPost, path+"/{prompt}/versions", "Publish the draft of a prompt", writers)
	publish.DefaultStatus = http.StatusCreated
	huma.Register(api, publish, func(ctx context.Context, in *struct {
		InPrompt
		Body promptPublicationWire
	}) (*promptOutput, error) {
		if _, err := s.Publish(ctx, database(ctx), in.Prompt, Publication{in.Body.Version, in.Body.Bump}); err != nil {
			return nil, err
		}
		return s.shown(ctx, in.Prompt)
	})
}

type promptDiffOutput struct {
	Body struct {
		From    promptVersionWire `json:"from"`
		To      promptVersionWire `json:"to"`
		Changes []Change          `json:"changes" doc:"Lines of the prompt, in order."`
	}
}

type promptUsesOutput struct {
	Body struct {
		Total int64           `json:"total"`
		Items []promptUseWire `json:"items" doc:"By day."`
	}
}

type promptUseWire struct {
	Day     string `json:"day" format:"date"`
	Version string `json:"versionId"`
	Key     string `json:"apiKeyId"`
	Source  string `json:"source" doc:"Kind of client." example:"python-sdk"`
	Uses    int64  `json:"uses"`
}

type tryPromptOutput struct {
	Body struct {
		Compiled  string   `json:"compiledPrompt"`
		Variables []string `json:"variables" doc:"Names that the prompt mentions."`
		Missing   []string `json:"missing" doc:"Variables without a value."`
	}
}

func (s *Service) lookRoutes(api huma.API) {
	huma.Register(api, operation("diff-prompt", http.MethodGet, path+"/{prompt}/diff", "What changed between two versions of a prompt", readers), func(ctx context.Context, in *struct {
		InPrompt
		From string `query:"from" required:"true" maxLength:"100" doc:"A version, or draft." example:"1.0.0"`
		To   string `query:"to" required:"true" maxLength:"100" doc:"A version, or draft." example:"draft"`
	}) (*promptDiffOutput, error) {
		p, err := s.shown(ctx, in.Prompt)
		if err != nil {
			return nil, err
		}
		out := &promptDiffOutput{}
		for name, into := range map[string]*promptVersionWire{in.From: &out.Body.From, in.To: &out.Body.To} {
			i := slices.IndexFunc(p.Body.Versions, func(v promptVersionWire) bool {
				return v.Version == name && name != "" || v.Version == "" && name == "draft"
			})
			if i < 0 {
				return nil, fault.New(fault.NotFound, "the prompt has no version %q", name)
			}
			*into = p.Body.Versions[i]
		}
		if in.From == in.To { // one entry of the map
			out.Body.From = out.Body.To
		}
		out.Body.Changes = Diff(out.Body.From.Prompt, out.Body.To.Prompt)
		return out, nil
	})
	huma.Register(api, operation("prompt-usage", http.MethodGet, path+"/{prompt}/usage", "How often a prompt was fetched, by day", readers), func(ctx context.Context, in *struct {
		InPrompt
		Days int `query:"days" minimum:"1" maximum:"400" default:"30"`
	}) (*promptUsesOutput, error) {
		uses, err := s.Uses(ctx, database(ctx), in.Prompt, in.Days)
		if err != nil {
			return nil, err
		}
		out := &promptUsesOutput{}
		out.Body.Items = make([]promptUseWire, len(uses))
		for i, u := range uses {
			out.Body.Total += u.Count
			out.Body.Items[i] = promptUseWire{u.Day.Format(time.DateOnly), u.Version, u.Key, u.Source, u.Count}
		}
		return out, nil
	})
	huma.Register(api, operation("try-prompt", http.MethodPost, path+"/try", "Fill variables into a text, without keeping it", readers), func(_ context.Context, in *struct {
		Body struct {
			Prompt    string         `json:"prompt"`
			Variables map[string]any `json:"variables,omitempty"`
		}
	}) (*tryPromptOutput, error) {
		values := map[string]json.RawMessage{}
		for name, v := range in.Body.Variables {
			values[name], _ = json.Marshal(v) // it was JSON
		}
		out := &tryPromptOutput{}
		var err error
		out.Body.Compiled, err = Compile(in.Body.Prompt, values)
		out.Body.Variables, out.Body.Missing = Variables(in.Body.Prompt), []string{}
		for _, name := range out.Body.Variables {
			if _, given := values[name]; !given {
				out.Body.Missing = append(out.Body.Missing, name)
			}
		}
		return out, err
	})
}
