package ingest

import (
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"platform/internal/server/fault"
	"platform/internal/server/ingest/block"
	"platform/internal/server/tenancy"
)

// Signal is a kind of telemetry.
type Signal string

const (
	Traces  Signal = "traces"
	Logs    Signal = "logs"
	Metrics Signal = "metrics"
)

// Signals are all signals, in the order they are shown.
var Signals = []Signal{Traces, Logs, Metrics}

// Format is how a body is encoded.
type Format int

const (
	Protobuf Format = iota
	JSON
)

func (s Signal) routed() tenancy.Signal { return tenancy.Signal(s) }

// tables are where the records of the signal go.
func (s Signal) tables() []string {
	switch s {
	case Traces:
		return []string{block.Traces}
	case Logs:
		return []string{block.Logs}
	}
	return []string{block.Gauge, block.Sum, block.Histogram, block.ExponentialHistogram, block.Summary}
}

// hint is what to tell a sender of which nothing could be used.
func (s Signal) hint() string {
	if s == Logs {
		return ""
	}
	return "is the body that of another signal?"
}

// decode reads a body and lays its records out.
func (s Signal) decode(f Format, body []byte, o *block.Options) ([]block.Block, *block.Report, error) {
	if s == Traces && f == Protobuf { // by far the most of all
		blocks, report, err := block.ReadTraces(body, o)
		return blocks, report, malformed(err)
	}
	if err := s.checkOutline(f, body); err != nil {
		return nil, nil, malformed(err)
	}
	switch s {
	case Traces:
		r := ptraceotlp.NewExportRequest()
		if err := unmarshal(r, f, body); err != nil {
			return nil, nil, err
		}
		encoded, err := r.MarshalProto()
		if err != nil {
			return nil, nil, malformed(err)
		}
		blocks, report, err := block.ReadTraces(encoded, o)
		return blocks, report, malformed(err)
	case Logs:
		r := plogotlp.NewExportRequest()
		if err := unmarshal(r, f, body); err != nil {
			return nil, nil, err
		}
		blocks, report := block.OfLogs(r.Logs(), o)
		return blocks, report, nil
	}
	r := pmetricotlp.NewExportRequest()
	if err := unmarshal(r, f, body); err != nil {
		return nil, nil, err
	}
	blocks, report := block.OfMetrics(r.Metrics(), o)
	return blocks, report, nil
}

func (s Signal) checkOutline(f Format, body []byte) error {
	switch {
	case f == JSON:
		return block.CheckJSONOutline(body)
	case s == Logs:
		return block.CheckOutline(body, block.LogsShape)
	}
	return block.CheckOutline(body, block.MetricsShape)
}

type unmarshaler interface {
	UnmarshalProto([]byte) error
	UnmarshalJSON([]byte) error
}

func unmarshal(r unmarshaler, f Format, body []byte) (err error) {
	if f == JSON {
		err = r.UnmarshalJSON(body)
	} else {
		err = r.UnmarshalProto(body)
	}
	return malformed(err)
}

// malformed says what is wrong with a body; nil when nothing is.
func malformed(err error) error {
	switch {
	case err == nil:
		return nil
	case block.TooMany(err):
		return fault.New(fault.TooLarge, "%s", err)
	}
	return fault.New(fault.Invalid, "the body is not a valid OTLP request: %s", err)
}
