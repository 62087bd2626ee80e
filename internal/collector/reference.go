package collector

import (
	"fmt"
	"io"
	"strings"

	"platform/internal/collector/config"
)

// WriteSources prints the table of sources as the body of a reference page.
func WriteSources(w io.Writer) {
	fmt.Fprint(w, "| Source | What it gives | Switched by | On in presets | Needs |\n|---|---|---|---|---|\n")
	for _, s := range sources {
		gate, presets := "always on", "all of them"
		if s.gate != nil {
			gate = "`" + s.gate.Name + "`"
			if in := config.Presets(*s.gate); in != nil {
				names := make([]string, len(in))
				for i, m := range in {
					names[i] = string(m)
				}
				presets = strings.Join(names, ", ")
			}
		}
		needs := s.needs
		if s.open == nil {
			needs = "not part of this release"
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", s.name, s.gives, gate, presets, needs)
	}
}
