// Package block lays OTLP records out as ClickHouse Native blocks, in the
// columns of the OpenTelemetry exporter's tables.
//
//  1. wire_request.go takes the records out of a request and has the rest, resources and scopes, decoded;
//     outline.go bounds how deep and how much that is.
//  2. wire.go reads fields from the wire, wire_values.go attributes, wire_traces.go, wire_logs.go and
//     wire_metrics.go records.
//  3. traces.go, logs.go and metrics.go lay records out; check.go says which ones are refused and why,
//     attributes.go writes their attributes.
//  4. columns.go holds the columns; a Set of them becomes one block of a table
//     and a day, so that an insert of it is one part and therefore atomic.
package block

import (
	"time"

	"github.com/ClickHouse/ch-go/proto"
)

// Tables of the OpenTelemetry exporter.
const (
	Traces               = "otel_traces"
	Logs                 = "otel_logs"
	Gauge                = "otel_metrics_gauge"
	Sum                  = "otel_metrics_sum"
	Histogram            = "otel_metrics_histogram"
	ExponentialHistogram = "otel_metrics_exponential_histogram"
	Summary              = "otel_metrics_summary"
)

// Tables are all tables that blocks are made for.
var Tables = []string{Traces, Logs, Gauge, Sum, Histogram, ExponentialHistogram, Summary}

// IngestColumn holds, when a table has it, the id of the request that brought
// the row: what tells whether an insert with an unknown outcome happened.
const IngestColumn = "IngestId"

// Block is rows of one table and one day, encoded.
type Block struct {
	Table   string
	Day     int32    // days since 1970, UTC, of the time the table is partitioned by
	Rows    int      //
	Columns []string // in the order of Data
	Data    []byte   // one Native block at revision 0
}

// Options say how records are laid out.
type Options struct {
	Environment string                        // for resources that name none
	IngestID    uint64                        // value of IngestColumn
	Now         time.Time                     // arrival
	Limits      Limits                        //
	Columns     func(table string) ColumnSet  // what the table has; nil takes the exporter's own
	Buffer      func(capacityHint int) []byte // gives memory for Data; nil allocates
}

// ColumnSet names the columns of a table that can be written. A nil set stands
// for the exporter's own.
type ColumnSet map[string]bool

// Limits bound requests and records. Zero means no limit.
type Limits struct {
	Records    int           // resources, scopes, records, events, links, points, exemplars and quantiles of a request
	Values     int           // attributes, elements of lists and maps, and buckets of a request
	ValueBytes int           // longer attribute values and bodies are cut
	KeyBytes   int           // records with longer attribute keys are refused
	Attributes int           // records with more attributes in one map are refused
	Age        time.Duration // older records are refused: retention would drop them at once
	Ahead      time.Duration // records further in the future are refused
	Days       int           // different days in one request
}

// DefaultLimits suit SDKs with generous settings; Age is left to retention.
var DefaultLimits = Limits{Records: 500_000, Values: 4_000_000, ValueBytes: 1 << 20, KeyBytes: 1024, Attributes: 1024, Ahead: 24 * time.Hour, Days: 64}

// set is the columns of one table.
type set struct {
	table   string
	columns []column
	ingest  proto.ColUInt64
}

type column struct {
	name  string
	extra bool // not in the exporter's own table
	data  resettable
}

type resettable interface {
	proto.ColInput
	Reset()
}

func (s *set) add(name string, c resettable) {
	s.columns = append(s.columns, column{name: name, data: c})
}

// own adds a column that only our tables have.
func (s *set) own(name string, c resettable) {
	s.columns = append(s.columns, column{name: name, extra: true, data: c})
}

func (s *set) reset() {
	for _, c := range s.columns {
		c.data.Reset()
	}
	s.ingest.Reset()
}

// encode writes the set as one block of the columns that the table has.
func (s *set) encode(rows int, day int32, o *Options) Block {
	var have ColumnSet
	if o.Columns != nil {
		have = o.Columns(s.table)
	}
	b := Block{Table: s.table, Day: day, Rows: rows}
	input := make([]proto.InputColumn, 0, len(s.columns)+1)
	for _, c := range s.columns {
		if have == nil && !c.extra || have[c.name] {
			input = append(input, proto.InputColumn{Name: c.name, Data: c.data})
			b.Columns = append(b.Columns, c.name)
		}
	}
	if have[IngestColumn] {
		for range rows {
			s.ingest.Append(o.IngestID)
		}
		input = append(input, proto.InputColumn{Name: IngestColumn, Data: &s.ingest})
		b.Columns = append(b.Columns, IngestColumn)
	}
	var out proto.Buffer
	if o.Buffer != nil {
		out.Buf = o.Buffer(s.size())
	}
	raw := proto.Block{Columns: len(input), Rows: rows}
	if err := raw.EncodeRawBlock(&out, 0, input); err != nil {
		panic("block: columns of " + s.table + " disagree: " + err.Error()) // a column was not appended to: a bug here, not bad input
	}
	b.Data = out.Buf
	return b
}

// size estimates the encoded bytes.
func (s *set) size() int {
	n := 4096
	for _, c := range s.columns {
		if t, ok := c.data.(interface{ size() int }); ok {
			n += t.size()
		} else {
			n += 8 * c.data.Rows()
		}
	}
	return n
}
