package ingest

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

// Status is what arrives in a project.
type Status struct {
	Signals   []SignalStatus `json:"signals" doc:"One entry for each of traces, logs and metrics."`
	Addresses Addresses      `json:"addresses"`
}

// Addresses are where senders reach this server.
type Addresses struct {
	GRPC *Address `json:"grpc,omitempty" doc:"OTLP over gRPC; absent when the server does not take it."`
	HTTP *Address `json:"http,omitempty" doc:"OTLP over HTTP; absent when the server does not take it."`
}

// Address is where one protocol is taken.
type Address struct {
	URL   string `json:"url" example:"http://platform.example.com:4317" doc:"Where it listens; when that is on all interfaces, under the host of PLATFORM_SITE_URL."`
	Local bool   `json:"local" doc:"Only programs on the server's own host reach it."`
	Any   bool   `json:"any" doc:"It listens on all interfaces, so every name of the host will do."`
}

// SignalStatus is what arrives of one signal.
type SignalStatus struct {
	Signal       Signal     `json:"signal" enum:"traces,logs,metrics"`
	LastReceived *time.Time `json:"lastReceived" doc:"When the last record was stored; null when there is none. After a restart, the time of the newest record."`
	PerMinute    float64    `json:"perMinute" doc:"Records per minute over the last five minutes."`
	Accepted     uint64     `json:"accepted" doc:"Records stored since the server started."`
	History      History    `json:"history"`
	Rejected     []Refusal  `json:"rejected" doc:"Records that were refused since the server started, and why."`
	Refused      []Refusal  `json:"refused" doc:"Whole requests that were refused since the server started, and why."`
}

// History is how many records were stored in each step of the last hour.
type History struct {
	End         time.Time `json:"end" doc:"When the last step ended."`
	StepSeconds int       `json:"stepSeconds" example:"30"`
	Counts      []uint64  `json:"counts" doc:"Records of each step, oldest first, not from before the server started."`
}

// Refusal is how often something was refused for a reason.
type Refusal struct {
	Reason string `json:"reason" example:"trace id missing or zero"`
	Count  uint64 `json:"count"`
}

type statusOutput struct{ Body Status }

// Routes declares the endpoints of ingest other than OTLP itself.
func (s *Service) Routes(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "get-ingest-status",
		Method:      http.MethodGet,
		Path:        "/api/ingest/status",
		Summary:     "Tell whether telemetry arrives",
		Description: "For each signal of the project: when something last arrived, how much, and what was refused and why.",
		Tags:        []string{"ingest"},
		Security:    httpapi.Either(string(tenancy.Member), tenancy.ScopeIngest),
	}, func(ctx context.Context, _ *struct{}) (*statusOutput, error) {
		scope := tenancy.ScopeOf(ctx)
		if scope.Project == "" {
			return nil, fault.New(fault.Invalid, "name a project: x-platform-project-id")
		}
		return &statusOutput{s.Status(ctx, scope)}, nil
	})
}

// Status tells what arrived in the scope's project.
func (s *Service) Status(ctx context.Context, scope tenancy.Scope) Status {
	out := Status{Addresses: s.addresses}
	now := time.Now() // one, so that histories end together
	for _, signal := range Signals {
		st := s.arrivals.status(arrival{scope.Project, signal}, now)
		if st.LastReceived == nil {
			st.LastReceived = s.latest(ctx, scope, signal)
		}
		out.Signals = append(out.Signals, st)
	}
	return out
}

// latest is the time of the newest record in the store: what is known after a
// restart. A store that is away has nothing to say.
func (s *Service) latest(ctx context.Context, scope tenancy.Scope, signal Signal) (latest *time.Time) {
	target, err := s.target(ctx, scope, signal)
	if err != nil {
		return nil
	}
	for _, table := range signal.tables() {
		at, err := s.stores.Latest(ctx, target, table)
		if err == nil && !at.IsZero() && (latest == nil || at.After(*latest)) {
			latest = &at
		}
	}
	return latest
}

func (a *arrivals) status(at arrival, now time.Time) SignalStatus {
	st := SignalStatus{Signal: at.signal, Rejected: []Refusal{}, Refused: []Refusal{}}
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.of[at]
	if c == nil {
		st.History = new(ring).history(a.since, now)
		return st
	}
	st.History = c.rates.history(a.since, now)
	if !c.last.IsZero() {
		last := c.last.UTC()
		st.LastReceived = &last
	}
	st.PerMinute, st.Accepted = c.rates.perMinute(now), c.accepted
	st.Rejected, st.Refused = refusals(c.rejected), refusals(c.refused)
	return st
}

func refusals(counts map[string]uint64) []Refusal {
	out := []Refusal{}
	for reason, n := range counts {
		out = append(out, Refusal{reason, n})
	}
	slices.SortFunc(out, func(a, b Refusal) int { return strings.Compare(a.Reason, b.Reason) })
	return out
}
