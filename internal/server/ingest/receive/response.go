package receive

import (
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"platform/internal/server/ingest"
)

type marshaler interface {
	MarshalProto() ([]byte, error)
	MarshalJSON() ([]byte, error)
}

// response is the export response of a signal. Its partial success stays unset
// when there is nothing to say.
func response(s ingest.Signal, f ingest.Format, p ingest.Partial) ([]byte, error) {
	var m marshaler
	said := p != ingest.Partial{}
	switch s {
	case ingest.Traces:
		r := ptraceotlp.NewExportResponse()
		if said {
			r.PartialSuccess().SetRejectedSpans(p.Rejected)
			r.PartialSuccess().SetErrorMessage(p.Message)
		}
		m = r
	case ingest.Logs:
		r := plogotlp.NewExportResponse()
		if said {
			r.PartialSuccess().SetRejectedLogRecords(p.Rejected)
			r.PartialSuccess().SetErrorMessage(p.Message)
		}
		m = r
	default:
		r := pmetricotlp.NewExportResponse()
		if said {
			r.PartialSuccess().SetRejectedDataPoints(p.Rejected)
			r.PartialSuccess().SetErrorMessage(p.Message)
		}
		m = r
	}
	if f == ingest.JSON {
		return m.MarshalJSON()
	}
	if !said {
		return nil, nil // pdata would write an empty partial success
	}
	return m.MarshalProto()
}
