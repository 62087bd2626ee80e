package collector

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/sample"
)

func TestAFailureThatGoesOnIsLoggedAtItsBeginningHourlyAndAtItsEnd(t *testing.T) {
	var out bytes.Buffer
	l := newLimiter(slog.New(slog.NewTextHandler(&out, nil)), "source failed", "source still fails", "source recovered")
	at := time.Now()
	tick := func(err error) {
		logHealth(l, &sample.Snapshot{Time: at, Health: []sample.Health{{Source: "nvidia", Err: err}}})
		at = at.Add(time.Minute)
	}
	tick(nil)
	for range 90 {
		tick(errors.New("lost"))
	}
	tick(nil)
	var got []string
	for line := range strings.Lines(out.String()) {
		_, msg, _ := strings.Cut(line, "msg=")
		got = append(got, strings.TrimSpace(msg))
	}
	want := []string{`"source failed" source=nvidia error=lost`, `"source still fails" source=nvidia error=lost times=60`, `"source recovered" source=nvidia`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
