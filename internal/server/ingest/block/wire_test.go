package block

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"time"
)

// way is how requests of a signal are read, and what that must come to.
type way struct {
	read, decode func(body []byte, o *Options) ([]Block, *Report, error)
}

var (
	traces  = way{ReadTraces, decodeTraces}
	logs    = way{ReadLogs, decodeLogs}
	metrics = way{ReadMetrics, decodeMetrics}
)

// everyColumn is tables with all columns.
var everyColumn = func() map[string]ColumnSet {
	tables := map[string]ColumnSet{}
	for _, s := range []*set{&newSpans().set, &newRecords().set, &newGauges().set, &newSums().set,
		&newHistograms().set, &newExponentials().set, &newSummaries().set} {
		tables[s.table] = ColumnSet{IngestColumn: true}
		for _, c := range s.columns {
			tables[s.table][c.name] = true
		}
	}
	return tables
}()

// oneRecord is a request of one record.
func oneRecord(record []byte) []byte { return wrap(1, wrap(2, wrap(2, record))) }

// compare holds that a body means the same read from the wire and decoded first.
func (way way) compare(t *testing.T, body []byte) *Report {
	t.Helper()
	o := func() *Options {
		return &Options{Environment: "e", IngestID: 7, Now: arrived, Columns: func(table string) ColumnSet { return everyColumn[table] },
			Limits: Limits{ValueBytes: 30, KeyBytes: 12, Attributes: 5, Age: 24 * time.Hour, Ahead: time.Hour, Days: 2}}
	}
	got, report, err := way.read(body, o())
	want, wantReport, wantErr := way.decode(body, o())
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("from the wire: %v, decoded: %v\n%x", err, wantErr, body)
	}
	if err != nil {
		return nil
	}
	if *report != *wantReport || len(got) != len(want) {
		t.Fatalf("%d blocks, %+v; want %d, %+v\n%x", len(got), report, len(want), wantReport, body)
	}
	for i := range want {
		if got[i].Table != want[i].Table || got[i].Day != want[i].Day || got[i].Rows != want[i].Rows || !bytes.Equal(got[i].Data, want[i].Data) {
			t.Fatalf("block %d of %s differs:\n%q\n%q\n%x", i, want[i].Table, got[i].Data, want[i].Data, body)
		}
	}
	return report
}

func TestRecordsMeanTheSameFromTheWireAndDecoded(t *testing.T) {
	f := func(way way, body []byte, accepted bool) {
		t.Helper()
		if r := way.compare(t, body); accepted && (r == nil || r.Accepted == 0) {
			t.Errorf("nothing of %x was accepted", body)
		}
	}
	f(traces, encode(t, variedSpans()), true)
	f(logs, encode(t, variedRecords()), true)
	f(metrics, encode(t, variedMetrics()), true)

	for _, way := range []way{traces, logs, metrics} {
		f(way, nil, false)
		id := wrap(1, make([]byte, 16))
		for _, body := range [][]byte{
			oneRecord(id), oneRecord(wrap(1, []byte("short"))), oneRecord([]byte{7<<3 | varint, 1}), oneRecord([]byte{3<<3 | 3}), // a group
			wrap(1, wrap(1000, wrap(2, id))), // a former name of scopes
			wrap(1, append(wrap(1000, wrap(2, id)), wrap(2, wrap(2, id))...)),
			wrap(1, append(wrap(2, wrap(2, id)), wrap(1, wrap(1, wrap(1, []byte("k"))))...)), // the resource after its records
			{1<<3 | varint, 1}, wrap(1, []byte{2<<3 | varint, 1}), wrap(2, []byte("unknown")),
			{0x8a, 0x80, 0x80, 0x80, 0x80, 0x01, 0}, // field 1, by a number of 33 bits
		} {
			f(way, body, false)
		}
	}
	value := wrap(2, append(wrap(1, []byte("a")), wrap(5, wrap(1, wrap(1, []byte("b"))))...))
	for _, attribute := range [][]byte{
		wrap(1, []byte("k")),
		append(value, wrap(2, wrap(1, []byte("last")))...), // a value that is set twice
		append(value, wrap(2, nil)...),
		wrap(3, nil), wrap(2, []byte{8<<3 | varint, 1}), // of profiles
	} {
		f(traces, oneRecord(wrap(9, attribute)), false)
		f(logs, oneRecord(wrap(6, attribute)), false)
		f(metrics, oneRecord(wrap(5, wrap(1, wrap(7, attribute)))), false)
	}
	f(traces, oneRecord(wrap(15, wrap(2, []byte("m")))), false)
	gauge, sum := wrap(5, wrap(1, nil)), wrap(7, append(wrap(1, nil), 2<<3|varint, 2, 3<<3|varint, 1))
	f(metrics, oneRecord(append(gauge, sum...)), false) // data that is set twice
	f(metrics, oneRecord(append(wrap(5, wrap(1, []byte{2<<3 | varint, 1})), sum...)), false)
}

func TestGeneratedRequestsMeanTheSameFromTheWireAndDecoded(t *testing.T) {
	for name, signal := range map[string]struct {
		way
		message *message
	}{"traces": {traces, tracesMessage}, "logs": {logs, logsMessage}, "metrics": {metrics, metricsMessage}} {
		t.Run(name, func(t *testing.T) {
			accepted := 0
			for seed := range uint64(200) {
				g := generator{rand.New(rand.NewPCG(seed, 1)), seed%4 == 3}
				if report := signal.compare(t, g.message(signal.message, 0)); report != nil {
					accepted += report.Accepted
				}
			}
			if accepted < 100 {
				t.Errorf("only %d records were laid out", accepted)
			}
		})
	}
}

func TestValuesNestedTooDeepAreRefusedUnderEveryName(t *testing.T) {
	deep := []byte{}
	for range maxNesting + 1 {
		deep = wrap(5, wrap(1, deep))
	}
	attribute := wrap(2, deep)

	f := func(name string, way way, body []byte) {
		t.Helper()
		for how, read := range map[string]func([]byte, *Options) ([]Block, *Report, error){"read": way.read, "decoded": way.decode} {
			if _, _, err := read(body, &Options{}); err != errNesting {
				t.Errorf("%s, %s: %v", name, how, err)
			}
		}
	}
	f("span", traces, oneRecord(wrap(9, attribute)))
	f("event", traces, oneRecord(wrap(11, wrap(3, attribute))))
	f("link", traces, oneRecord(wrap(13, wrap(4, attribute))))
	f("scope", traces, wrap(1, wrap(2, wrap(1, wrap(3, attribute)))))
	f("former scope", logs, wrap(1, wrap(1000, wrap(1, wrap(3, attribute)))))
	f("former record", traces, wrap(1, wrap(1000, wrap(2, wrap(9, attribute)))))
	f("resource", metrics, wrap(1, wrap(1, wrap(1, attribute))))
	f("body", logs, oneRecord(wrap(5, deep)))
	f("log record", logs, oneRecord(wrap(6, attribute)))
	f("metadata", metrics, oneRecord(wrap(12, attribute)))
	f("gauge", metrics, oneRecord(wrap(5, wrap(1, wrap(7, attribute)))))
	f("exemplar", metrics, oneRecord(wrap(7, wrap(1, wrap(5, wrap(7, attribute))))))
	f("histogram", metrics, oneRecord(wrap(9, wrap(1, wrap(9, attribute)))))
	f("exponential histogram", metrics, oneRecord(wrap(10, wrap(1, wrap(1, attribute)))))
	f("summary", metrics, oneRecord(wrap(11, wrap(1, wrap(7, attribute)))))

	// The decoder takes the number of a field from 32 bits of what was sent.
	deep = nil
	for range maxNesting + 1 {
		deep = longField(5, longField(1, deep))
	}
	f("fields with numbers of 33 bits", traces, oneRecord(wrap(9, wrap(2, deep))))
}

// longField is wrap with a number that is the same in its lower 32 bits.
func longField(number uint64, content []byte) []byte {
	b := binary.AppendUvarint(nil, (1<<32|number)<<3|delimited)
	b = binary.AppendUvarint(b, uint64(len(content)))
	return append(b, content...)
}

func TestTooManyMessagesAreRefusedWhereverTheyAre(t *testing.T) {

	empty := func(number byte, n int) []byte { return bytes.Repeat([]byte{number<<3 | delimited, 0}, n) }
	f := func(name string, way way, body []byte) {
		t.Helper()
		if _, _, err := way.read(body, &Options{Limits: Limits{Records: 100, Values: 1000, Attributes: 10}}); !TooMany(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	const n, values = 101, 1001
	f("resources", traces, empty(1, n))
	f("scopes", logs, wrap(1, empty(2, n)))
	f("entities", logs, wrap(1, wrap(1, empty(3, n))))
	f("keys of an entity", logs, wrap(1, wrap(1, wrap(3, empty(4, values)))))
	f("spans", traces, wrap(1, wrap(2, empty(2, n))))
	f("log records", logs, wrap(1, wrap(2, empty(2, n))))
	f("metrics", metrics, wrap(1, wrap(2, empty(2, n))))
	f("events", traces, oneRecord(empty(11, n)))
	f("points", metrics, oneRecord(wrap(5, empty(1, n))))
	f("points that are replaced", metrics, oneRecord(append(wrap(5, empty(1, n)), wrap(5, nil)...)))
	f("exemplars", metrics, oneRecord(wrap(5, wrap(1, empty(5, n)))))
	f("quantiles", metrics, oneRecord(wrap(11, wrap(1, empty(6, n)))))
	f("attributes", logs, oneRecord(empty(6, values)))
	f("buckets", metrics, oneRecord(wrap(10, wrap(1, wrap(8, wrap(2, make([]byte, values)))))))
	f("bounds", metrics, oneRecord(wrap(9, wrap(1, wrap(7, make([]byte, 8*(values)))))))
}

func FuzzReadTraces(f *testing.F) {
	f.Add(encode(f, variedSpans()))
	f.Add(wrap(1, wrap(2, wrap(2, wrap(9, wrap(2, wrap(5, wrap(1, wrap(1, []byte("b"))))))))))
	seed(f, tracesMessage)
	f.Fuzz(func(t *testing.T, body []byte) { traces.compare(t, body) })
}

func FuzzReadLogs(f *testing.F) {
	f.Add(encode(f, variedRecords()))
	seed(f, logsMessage)
	f.Fuzz(func(t *testing.T, body []byte) { logs.compare(t, body) })
}

func FuzzReadMetrics(f *testing.F) {
	f.Add(encode(f, variedMetrics()))
	seed(f, metricsMessage)
	f.Fuzz(func(t *testing.T, body []byte) { metrics.compare(t, body) })
}
