package dashboards

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"platform/internal/server/fault"
)

const (
	dashboardsLimit = 500 // of a project
	widgetsLimit    = 50  // of a dashboard
	queriesLimit    = 8   // of a widget
	tagsLimit       = 20  // of a dashboard
	textLimit       = 20_000
	contentLimit    = 256 << 10 // bytes of all widgets
)

// Content is what people write of a dashboard.
type Content struct {
	Name        string
	Description string
	Folder      string
	Tags        []string
	Widgets     []Widget
}

// check tidies c and refuses what cannot be kept or drawn.
func (c *Content) check() error {
	c.Name, c.Description, c.Folder = strings.TrimSpace(c.Name), strings.TrimSpace(c.Description), strings.TrimSpace(c.Folder)
	if c.Name == "" || !printable(c.Name, 100) {
		return invalid("name", "has not 1 to 100 printable characters")
	}
	if utf8.RuneCountInString(c.Description) > 1000 || !storable(c.Description) {
		return invalid("description", "has more than 1000 characters")
	}
	if !printable(c.Folder, 100) {
		return invalid("folder", "has more than 100 printable characters")
	}
	for i := range c.Tags {
		c.Tags[i] = strings.TrimSpace(c.Tags[i])
		if c.Tags[i] == "" || !printable(c.Tags[i], 50) {
			return invalid(fmt.Sprintf("tags[%d]", i), "has not 1 to 50 printable characters")
		}
	}
	slices.Sort(c.Tags)
	if c.Tags = slices.Compact(c.Tags); len(c.Tags) > tagsLimit {
		return invalid("tags", "has more than %d entries", tagsLimit)
	}
	return checkWidgets(c.Widgets)
}

// checkWidgets refuses widgets that cannot be drawn beside each other.
func checkWidgets(widgets []Widget) error {
	if len(widgets) > widgetsLimit {
		return invalid("widgets", "has more than %d entries", widgetsLimit)
	}
	for i := range widgets {
		at := fmt.Sprintf("widgets[%d]", i)
		if err := widgets[i].check(at); err != nil {
			return err
		}
		for j, other := range widgets[:i] {
			if other.ID == widgets[i].ID {
				return invalid(at+".id", "is that of widgets[%d] too", j)
			}
			if other.Place.overlaps(widgets[i].Place) {
				return invalid(at+".place", "overlaps widgets[%d]", j)
			}
		}
	}
	if raw, err := json.Marshal(widgets); err != nil || len(raw) > contentLimit {
		return invalid("widgets", "have more than %d bytes", contentLimit)
	}
	return nil
}

var widgetID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

func (w *Widget) check(at string) error {
	p := w.Place
	switch {
	case !widgetID.MatchString(w.ID):
		return invalid(at+".id", "has not 1 to 40 letters, digits, _ and -")
	case !printable(w.Title, 200):
		return invalid(at+".title", "has more than 200 printable characters")
	case p.X < 0 || p.W < 1 || p.W > Columns || p.X > Columns-p.W:
		return invalid(at+".place", "does not fit %d columns", Columns)
	case p.Y < 0 || p.Y > 1000 || p.H < 1 || p.H > 24:
		return invalid(at+".place", "has not a row of 0 to 1000 and 1 to 24 rows")
	case !printable(w.Unit, 32):
		return invalid(at+".unit", "has more than 32 printable characters")
	case !slices.Contains([]Reduce{"", Last, Avg, Min, Max, Sum}, w.Reduce):
		return invalid(at+".reduce", "is none of last, avg, min, max and sum")
	case w.Limit < 0 || w.Limit > 50:
		return invalid(at+".limit", "is not between 0 and 50")
	}
	switch w.Kind {
	case Text:
		return w.checkText(at)
	case Series, Number, Top, Bar:
		return w.checkQueries(at)
	}
	return invalid(at+".kind", "is none of series, number, top, bar and text")
}

func (w *Widget) checkText(at string) error {
	if len(w.Text) > textLimit || !storable(w.Text) {
		return invalid(at+".text", "has more than %d bytes", textLimit)
	}
	if len(w.Queries) > 0 || w.Formula != "" {
		return invalid(at+".queries", "do not belong to a text")
	}
	return nil
}

func (w *Widget) checkQueries(at string) error {
	if w.Text != "" {
		return invalid(at+".text", "belongs to the kind text")
	}
	if n := len(w.Queries); n == 0 || n > queriesLimit {
		return invalid(at+".queries", "has not 1 to %d entries", queriesLimit)
	}
	for i := range w.Queries {
		if err := w.Queries[i].check(fmt.Sprintf("%s.queries[%d]", at, i)); err != nil {
			return err
		}
	}
	if w.Formula == "" {
		return nil
	}
	if len(w.Formula) > 200 {
		return invalid(at+".formula", "has more than 200 bytes")
	}
	if err := checkFormula(w.Formula, len(w.Queries)); err != nil {
		return invalid(at+".formula", "%s", err)
	}
	return nil
}

// invalid is a fault that names the field.
func invalid(field, format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	f := fault.New(fault.Invalid, "%s %s", field, message)
	f.Errors = []fault.Detail{{Location: "body." + field, Message: message}}
	return f
}

// printable reports whether s has at most n characters, all of which show.
func printable(s string, n int) bool {
	return utf8.RuneCountInString(s) <= n && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}
