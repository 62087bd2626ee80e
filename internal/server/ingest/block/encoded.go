package block

import (
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// OfTraces lays spans out as ReadTraces does. They must be within the limits
// on numbers and nesting, which those of a test are.
func OfTraces(td ptrace.Traces, o *Options) ([]Block, *Report) {
	return layOut(ptraceotlp.NewExportRequestFromTraces(td), ReadTraces, o)
}

// OfLogs is OfTraces for log records.
func OfLogs(ld plog.Logs, o *Options) ([]Block, *Report) {
	return layOut(plogotlp.NewExportRequestFromLogs(ld), ReadLogs, o)
}

// OfMetrics is OfTraces for data points.
func OfMetrics(md pmetric.Metrics, o *Options) ([]Block, *Report) {
	return layOut(pmetricotlp.NewExportRequestFromMetrics(md), ReadMetrics, o)
}

func layOut(m interface{ MarshalProto() ([]byte, error) }, read func([]byte, *Options) ([]Block, *Report, error), o *Options) ([]Block, *Report) {
	body, err := m.MarshalProto()
	if err != nil {
		panic("block: " + err.Error())
	}
	blocks, report, err := read(body, o)
	if err != nil {
		panic("block: " + err.Error())
	}
	return blocks, report
}
