package envvar

import (
	"fmt"
	"io"
	"strings"
)

// WriteHelp prints the table for a terminal: one paragraph a variable.
func WriteHelp[C any](w io.Writer, base C, table []Var[C]) {
	for _, v := range table {
		fmt.Fprintf(w, "  %s", v.Name)
		if def := v.DefaultText(base); def != "" {
			fmt.Fprintf(w, " (default %s)", def)
		}
		fmt.Fprintf(w, "\n      %s\n", v.Help)
		fmt.Fprintf(w, "      Accepts %s.", v.Accepts)
		if len(v.Aliases) > 0 {
			fmt.Fprintf(w, " Also read from %s.", strings.Join(v.Aliases, ", "))
		}
		fmt.Fprintln(w)
	}
}

// WriteMarkdown prints the table as the body of a reference page. extra, when
// not nil, adds a column titled extraTitle.
func WriteMarkdown[C any](w io.Writer, base C, table []Var[C], extraTitle string, extra func(Var[C]) string) {
	head, rule := "| Variable | Default | Accepts | Meaning |", "|---|---|---|---|"
	if extra != nil {
		head, rule = head+" "+extraTitle+" |", rule+"---|"
	}
	fmt.Fprintf(w, "%s\n%s\n", head, rule)
	for _, v := range table {
		help := v.Help
		if len(v.Aliases) > 0 {
			help += " Also read from `" + strings.Join(v.Aliases, "`, `") + "`."
		}
		def := v.DefaultText(base)
		if def == "" {
			def = "none"
		}
		fmt.Fprintf(w, "| `%s` | %s | %s | %s |", v.Name, cell(def), cell(v.Accepts), cell(help))
		if extra != nil {
			fmt.Fprintf(w, " %s |", cell(extra(v)))
		}
		fmt.Fprintln(w)
	}
}

// DefaultText is the default as help shows it.
func (v Var[C]) DefaultText(base C) string {
	if v.Shown != "" {
		return v.Shown
	}
	return v.Default(base)
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
