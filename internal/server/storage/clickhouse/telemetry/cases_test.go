package telemetry_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

// casesOf is how many cases a test tries: a tenth in short runs. The test's log tells.
func casesOf(t *testing.T, n int) int {
	if testing.Short() {
		n = max(1, n/10)
	}
	t.Logf("%d cases", n)
	return n
}

// someRange is a part of the hour after telemetrytest.Start.
func someRange(rnd *rand.Rand) query.Range {
	from := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(50 * time.Minute))))
	return query.Range{From: from, To: from.Add(time.Duration(rnd.Int64N(int64(40*time.Minute))) + time.Second)}
}

func inside(r query.Range, at time.Time) bool { return !at.Before(r.From) && at.Before(r.To) }

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// open are databases by the id of their target.
type open map[string]*clickhouse.DB

func (o open) Open(_ context.Context, target tenancy.Target) (*clickhouse.DB, error) {
	return o[target.ID], nil
}
