package collector

import (
	"strings"
	"testing"

	"platform/internal/collector/config"
)

func TestHelpSaysWhichSourcesAreNotPartOfThisRelease(t *testing.T) {
	for _, s := range sources {
		if s.gate == nil {
			continue
		}
		if says := strings.HasSuffix(s.gate.Help, config.NotInRelease); says != (s.open == nil) {
			t.Errorf("%s: the help of %s is %q", s.name, s.gate.Name, s.gate.Help)
		}
	}
}
