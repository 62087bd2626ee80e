package collector

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteText writes d for people.
func (d Diagnosis) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out) // remembers the first error
	fmt.Fprintf(w, "collector %s", d.Version)
	if d.Commit != "" {
		fmt.Fprintf(w, " (%.12s)", d.Commit)
	}
	fmt.Fprintf(w, " on %s, mode %s\n", d.System, d.Mode)
	for _, warning := range d.Warnings {
		fmt.Fprintf(w, "  warning: %s\n", warning)
	}

	fmt.Fprintln(w, "\nResource")
	keys := make([]string, 0, len(d.Resource))
	for k := range d.Resource {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fmt.Fprintf(w, "  %s = %s\n", k, d.Resource[k])
	}
	for _, why := range d.Missing {
		fmt.Fprintf(w, "  not found: %s\n", why)
	}

	fmt.Fprintln(w, "\nFeatures")
	for _, f := range d.Features {
		fmt.Fprintf(w, "  %-14s %-12s %s\n", f.Name, f.State, firstLine(f.Detail))
		if f.Remedy != "" {
			fmt.Fprintf(w, "  %-14s %-12s needs: %s\n", "", "", f.Remedy)
		}
	}

	fmt.Fprintln(w, "\nExport")
	if to := d.Export.To; to != nil {
		security := "without TLS"
		if to.Secure {
			security = "with TLS"
		}
		fmt.Fprintf(w, "  %s to %s %s, compression %s, %s, time-out %s\n", to.Protocol, to.Endpoint, security, to.Compression, to.Temporality, to.Timeout)
		if len(to.Headers) > 0 {
			fmt.Fprintf(w, "  headers: %s (values not shown)\n", strings.Join(to.Headers, ", "))
		}
	}
	switch {
	case d.Export.Problem != "":
		fmt.Fprintf(w, "  problem: %s\n", d.Export.Problem)
	case d.Export.Sent:
		fmt.Fprintf(w, "  sent %d points, %d rejected\n", d.Export.Points, d.Export.Rejected)
	default:
		fmt.Fprintln(w, "  not tried; collector doctor --send makes one export")
	}
	return w.Flush()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
