package cuda

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"platform/internal/collector/source"
)

func TestReasonsSayWhatIsMissing(t *testing.T) {
	lockdown := []byte("[none] integrity confidentiality\n")
	f := func(cause error, want string) {
		t.Helper()
		err := explainUnder(lockdown, fmt.Errorf("load programs: %w", cause))
		if !errors.Is(err, source.ErrUnavailable) || !errors.Is(err, cause) || !strings.Contains(err.Error(), want) {
			t.Errorf("explain(%v) = %v, want %q in it", cause, err, want)
		}
	}
	f(unix.ENOMEM, "locked memory")
	f(unix.EINVAL, "lacks what the programs need")
	f(errors.New("something else"), "something else")
	f(unix.EPERM, "the kernel refuses")
	lockdown = nil
	f(unix.EACCES, "the kernel refuses")
	lockdown = []byte("none integrity [confidentiality]\n")
	f(unix.EPERM, "kernel lockdown is on (none integrity [confidentiality])")
	if explain(nil) != nil {
		t.Error("no error is explained")
	}
}

func TestAnUnknownRuleIsRefused(t *testing.T) {
	if _, err := Open(t.Context(), Options{Dedup: "twice"}); err == nil || errors.Is(err, source.ErrUnavailable) {
		t.Errorf("Open = %v", err)
	}
}
