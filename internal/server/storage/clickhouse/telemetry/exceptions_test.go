package telemetry_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
)

const (
	pythonStack = "Traceback (most recent call last):\n  File \"main.py\", line %d, in run\n    go()\n  File \"lib/db.py\", line %d, in connect\n    raise E\nE: x"
	javaStack   = "java.io.IOException: x\n\tat com.acme.Db.connect(Db.java:%d)\n\tat com.acme.Main.main(Main.java:%d)"
	goStack     = "goroutine %d [running]:\nmain.connect(0xc00%d)\n\t/src/main.go:12 +0x1d\nmain.main()\n\t/src/main.go:5"
)

func TestExceptionsAreGroupedByTypeShapeAndTopFrame(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	f := func(kind, message, stack, shape, frame string) {
		t.Helper()
		at := telemetrytest.Start
		s := telemetrytest.Span{Trace: telemetrytest.Hex(rand.Uint64(), 16), ID: telemetrytest.Hex(rand.Uint64(), 8), Service: "s", Name: "n", Start: at, Failed: true,
			Events: []telemetrytest.Event{{At: at, Name: "exception", Attributes: attributes{"exception.type": kind, "exception.message": message, "exception.stacktrace": stack}}}}
		w.Spans(s)
		found, err := w.Store.ExceptionGroups(t.Context(), domain.ExceptionViews{Traces: w.View, Logs: w.View}, query.Range{From: at, To: at.Add(time.Second)},
			[]query.Filter{{Key: query.Key{Source: query.Field, Key: "traceId"}, Op: query.Equals, Value: s.Trace}}, 10, 24)
		if err != nil || len(found) != 1 || found[0].Type != kind || found[0].Shape != shape || found[0].Frame != frame {
			t.Errorf("%q: %+v, %v", message, found, err)
		}
	}
	f("E", "user 42 not found in 3.5 s", fmt.Sprintf(pythonStack, 1, 2), "user <n> not found in <n> s", `File "lib/db.py", in connect`)
	f("E", "can't open 'a b' or \"c d\"\nsecond line", fmt.Sprintf(javaStack, 3, 4), "can't open <text> or <text>", "com.acme.Db.connect(Db.java)")
	f("E", "id 123e4567-e89b-12d3-a456-426614174000 at 0xFF0a", fmt.Sprintf(goStack, 7, 8), "id <id> at <id>", "main.connect")
	f("E", "token deadbeef01 refused", "at line 3", "token <id> refused", "line 3")
	f("E", "request req_0cea9bb111b16a92 failed", "", "request req_<id> failed", "")
	f("E", "", "", "", "")
}
