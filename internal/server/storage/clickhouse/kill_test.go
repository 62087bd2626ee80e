package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	ch "github.com/ClickHouse/clickhouse-go/v2"

	"platform/internal/server/engine/enginetest"
)

// kills is how often the engine is killed; PLATFORM_TEST_KILLS changes it.
func kills(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("PLATFORM_TEST_KILLS"))
	if err != nil {
		return 5
	}
	return n
}

func TestKilledUnderLoadEveryBlockIsThereOnce(t *testing.T) {
	e := enginetest.StartOwn(t, enginetestOptions())
	db := openOn(t, e.Socket())
	blocks := make([][]byte, 400)
	for i := range blocks {
		blocks[i] = spanBlock(t, db, i, 200)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var next, acknowledged, retried atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := next.Add(1)
				token := fmt.Sprint("request-", i)
				// A sender repeats until it has an answer: the outcome may be unknown.
				for {
					err := db.InsertBlock(t.Context(), "otel_traces", spanColumns, blocks[int(i)%len(blocks)], InsertOptions{Token: token})
					if err == nil {
						break
					}
					var down *Unavailable
					var refused *ch.Exception
					if !errors.As(err, &down) && errors.As(err, &refused) {
						t.Errorf("refused: %v", err)
						return
					}
					retried.Add(1)
					time.Sleep(2 * time.Millisecond)
					if err := e.WaitReady(t.Context()); err != nil {
						t.Error(err)
						return
					}
				}
				acknowledged.Add(1)
			}
		})
	}
	for range kills(t) {
		before := acknowledged.Load()
		for acknowledged.Load() < before+3 && !t.Failed() {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond) // a random moment within an insert
		restarts := e.Restarts()
		if err := syscall.Kill(e.PID(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		for (e.Restarts() == restarts || e.Ready() != nil) && !t.Failed() {
			time.Sleep(time.Millisecond)
		}
	}
	cancel()
	wg.Wait()
	n := uint64(acknowledged.Load())
	for sql, want := range map[string]uint64{
		"SELECT count() FROM otel_traces":                                           200 * n,
		"SELECT count() FROM otel_traces_trace_id_ts":                               20 * n,
		"SELECT sum(c) FROM (SELECT count() AS c FROM otel_traces GROUP BY SpanId)": 200 * n,
	} {
		if got := count(t, db, sql); got != want {
			t.Errorf("%s = %d; want %d", sql, got, want)
		}
	}
	t.Logf("%d blocks acknowledged, %d repeated, %d kills", n, retried.Load(), e.Restarts())
}
