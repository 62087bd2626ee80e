package fleet

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/query"
)

// Routes declares the endpoints of hosts and GPUs.
func (s *Service) Routes(api huma.API) {
	huma.Register(api, query.Operation("Fleet", "list-hosts", http.MethodGet, "/api/hosts", "List hosts",
		"The hosts that sent metrics in the time range, with what they are and how busy they were at its end."),
		func(ctx context.Context, in *query.Times) (*query.Items[Host], error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			hosts, err := s.Hosts(ctx, r)
			return query.ItemsOf(hosts), err
		})
}
