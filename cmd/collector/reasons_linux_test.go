package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"platform/internal/collector"
)

// asCollector makes the test's own program the collector.
const asCollector = "COLLECTOR_TEST_RUN"

func TestMain(m *testing.M) {
	if os.Getenv(asCollector) != "" {
		main()
	}
	os.Exit(m.Run())
}

// unprivileged returns the collector to be run by a user without any rights.
func unprivileged(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can run a program as another user")
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "collector") // one that any user can read
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	program := filepath.Join(dir, "collector")
	if err := os.WriteFile(program, raw, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = []string{asCollector + "=1", "PATH=" + os.Getenv("PATH"), "PLATFORM_CLOUD_DETECT=false", "OTEL_GPU_EBPF_ENABLED=true"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return cmd
}

const lacking = "the collector lacks CAP_BPF and CAP_PERFMON"

func TestTheDoctorSaysWhatASourceLacks(t *testing.T) {
	out, err := unprivileged(t, "doctor", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var d collector.Diagnosis
	if err := json.Unmarshal(out, &d); err != nil {
		t.Fatal(err)
	}
	for _, f := range d.Features {
		if f.Name == "cuda" {
			if f.State != collector.Unavailable || f.Detail != lacking || !strings.Contains(f.Remedy, "CAP_BPF") {
				t.Errorf("%+v", f)
			}
			return
		}
	}
	t.Errorf("the source is not named: %s", out)
}

func TestTheStartLogSaysWhatASourceLacks(t *testing.T) {
	cmd := unprivileged(t)
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer late.Stop()
	found := false
	var all strings.Builder
	for lines := bufio.NewScanner(log); lines.Scan(); {
		all.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "source skipped") && strings.Contains(lines.Text(), "source=cuda") {
			found = strings.Contains(lines.Text(), lacking)
			cmd.Process.Signal(syscall.SIGTERM) // and the log ends
		}
	}
	if err := cmd.Wait(); err != nil || !found {
		t.Errorf("the start log does not say why the source is skipped: %v\n%s", err, &all)
	}
}
