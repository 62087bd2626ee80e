package bench

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"platform/internal/server/storage/clickhouse"
	store "platform/internal/server/storage/clickhouse/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// oneDatabase is always the same.
type oneDatabase struct{ db *clickhouse.DB }

func (o oneDatabase) Open(context.Context, tenancy.Target) (*clickhouse.DB, error) { return o.db, nil }

// BenchmarkTelemetry runs each question next to the best SQL that was written by
// hand for it, by turns in the same run: x/best is the ratio of their medians. rows/small is
// how many rows the engine reads for the question over the newest hour,
// compared to a store that holds a twentieth of the time.
func BenchmarkTelemetry(b *testing.B) {
	scale := benchScale()
	full, small, socket := openDatasets(b, scale)
	b.Logf("scale %g: %s", scale, full.size(b))
	r := query.Range{From: benchEnd.Add(-full.span()), To: benchEnd}
	if full.span() > 30*time.Hour {
		r = query.Range{From: benchEnd.Add(-30 * time.Hour), To: benchEnd.Add(-6 * time.Hour)}
	}
	newest := query.Range{From: benchEnd.Add(-min(time.Hour, small.span())), To: benchEnd}
	traces := map[query.Range][]string{r: full.traces(b, r), newest: full.traces(b, newest)}
	reads := func(d dataset, next func() question) float64 {
		db, count := counted(b, socket, d.db.Database())
		s := store.New(oneDatabase{db}, store.DefaultLimits)
		view := viewOf(db)
		timed(b, func(ctx context.Context) error { return next().ours(ctx, s, view) }) // the columns of tables are read once
		count.n.Store(0)
		timed(b, func(ctx context.Context) error { return next().ours(ctx, s, view) })
		return float64(count.n.Load())
	}
	s, v := store.New(oneDatabase{full.db}, store.DefaultLimits), viewOf(full.db)
	// Every turn asks for a range of its own, as people do: the engine remembers where
	// it found nothing for the very same conditions.
	turn := 0
	at := func(r query.Range, i int) question {
		turn++
		ids := traces[r]
		return asked(query.Range{From: r.From.Add(time.Duration(turn) * time.Millisecond), To: r.To.Add(-time.Duration(turn) * 7 * time.Millisecond)}, ids[turn%len(ids)])[i]
	}
	for i, c := range asked(r, "") {
		b.Run(c.name, func(b *testing.B) {
			const turns = 5
			var ours, best []time.Duration
			for b.Loop() {
				for range turns {
					one, other := at(r, i), at(r, i)
					ours = append(ours, timed(b, func(ctx context.Context) error { return one.ours(ctx, s, v) }))
					best = append(best, timed(b, func(ctx context.Context) error { return drain(ctx, full.db, other.best) }))
				}
			}
			b.ReportMetric(float64(median(ours).Microseconds())/1000, "ms")
			b.ReportMetric(float64(median(best).Microseconds())/1000, "best-ms")
			b.ReportMetric(float64(median(ours))/float64(median(best)), "x/best")
			b.ReportMetric(reads(full, func() question { return at(r, i) }), "rows")
			b.ReportMetric(reads(full, func() question { return at(newest, i) })/max(1, reads(small, func() question { return at(newest, i) })), "rows/small")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func viewOf(db *clickhouse.DB) query.View {
	return query.View{Target: tenancy.Target{ID: db.Database(), Database: db.Database()}, Hidden: []string{"staging"}}
}

func timed(b *testing.B, f func(context.Context) error) time.Duration {
	b.Helper()
	at := time.Now()
	if err := f(b.Context()); err != nil {
		b.Fatal(err)
	}
	return time.Since(at)
}

// drain runs a query and reads its answer into values, as a program would.
func drain(ctx context.Context, db *clickhouse.DB, sql string) error {
	rows, err := db.Query(ctx, sql)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var into []any
		for _, c := range rows.ColumnTypes() {
			into = append(into, reflect.New(c.ScanType()).Interface())
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
	}
	return rows.Err()
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
