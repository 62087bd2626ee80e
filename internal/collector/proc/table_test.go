package proc

import (
	"errors"
	"os"
	"os/user"
	"strconv"
	"testing"
	"time"

	"platform/internal/collector/host"
)

func TestTheTableKnowsTheProcessItRunsIn(t *testing.T) {
	table := New(Options{Host: host.System(""), CommandLine: true, MaxCommandLine: 512})
	p, now, err := table.Of(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if p.PID != os.Getpid() || p.Executable == "" || p.CommandLine == "" || p.OwnerID == "" {
		t.Errorf("Of(own pid) = %+v", p)
	}
	if now.State != Running && now.State != Sleeping {
		t.Errorf("state is %s", now.State)
	}
	if now.Uptime < 0 || now.Uptime > 24*time.Hour || time.Since(p.Started) > 24*time.Hour {
		t.Errorf("uptime is %s, started at %s", now.Uptime, p.Started)
	}
	if u, err := user.LookupId(strconv.Itoa(os.Getuid())); err == nil && p.Owner != u.Username {
		t.Errorf("owner is %q, want %q", p.Owner, u.Username)
	}
	if again, _, err := table.Of(os.Getpid()); err != nil || again != p {
		t.Errorf("a known process is described again")
	}
}

func TestAProcessThatIsGoneIsSaidToBeGone(t *testing.T) {
	table := New(Options{Host: host.System("")})
	if p, _, err := table.Of(1 << 30); !errors.Is(err, ErrGone) {
		t.Errorf("Of(a free pid) = %v, %v; want ErrGone", p, err)
	}
}
