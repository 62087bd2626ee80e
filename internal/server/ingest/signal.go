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

// message is a request as the decoder holds it.
type message interface {
	UnmarshalJSON([]byte) error
	MarshalProto() ([]byte, error)
}

// form is how the requests of a signal are read.
type form struct {
	message func() message
	read    func(body []byte, o *block.Options) ([]block.Block, *block.Report, error)
}

var forms = map[Signal]form{
	Traces:  {func() message { return ptraceotlp.NewExportRequest() }, block.ReadTraces},
	Logs:    {func() message { return plogotlp.NewExportRequest() }, block.ReadLogs},
	Metrics: {func() message { return pmetricotlp.NewExportRequest() }, block.ReadMetrics},
}

// decode reads a body and lays its records out.
func (s Signal) decode(f Format, body []byte, o *block.Options) ([]block.Block, *block.Report, error) {
	form := forms[s]
	if f == JSON {
		var err error
		if body, err = ofJSON(form.message(), body, &o.Limits); err != nil {
			return nil, nil, malformed(err)
		}
	}
	blocks, report, err := form.read(body, o)
	return blocks, report, malformed(err)
}

// ofJSON encodes a JSON body as protobuf: it is rare, so it has no reader of its own.
func ofJSON(m message, body []byte, limits *block.Limits) ([]byte, error) {
	if err := block.CheckJSONOutline(body, limits); err != nil {
		return nil, err
	}
	if err := m.UnmarshalJSON(body); err != nil {
		return nil, err
	}
	return m.MarshalProto()
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
