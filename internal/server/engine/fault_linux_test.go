package engine_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"platform/internal/server/engine"
	"platform/internal/server/engine/enginetest"
	"platform/internal/server/engine/supervisor"
)

// running counts the statements that contain text.
func (c *client) running(text string) string {
	return c.ok("SELECT count() FROM system.processes WHERE position(query, '"+text+"') > 0 AND position(query, 'system.processes') = 0 FORMAT TSV", nil, "database=default")
}

func TestLeavingEndsTheStatementAndFreesItsPlace(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{Reads: 2})
	c := newClient(t, e.Socket())
	for i := range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan reply)
		sql, params := forever, []string{}
		if i > 2 { // the engine writes a statement with parameters anew
			sql, params = forever+" AND {p:UInt8} = 1", []string{"param_p=1"}
		}
		go func() { done <- c.send(ctx, http.MethodPost, strings.NewReader(sql), nil, params...) }()
		waitFor(t, "the statement to run", func() bool { return c.running("sipHash64") == "1" })
		cancel()
		<-done
		waitFor(t, "the statement to end", func() bool { return c.running("sipHash64") == "0" })
	}
	var wg sync.WaitGroup
	for range 2 { // both places are free
		wg.Go(func() { c.ok("SELECT sleep(0.1)", nil) })
	}
	wg.Wait()
}

func TestLeavingWithinTheOutputEndsTheStatement(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{})
	c := newClient(t, e.Socket())
	resp, err := c.http.Post("http://engine/", "", strings.NewReader("SELECT number FROM numbers(1000000000000)"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, resp.Body, 10<<20); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	waitFor(t, "the statement to end", func() bool { return c.running("1000000000000") == "0" })
}

// A statement can be ended between two functions; this one spends its time in a single one.
func TestAStatementThatDoesNotEndBringsTheEngineDownAndUpAgain(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{Stuck: 200 * time.Millisecond})
	c := newClient(t, e.Socket())
	const long = "SELECT sum(editDistance(repeat('a', 60000 + number), repeat('b', 60000))) FROM numbers(100)"
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan reply)
	go func() {
		done <- c.send(ctx, http.MethodPost, strings.NewReader(long), nil, "session_id=s")
	}()
	waitFor(t, "the statement to be within the function", func() bool {
		return c.ok("SELECT count() FROM system.processes WHERE elapsed > 1 AND position(query, 'editDistance') > 0 AND position(query, 'system.processes') = 0", nil) == "1"
	})
	cancel()
	<-done
	waitFor(t, "a restart", func() bool { return e.Restarts() == 1 && e.Ready() == nil })
	if got := c.ok("SELECT 1", nil); got != "1" {
		t.Errorf("got %q", got)
	}
}

// libchdb asks standard input for data on every insert; where that is the pipe by which the
// engine learns of its server's end, one insert in many thousands waited for ever.
func TestNothingCanBeWaitedForOnStandardInput(t *testing.T) {
	enginetest.Start(t)
	if stdin, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/0", enginetest.PID())); err != nil || stdin != os.DevNull {
		t.Errorf("it is %s, %v", stdin, err)
	}
}

func TestStatementsRunSideBySide(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{Reads: 4})
	c := newClient(t, e.Socket())
	var wg sync.WaitGroup
	var together atomic.Bool
	for range 3 {
		wg.Go(func() {
			c.ok("SELECT sleepEachRow(1.5) /* together */ FROM numbers(2) SETTINGS max_block_size = 1", nil)
		})
	}
	wg.Go(func() {
		waitFor(t, "three at once", func() bool { return c.running("together") == "3" })
		together.Store(true)
	})
	wg.Wait()
	if !together.Load() {
		t.Error("they ran one after the other")
	}
}

func TestSlowReadsDoNotHoldUpWrites(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{Reads: 2, Writes: 2})
	c := newClient(t, e.Socket())
	c.ok("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a", nil)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() { c.send(ctx, http.MethodPost, strings.NewReader(forever), nil) })
	}
	c.ok("INSERT INTO t VALUES (1)", nil)
	c.ok("SHOW TABLES", nil)
	cancel()
	wg.Wait()
	if got := c.ok("SELECT count() FROM t", nil); got != "1" {
		t.Errorf("%s rows", got)
	}
}

func TestMemoryLimitRefusesAndLivesOn(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{Memory: 512 << 20})
	c := newClient(t, e.Socket())
	pid := e.PID()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			c.fails(500, "241", "memory limit exceeded", "SELECT length(groupArray(number)) FROM numbers(10000000000)")
		})
	}
	wg.Wait()
	// A result far larger than the limit passes through.
	resp, err := c.http.Post("http://engine/?default_format=JSON", "", strings.NewReader("SELECT repeat('x', 100) AS s FROM numbers(6000000)"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var end lastBytes
	if n, err := io.Copy(&end, resp.Body); err != nil || n < 600<<20 {
		t.Errorf("%d bytes, %v: %s", n, err, end)
	}
	if e.PID() != pid {
		t.Error("the engine died")
	}
}

// lastBytes keeps the end of what is written to it.
type lastBytes []byte

func (l *lastBytes) Write(p []byte) (int, error) {
	*l = append(*l, p...)
	*l = append((*l)[:0], (*l)[max(0, len(*l)-500):]...)
	return len(p), nil
}

func TestAHundredClients(t *testing.T) {
	c := open(t)
	c.ok("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a", nil)
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			for j := range 3 {
				if r := c.post(strings.NewReader(fmt.Sprintf("INSERT INTO t VALUES (%d)", i*3+j)), nil); r.status != 200 {
					t.Errorf("insert: %d %s", r.status, r.body)
				}
				if r := c.post(strings.NewReader("SELECT count() > 0 FROM t"), nil); r.body != "1\n" {
					t.Errorf("select: %d %s", r.status, r.body)
				}
			}
		})
	}
	wg.Wait()
	if got := c.ok("SELECT count(), uniqExact(a) FROM t", nil); got != "300\t300" {
		t.Errorf("rows: %s", got)
	}
}

func TestKilledEngineComesBackWithWhatItAcknowledged(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{})
	c := newClient(t, e.Socket())
	c.ok("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a", nil)
	var acknowledged sync.Map
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for i := w; ctx.Err() == nil; i += 3 {
				if r := c.post(strings.NewReader(fmt.Sprint(i)), nil, "query=INSERT INTO t FORMAT TSV"); r.status == 200 {
					acknowledged.Store(i, true)
				} else if r.status == 0 {
					_ = e.WaitReady(ctx)
				}
			}
		})
	}
	wg.Go(func() {
		for ctx.Err() == nil {
			if r := c.send(ctx, http.MethodPost, strings.NewReader("SELECT sleep(0.05), count() FROM t"), nil); r.status == 0 {
				_ = e.WaitReady(ctx)
			}
		}
	})
	for range 5 {
		before := size(&acknowledged)
		waitFor(t, "inserts", func() bool { return size(&acknowledged) > before+20 })
		restarts := e.Restarts()
		if err := syscall.Kill(e.PID(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		waitFor(t, "a restart", func() bool { return e.Restarts() > restarts && e.Ready() == nil })
	}
	cancel()
	wg.Wait()
	have := map[string]bool{}
	for line := range strings.SplitSeq(c.ok("SELECT a FROM t", nil), "\n") {
		if have[line] {
			t.Errorf("%s is there twice", line)
		}
		have[line] = true
	}
	acknowledged.Range(func(k, _ any) bool {
		if !have[fmt.Sprint(k)] {
			t.Errorf("%v was acknowledged and is lost", k)
		}
		return true
	})
	t.Logf("%d acknowledged, %d there, %d restarts", size(&acknowledged), len(have), e.Restarts())
}

func size(m *sync.Map) (n int) {
	m.Range(func(any, any) bool { n++; return true })
	return n
}

func TestWhileItIsDownItSaysWhenToRetry(t *testing.T) {
	enginetest.Library(t)
	opts := enginetest.Supervised(engine.Options{DataDir: t.TempDir()}, "keep")
	opts.FirstDelay = time.Hour
	e, err := supervisor.Start(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Stop()
	if err := e.Ready(); err != nil {
		t.Errorf("ready: %v", err)
	}
	if err := syscall.Kill(e.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "it to be down", func() bool { return e.Ready() != nil })
	var down *supervisor.Unavailable
	if err := e.Ready(); !asUnavailable(err, &down) || down.RetryAfter < time.Second {
		t.Errorf("got %v", err)
	}
}

func asUnavailable(err error, target **supervisor.Unavailable) (ok bool) {
	*target, ok = err.(*supervisor.Unavailable)
	return ok
}

func TestAnEngineThatCannotStartSaysWhy(t *testing.T) {
	enginetest.Library(t)
	opts := enginetest.Supervised(engine.Options{DataDir: t.TempDir(), Library: "/nowhere/libchdb.so"}, "keep")
	if _, err := supervisor.Start(t.Context(), opts); err == nil || !strings.Contains(err.Error(), "not installed") {
		t.Errorf("got %v", err)
	}
}

func TestASecondEngineOnTheSameDataIsRefused(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{DataDir: t.TempDir()})
	c := newClient(t, e.Socket())
	c.ok("CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a", nil)
	dir := strings.TrimSuffix(e.Socket(), "/engine.sock")
	_, err := supervisor.Start(t.Context(), enginetest.Supervised(engine.Options{DataDir: dir, Socket: t.TempDir() + "/s"}, "keep"))
	if err == nil || !strings.Contains(err.Error(), "another engine uses") {
		t.Errorf("got %v", err)
	}
	c.ok("SELECT * FROM t", nil)
}

func TestStoppingLetsStatementsFinish(t *testing.T) {
	dir := t.TempDir()
	e := enginetest.StartOwn(t, engine.Options{DataDir: dir})
	c := newClient(t, e.Socket())
	c.ok("CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a", nil)
	done := make(chan reply)
	go func() {
		done <- c.post(strings.NewReader("SELECT sleepEachRow(1), 'finished' FROM numbers(2) SETTINGS max_block_size = 1"), nil)
	}()
	waitFor(t, "the statement to run", func() bool { return c.running("finished") == "1" })
	if err := e.Stop(); err != nil {
		t.Fatal(err)
	}
	if r := <-done; r.status != 200 || !strings.Contains(r.body, "finished") {
		t.Errorf("status %d: %s", r.status, r.body)
	}
	again := enginetest.StartOwn(t, engine.Options{DataDir: dir})
	if got := newClient(t, again.Socket()).ok("SELECT count() FROM t", nil); got != "0" {
		t.Errorf("after a restart: %s", got)
	}
}

func TestTheEngineEndsWithItsParent(t *testing.T) {
	enginetest.Library(t)
	if os.Getenv("ENGINE_TEST_PARENT") != "" {
		dir := os.Getenv("ENGINE_TEST_PARENT")
		e, err := supervisor.Start(t.Context(), enginetest.Supervised(engine.Options{DataDir: dir}, dir))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("pid", e.PID())
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestTheEngineEndsWithItsParent$")
	dir := t.TempDir()
	cmd.Env = append(os.Environ(), "ENGINE_TEST_PARENT="+dir)
	cmd.WaitDelay = 30 * time.Second // the engine holds the output open until it ends
	out, _ := cmd.CombinedOutput()
	_, after, ok := strings.Cut(string(out), "pid ")
	var pid int
	if _, err := fmt.Sscan(after, &pid); !ok || err != nil {
		t.Fatalf("no engine: %s", out)
	}
	waitFor(t, "the engine to end", func() bool {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || strings.Contains(string(state), ") Z ")
	})
	if _, err := os.Stat(dir); err == nil { // removed by the engine itself, after its tables were closed
		t.Error("the engine was cut short")
	}
}

func TestAFullDiskRefusesAndRecovers(t *testing.T) {
	enginetest.Library(t)
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("a small file system cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	e := enginetest.StartOwn(t, engine.Options{DataDir: dir})
	c := newClient(t, e.Socket())
	c.ok("CREATE TABLE t (a UInt64, s String CODEC(NONE)) ENGINE = MergeTree ORDER BY a", nil)
	acknowledged := 0
	for i := 0; ; i++ {
		r := c.post(strings.NewReader(fmt.Sprintf("INSERT INTO t SELECT %d, randomString(4000000)", i)), nil)
		if r.status == 200 {
			acknowledged++
			continue
		}
		if code := r.header.Get("X-ClickHouse-Exception-Code"); code != "243" && !strings.Contains(r.body, "No space left") {
			t.Errorf("refused with %d %s: %s", r.status, code, r.body)
		}
		break
	}
	if got := c.ok("SELECT count() FROM t", nil); got != fmt.Sprint(acknowledged) {
		t.Errorf("%s rows, %d acknowledged", got, acknowledged)
	}
	c.ok("TRUNCATE TABLE t SYNC", nil)
	waitFor(t, "room", func() bool {
		return c.post(strings.NewReader("INSERT INTO t SELECT 1, randomString(4000000)"), nil).status == 200
	})
}

func TestDroppedTablesGiveTheirRoomBack(t *testing.T) {
	dir := t.TempDir()
	e := enginetest.StartOwn(t, engine.Options{DataDir: dir})
	c := newClient(t, e.Socket())
	c.ok("CREATE DATABASE p", nil)
	c.ok("CREATE TABLE p.t (a UInt64) ENGINE = MergeTree ORDER BY a", nil)
	c.ok("INSERT INTO p.t SELECT number FROM numbers(1000000)", nil)
	path := c.ok("SELECT arrayElement(data_paths, 1) FROM system.tables WHERE database = 'p' AND name = 't'", nil)
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	c.ok("DROP DATABASE p SYNC", nil) // does not wait for ever
	if err := e.Stop(); err != nil {
		t.Fatal(err)
	}
	enginetest.StartOwn(t, engine.Options{DataDir: dir})
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", path, err)
	}
}

func TestALoopbackAddressAsksForThePassword(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{Addr: "127.0.0.1:18999", Password: "p&ss"})
	_ = e
	get := func(password string) int {
		u := url.URL{Scheme: "http", Host: "127.0.0.1:18999", Path: "/", RawQuery: "query=SELECT+1"}
		if password != "" {
			u.User = url.UserPassword("default", password)
		}
		resp, err := http.Get(u.String())
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
	if got := get("p&ss"); got != 200 {
		t.Errorf("with the password: %d", got)
	}
	for _, wrong := range []string{"", "no"} {
		if got := get(wrong); got != 401 {
			t.Errorf("with %q: %d", wrong, got)
		}
	}
	if err := engine.Run(t.Context(), engine.Options{DataDir: t.TempDir(), Socket: "s", Addr: "0.0.0.0:1", Password: "x"}); err == nil {
		t.Error("it listened for everybody")
	}
}

// A browser that goes to another page drops its requests at any moment, also
// before their statement begins.
func TestLeavingEarlyEndsNoStatementOfOthers(t *testing.T) {
	c := open(t)
	stop, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := 0; stop.Err() == nil; i++ {
				ctx, leave := context.WithTimeout(stop, time.Duration(i%20)*time.Millisecond/4)
				c.send(ctx, http.MethodPost, strings.NewReader("SELECT 1"), nil, "max_threads=1", "max_block_size=1000")
				leave()
			}
		})
	}
	for range 60 {
		if got := c.ok("SELECT count(), sum(sleepEachRow(0.001)) FROM numbers(20)", nil); got != "20\t0" {
			t.Fatalf("got %q", got)
		}
	}
	cancel()
	wg.Wait()
}
