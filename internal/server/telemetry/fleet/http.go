package fleet

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/query"
)

const tag = "Fleet"

// Routes declares the endpoints of hosts and GPUs.
func (s *Service) Routes(api huma.API) {
	huma.Register(api, query.Operation(tag, "list-hosts", http.MethodGet, "/api/hosts", "List hosts",
		"The hosts that sent metrics in the time range, with what they are and how busy they were at its end."),
		func(ctx context.Context, in *query.Times) (*query.Items[Host], error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			hosts, err := s.Hosts(ctx, r)
			return query.ItemsOf(hosts), err
		})
	huma.Register(api, query.Operation(tag, "get-host", http.MethodGet, "/api/hosts/{host}", "Get a host", ""),
		func(ctx context.Context, in *struct {
			Host string `path:"host" maxLength:"256" doc:"host.name"`
			query.Times
		}) (*struct{ Body Host }, error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			h, err := s.Host(ctx, r, in.Host)
			return &struct{ Body Host }{h}, err
		})
	s.gpuRoutes(api)
	s.usageRoutes(api)
}

type oneGPU struct{ Body GPU }

func (s *Service) gpuRoutes(api huma.API) {
	huma.Register(api, query.Operation(tag, "list-gpus", http.MethodGet, "/api/gpus", "List GPUs",
		"The GPUs that reported in the time range, with how they were at its end and the errors they had in it."),
		func(ctx context.Context, in *struct {
			query.Times
			GPUFilter
		}) (*query.Items[GPU], error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			gpus, err := s.GPUs(ctx, r, in.GPUFilter)
			return query.ItemsOf(gpus), err
		})
	huma.Register(api, query.Operation(tag, "get-gpu", http.MethodGet, "/api/gpus/{gpu}", "Get a GPU", "Its series are at /api/telemetry/series, filtered by the attribute hw.id."),
		func(ctx context.Context, in *struct {
			GPU string `path:"gpu" maxLength:"256" doc:"hw.id"`
			query.Times
		}) (*oneGPU, error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			g, err := s.OneGPU(ctx, r, in.GPU)
			return &oneGPU{g}, err
		})
	huma.Register(api, query.Operation(tag, "list-gpu-processes", http.MethodGet, "/api/gpu-processes", "List processes on GPUs",
		"Processes that used a GPU at the end of the time range, those with most memory first. With state=zombie this is the zombie triage: command line, pid, owner and uptime of processes that have ended and still hold a GPU."),
		func(ctx context.Context, in *struct {
			query.Times
			ProcessFilter
		}) (*query.Items[Process], error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			found, err := s.Processes(ctx, r, in.ProcessFilter)
			return query.ItemsOf(found), err
		})
}

type gpuUsageAnswer struct {
	Body struct {
		Items       []GPUUsage `json:"items" doc:"Most lost hours first."`
		Totals      Totals     `json:"totals"`
		Before      *Totals    `json:"before,omitempty" doc:"The sums of the range that was compared with."`
		BeforeItems []GPUUsage `json:"beforeItems,omitempty" doc:"The GPUs of the range that was compared with."`
		Threshold   float64    `json:"threshold"`
		From        time.Time  `json:"from"`
		To          time.Time  `json:"to"`
	}
}

func (s *Service) usageRoutes(api huma.API) {
	huma.Register(api, query.Operation(tag, "get-gpu-usage", http.MethodGet, "/api/gpu-usage", "Sum the use of GPUs up",
		"For each GPU the hours it reported, was allocated, and was allocated but idle (lost), its mean utilization and its energy. compareFrom and compareTo name another range to compare with."),
		func(ctx context.Context, in *struct {
			query.Times
			GPUFilter
			Threshold   float64 `query:"threshold" minimum:"0" maximum:"1" default:"0.05" doc:"Utilization below which an allocated GPU is idle."`
			CompareFrom string  `query:"compareFrom" maxLength:"64" doc:"Start of another range, whose sums are answered too."`
			CompareTo   string  `query:"compareTo" maxLength:"64"`
		}) (*gpuUsageAnswer, error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			out := &gpuUsageAnswer{}
			out.Body.Threshold, out.Body.From, out.Body.To = in.Threshold, r.From, r.To
			out.Body.Items, out.Body.Totals, err = s.Usage(ctx, r, in.Threshold, in.GPUFilter)
			if err != nil {
				return nil, err
			}
			if out.Body.Items == nil {
				out.Body.Items = []GPUUsage{}
			}
			if in.CompareFrom == "" {
				return out, nil
			}
			before, err := query.ParseRange(in.CompareFrom, in.CompareTo, time.Now())
			if err != nil {
				return nil, err
			}
			items, totals, err := s.Usage(ctx, before, in.Threshold, in.GPUFilter)
			out.Body.BeforeItems, out.Body.Before = items, &totals
			return out, err
		})
	huma.Register(api, query.Operation(tag, "list-kernels", http.MethodGet, "/api/gpu-kernels", "List CUDA kernels",
		"The kernels that were launched in the time range, those that took most time first. Times are estimates from launch to synchronization."),
		func(ctx context.Context, in *struct {
			query.Times
			Host  string `query:"host" maxLength:"256"`
			GPU   string `query:"gpu" maxLength:"256" doc:"hw.id"`
			PID   string `query:"pid" maxLength:"32"`
			Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"20"`
		}) (*query.Items[Kernel], error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			found, err := s.Kernels(ctx, r, KernelFilter{in.Host, in.GPU, in.PID, in.Limit})
			return query.ItemsOf(found), err
		})
}
