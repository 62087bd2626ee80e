package proc

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/host/hosttest"
)

// load returns the hosts of testdata and a table of it, an hour and a second
// after the host's boot.
func load(t *testing.T, o Options) (host.Root, *Table) {
	t.Helper()
	raw, err := os.ReadFile("testdata/hosts.txtar")
	if err != nil {
		t.Fatal(err)
	}
	o.Host = hosttest.Unpack(t, strings.ReplaceAll(string(raw), "␀", "\x00"))
	lines, err := filepath.Glob(filepath.Join(o.Host.Proc, "*/cmdline"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range lines { // an archive ends every file with a newline
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, bytes.TrimSuffix(raw, []byte("\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	table := New(o)
	table.read.(*linux).sinceBoot = func() time.Duration { return time.Hour + time.Second }
	return o.Host, table
}

func of(t *testing.T, table *Table, pid int) (Process, Status) {
	t.Helper()
	p, now, err := table.Of(pid)
	if err != nil {
		t.Fatal(err)
	}
	got := *p
	got.Started = time.Time{}
	return got, now
}

func TestProcessesOfANode(t *testing.T) {
	_, table := load(t, Options{CommandLine: true, MaxCommandLine: 60})
	f := func(want Process, state string, uptime time.Duration) {
		t.Helper()
		got, now := of(t, table, want.PID)
		if got != want {
			t.Errorf("process %d:\n got %+v\nwant %+v", want.PID, got, want)
		}
		if now.State != state || now.Uptime != uptime {
			t.Errorf("process %d is %+v, want %s for %s", want.PID, now, state, uptime)
		}
	}
	f(Process{PID: 1, Executable: "systemd", CommandLine: "/sbin/init", Owner: "root", OwnerID: "0", OnHost: true, Kind: "other", Framework: "unknown"},
		Sleeping, time.Hour+900*time.Millisecond)
	const container, pod = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "5f1c2b3a-1111-2222-3333-444455556666"
	f(Process{PID: 4242, Executable: "vllm", CommandLine: "/usr/bin/python3 /usr/local/bin/vllm serve meta-llama/Llama-", Owner: "ada", OwnerID: "1000",
		Container: container, PodUID: pod, Kind: "llm_inference", Framework: "vllm"}, Sleeping, time.Second)
	f(Process{PID: 4243, Executable: "VLLM::Worker_TP", CommandLine: "VLLM::Worker_TP0", Owner: "ada", OwnerID: "1000",
		Container: container, PodUID: pod, Kind: "llm_inference", Framework: "vllm"}, Running, 0)
	f(Process{PID: 5000, Executable: "pt_main_thread", CommandLine: "/opt/vllm/bin/python -u /data/ollama/model.py --local-rank=1", OwnerID: "4711", OnHost: true,
		Kind: "llm_training", Framework: "pytorch"}, Sleeping, 101*time.Second)
	f(Process{PID: 6000, Executable: "we ird) name", PodUID: "aaaabbbb-1111-2222-3333-444455556666", InPod: "trainer", Kind: "other", Framework: "unknown"},
		Zombie, time.Hour)
	f(Process{PID: 7000}, Unknown, 0)
}

func TestTheCommandLineCanBeSwitchedOffWithoutLosingTheKindOfWork(t *testing.T) {
	_, table := load(t, Options{MaxCommandLine: 512})
	if p, _ := of(t, table, 4242); p.CommandLine != "" || p.Framework != "vllm" {
		t.Errorf("process: %+v", p)
	}
}

func TestAZombieKeepsWhatWasKnownOfIt(t *testing.T) {
	root, table := load(t, Options{CommandLine: true, MaxCommandLine: 512})
	alive, _, _ := table.Of(4242)
	write(t, root, "4242/stat", "4242 (vllm) Z 1 4242 4242 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 360000 0 0")
	write(t, root, "4242/cmdline", "")
	dead, now, err := table.Of(4242)
	if err != nil || dead != alive || now.State != Zombie {
		t.Errorf("Of = %+v, %+v, %v", dead, now, err)
	}
}

func TestAnotherProgramOrAnotherProcessIsDescribedAgain(t *testing.T) {
	root, table := load(t, Options{CommandLine: true, MaxCommandLine: 512})
	before, _, _ := table.Of(4242)
	write(t, root, "4242/stat", "4242 (ollama) S 1 4242 4242 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 360000 0 0")
	write(t, root, "4242/cmdline", "/usr/bin/ollama\x00serve\x00")
	after, _, _ := table.Of(4242)
	if after == before || after.Framework != "ollama" {
		t.Errorf("after exec: %+v", after)
	}
	write(t, root, "4242/stat", "4242 (ollama) S 1 4242 4242 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 360099 0 0")
	if reused, _, _ := table.Of(4242); reused == after {
		t.Error("another process with the same pid is taken for the first")
	}
}

func TestAProcessThatEndsIsForgotten(t *testing.T) {
	root, table := load(t, Options{})
	table.Of(4242)
	os.RemoveAll(filepath.Join(root.Proc, "4242"))
	if _, _, err := table.Of(4242); !errors.Is(err, ErrGone) || len(table.known) != 0 {
		t.Errorf("err = %v, %d known", err, len(table.known))
	}
}

func TestAProcessThatNobodyAsksForIsForgotten(t *testing.T) {
	_, table := load(t, Options{})
	table.Of(1)
	table.known[1].asked = time.Now().Add(-forgetAfter)
	table.swept = time.Time{}
	table.Of(4242)
	if table.known[1] != nil || table.known[4242] == nil {
		t.Errorf("known: %v", table.known)
	}
}

func TestAUserThatIsAddedLaterIsNamed(t *testing.T) {
	root, table := load(t, Options{})
	if p, _ := of(t, table, 5000); p.Owner != "" {
		t.Fatalf("owner: %q", p.Owner)
	}
	if err := os.WriteFile(filepath.Join(root.Etc, "passwd"), []byte("grace:x:4711:1::/:/bin/sh\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	table.forget(5000)
	if p, _ := of(t, table, 5000); p.Owner != "grace" {
		t.Errorf("owner: %q", p.Owner)
	}
}

func TestSourcesShareATableAndATickLeavesNothingOpen(t *testing.T) {
	_, table := load(t, Options{CommandLine: true, MaxCommandLine: 512})
	open := func() int {
		names, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(names)
	}
	tick := func() {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for _, pid := range []int{1, 4242, 4243, 5000, 6000, 7000, 9999} {
					table.Of(pid)
				}
			})
		}
		wg.Wait()
	}
	tick()
	p, _, _ := table.Of(4242)
	before := open()
	for range 100 {
		tick()
	}
	if after := open(); after > before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
	if again, _, _ := table.Of(4242); again != p {
		t.Error("a steady process was described again")
	}
}

func write(t *testing.T, root host.Root, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root.Proc, name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkSteady measures what a known process costs each tick.
func BenchmarkSteady(b *testing.B) {
	table := New(Options{Host: host.System(""), CommandLine: true, MaxCommandLine: 512})
	pid := os.Getpid()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := table.Of(pid); err != nil {
			b.Fatal(err)
		}
	}
}
