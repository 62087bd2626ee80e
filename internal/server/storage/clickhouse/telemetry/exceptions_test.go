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

// groupOf stores an exception and returns the group it makes.
func groupOf(t *testing.T, w *telemetrytest.World, message, stack string) domain.ExceptionGroup {
	t.Helper()
	at := telemetrytest.Start
	s := telemetrytest.Span{Trace: telemetrytest.Hex(rand.Uint64(), 16), ID: telemetrytest.Hex(rand.Uint64(), 8), Service: "s", Name: "n", Start: at, Failed: true,
		Events: []telemetrytest.Event{{At: at, Name: "exception", Attributes: attributes{"exception.type": "E", "exception.message": message, "exception.stacktrace": stack}}}}
	w.Spans(s)
	found, err := w.Store.ExceptionGroups(t.Context(), domain.ExceptionViews{Traces: w.View, Logs: w.View}, query.Range{From: at, To: at.Add(time.Second)},
		[]query.Filter{{Key: query.Key{Source: query.Field, Key: "traceId"}, Op: query.Equals, Value: s.Trace}}, 10, 24)
	if err != nil || len(found) != 1 || found[0].Type != "E" {
		t.Fatalf("%q: %+v, %v", message, found, err)
	}
	return found[0]
}

func TestTheShapeOfAMessageLeavesOutWhatDiffersBetweenOccurrences(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	f := func(message, shape string) {
		t.Helper()
		if got := groupOf(t, w, message, "").Shape; got != shape {
			t.Errorf("%q: %q; want %q", message, got, shape)
		}
	}
	f("", "")
	f("user 42 not found in 3.5 s, 7 of 12.5ms", "user <n> not found in <n> s, <n> of <n>ms")
	f("can't open 'a b' or \"c d\" or `e` or “f”\nsecond line", "can't open <text> or <text> or <text> or <text>")
	f("column doesn't exist: user's", "column doesn't exist: user's")
	f("id 123e4567-e89b-12d3-a456-426614174000 at 0xFF0a", "id <id> at <id>")
	f("token deadbeef01 refused", "token <id> refused")
	f("request req_0cea9bb111b16a92 failed", "request req_<id> failed")
	f("request req_011CSHoEeqs5C35K2UUqR7Fy failed", "request req_<id> failed")
	f("pod api-7d9f8b6c5d-x2k4q is gone", "pod api-<id>-<id> is gone")
	f("Tried to allocate 99999 bytes", "Tried to allocate <n> bytes")
	f("Tried to allocate 1234567890 bytes", "Tried to allocate <n> bytes")
	f("dial tcp 10.0.12.7:5432: connect: connection refused", "dial tcp <address>:<n>: connect: connection refused")
	f("no route to 2001:db8:0:0:1:0:0:1 from 52:54:00:12:34:56", "no route to <address> from <address>")
	f("no mailbox ada.l+test@mail.example.org", "no mailbox <address>")
	f("open /tmp/tmpk_x9/upload.bin: no such file or directory", "open <path>: no such file or directory")
	f(`Could not find file C:\Users\ada\a.txt.`, "Could not find file <path>")
	f("read/write of application/json and I/O", "read/write of application/json and I/O")
	f("GET https://api.example.org/v1/users/ada?x=y: 404", "GET https://api.example.org/<path> <n>")
	f("expired at 2026-11-15T12:30:45.123Z", "expired at <time>")
	f("expired at 2026-11-15 12:30:45", "expired at <time>")
	f("Error code: 429 - {'error': {'message': \"It's enough\", 'type': 'rate_limit'}}", "Error code: <n> - {<text>: {<text>: <text>, <text>: <text>}}")
}

func TestTheTopFrameOfAStackTraceIsTheOneThatFailedWithoutItsLine(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	// f checks that a trace has the same frame after all numbers of lines have changed; %d is where they are.
	f := func(stack, frame string) {
		t.Helper()
		for _, line := range []int{7, 1234} {
			var lines []any
			for i := range stack {
				if i+1 < len(stack) && stack[i:i+2] == "%d" {
					lines = append(lines, line+len(lines))
				}
			}
			if got := groupOf(t, w, "m", fmt.Sprintf(stack, lines...)).Frame; got != frame {
				t.Errorf("%q; want %q of\n%s", got, frame, stack)
			}
		}
	}
	f("", "")
	f("no stack at all", "")
	f("Traceback (most recent call last):\n  File \"main.py\", line %d, in run\n    go()\n    ~~^^\n  File \"lib/db.py\", line %d, in connect\n    raise E\nE: x", `File "lib/db.py", in connect`)                                                                                                                                                                                                                                         // Python
	f("Traceback (most recent call last):\n  File \"a.py\", line %d, in read\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"b.py\", line %d, in <module>\nE: x", `File "b.py", in <module>`)                                                                                                                                                          // Python, chained
	f("java.io.IOException: x\n\tat com.acme.Db.connect(Db.java:%d)\n\tat com.acme.Main.main(Main.java:%d)\nCaused by: java.net.ConnectException\n\tat java.base/sun.nio.ch.Net.pollConnect(Native Method)\n\t... 3 more", "com.acme.Db.connect(Db.java)")                                                                                                                                                                                 // Java
	f("E: x\n\tat org.acme.Web.get(Web.java:%d) ~[acme-web-5.%d.1.jar:5.3.1]\n", "org.acme.Web.get(Web.java)")                                                                                                                                                                                                                                                                                                                             // Java, library
	f("E: x\n\tat com.acme.Db$$Lambda$%d/0x0000000800c%d.run(Unknown Source)\n", "com.acme.Db$$Lambda.run(Unknown Source)")                                                                                                                                                                                                                                                                                                                // Java, lambda
	f("E: x\n\tat jdk.proxy2/jdk.proxy2.$Proxy%d.save(Unknown Source)\n", "jdk.proxy2/jdk.proxy2.$Proxy.save(Unknown Source)")                                                                                                                                                                                                                                                                                                             // Java, proxy
	f("TypeError: x is not a function\n    at Object.connect (/app/dist/db.js:%d:%d)\n    at async main (/app/dist/main.js:1:1)", "Object.connect (/app/dist/db.js)")                                                                                                                                                                                                                                                                      // JavaScript
	f("Error: x\n    at file:///app/dist/db.mjs:%d:%d\n", "file:///app/dist/db.mjs")                                                                                                                                                                                                                                                                                                                                                       // JavaScript, file
	f("Error: x\n    at t.load (https://acme.org/assets/index-8f3b2c1d%d.js:%d:5)\n", "t.load (https://acme.org/assets/index.js)")                                                                                                                                                                                                                                                                                                         // JavaScript, made
	f("load@https://acme.org/assets/app.js:%d:%d\nrun@https://acme.org/assets/app.js:1:2\n", "load@https://acme.org/assets/app.js")                                                                                                                                                                                                                                                                                                        // Firefox
	f("System.InvalidOperationException: x\n   at Acme.Db.Connect(String host) in /src/Db.cs:line %d\n   at Program.<Main>$(String[] args) in /src/Program.cs:line %d", "Acme.Db.Connect(String host) in /src/Db.cs")                                                                                                                                                                                                                      // .NET
	f("app/models/user.rb:%d:in `save': x (RuntimeError)\n\tfrom app/jobs/sync.rb:%d:in `perform'\n", "app/models/user.rb:in `save'")                                                                                                                                                                                                                                                                                                      // Ruby 3.3
	f("app/models/user.rb:%d:in 'User#save': x (RuntimeError)\n\tfrom app/jobs/sync.rb:%d:in 'block in Sync#perform'\n", "app/models/user.rb:in 'User#save'")                                                                                                                                                                                                                                                                              // Ruby 3.4
	f("#0 /app/src/Db.php(%d): Acme\\Db->connect()\n#1 /app/index.php(%d): main()\n#2 {main}", `/app/src/Db.php: Acme\Db->connect()`)                                                                                                                                                                                                                                                                                                      // PHP
	f("goroutine %d [running]:\nmain.connect(0xc00%d)\n\t/src/main.go:%d +0x1d\nmain.main()\n\t/src/main.go:%d", "main.connect")                                                                                                                                                                                                                                                                                                           // Go
	f("goroutine %d [running]:\nruntime/debug.Stack()\n\t/go/src/runtime/debug/stack.go:%d +0x5e\ngo.opentelemetry.io/otel/sdk/trace.recordStackTrace()\n\t/go/pkg/mod/go.opentelemetry.io/otel/sdk@v1.47.0/trace/span.go:%d +0x1e\ngo.opentelemetry.io/otel/sdk/trace.(*recordingSpan).RecordError(0xc000, {0x1, 0x2})\n\t/go/pkg/mod/span.go:%d +0x3\nacme.org/shop.(*Cart).Pay(...)\n\t/src/cart.go:%d\n", "acme.org/shop.(*Cart).Pay") // Go, recorded
	f("goroutine %d [running]:\nruntime/debug.Stack()\n\t/go/src/runtime/debug/stack.go:%d +0x5e\nmain.serve.func1()\n\t/src/serve.go:%d +0x2\npanic({0x4, 0x5})\n\t/go/src/runtime/panic.go:%d +0x1\nruntime.goPanicIndex(0x5, 0x3)\n\t/go/src/runtime/panic.go:%d +0x7\nmain.Map[...](0x1)\n\t/src/map.go:%d +0x1\ncreated by main.main in goroutine 1\n\t/src/main.go:5", "main.Map[...]")                                              // Go, recovered
	f("no such host\nacme.org/shop.find\n\t/src/find.go:%d\nmain.main\n\t/src/main.go:%d\n", "acme.org/shop.find")                                                                                                                                                                                                                                                                                                                         // Go, wrapped
}
