package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestTheCauseIsLoggedAndNotShown(t *testing.T) {
	err := New(Unavailable, "the control store does not answer").Because(errors.New("dial 10.0.0.7: refused"))
	body, _ := json.Marshal(err)
	if strings.Contains(string(body), "10.0.0.7") {
		t.Errorf("body shows the cause: %s", body)
	}
	if !strings.Contains(err.Error(), "10.0.0.7") {
		t.Errorf("log lacks the cause: %s", err)
	}
}

func TestAWrappedFaultKeepsItsKind(t *testing.T) {
	err := fmt.Errorf("load project: %w", New(NotFound, "no project"))
	if !Is(err, NotFound) || Is(err, Conflict) || Is(errors.New("x"), NotFound) {
		t.Error("kinds")
	}
}

func TestHeadersSayWhenToTryAgain(t *testing.T) {
	f := func(e *Error, name, want string) {
		t.Helper()
		if got := e.GetHeaders().Get(name); got != want {
			t.Errorf("%s %q, want %q", name, got, want)
		}
	}
	f(New(Unavailable, "x"), "Retry-After", "1")
	f(New(TooMany, "x").After(90500*time.Millisecond), "Retry-After", "91")
	f(New(NotFound, "x"), "Retry-After", "")
	f(New(Unauthenticated, "x"), "WWW-Authenticate", `Bearer realm="platform"`)
}
