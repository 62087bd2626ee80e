package catalog

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"platform/internal/server/fault"
)

// Input is a model as somebody describes it. What is nil stays as it is; of a
// new model it is the default.
type Input struct {
	Provider      string
	ModelID       string
	DisplayName   string
	Type          *Type
	ContextWindow *int
	Capabilities  []string
	Price         PriceInput
	From          *time.Time // when the price starts to hold; nil is now
}

// PriceInput is the part of a price that somebody says.
type PriceInput struct {
	Input, Output, CacheRead, CacheCreation *float64
}

const (
	nameLimit       = 200 // characters of an id or a name
	priceLimit      = 1e6 // USD per million tokens
	contextLimit    = 1 << 30
	capabilityLimit = 50 // of a model, and characters of each

	defaultContext = 4096
)

func (in Input) key() Key { return Key{in.Provider, in.ModelID} }

// tidy removes spaces that no name has.
func (in *Input) tidy() {
	in.Provider, in.ModelID, in.DisplayName = strings.TrimSpace(in.Provider), strings.TrimSpace(in.ModelID), strings.TrimSpace(in.DisplayName)
	for i := range in.Capabilities {
		in.Capabilities[i] = strings.TrimSpace(in.Capabilities[i])
	}
}

// check returns what is wrong, each with the field it is wrong in. where names
// the input among several: "models[3].".
func (in *Input) check(where string) (bad []fault.Detail) {
	in.tidy()
	wrong := func(field, format string, args ...any) {
		bad = append(bad, fault.Detail{Location: where + field, Message: fmt.Sprintf(format, args...)})
	}
	for _, name := range []struct{ field, value string }{{"provider", in.Provider}, {"model.model_id", in.ModelID}, {"model.displayName", in.DisplayName}} {
		if problem := nameProblem(name.value); problem != "" {
			wrong(name.field, "%s", problem)
		}
	}
	if in.Type != nil && !slices.Contains(Types, *in.Type) {
		wrong("model.modelType", "is none of %v", Types)
	}
	if in.ContextWindow != nil && (*in.ContextWindow < 0 || *in.ContextWindow > contextLimit) {
		wrong("model.contextWindow", "is not between 0 and %d", contextLimit)
	}
	if len(in.Capabilities) > capabilityLimit {
		wrong("model.capabilities", "has more than %d entries", capabilityLimit)
	}
	for i, c := range in.Capabilities {
		if c == "" || len(c) > capabilityLimit || !utf8.ValidString(c) || strings.ContainsFunc(c, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
			wrong(fmt.Sprintf("model.capabilities[%d]", i), "is not a word of at most %d characters", capabilityLimit)
		}
	}
	for field, price := range in.Price.fields() {
		if price != nil && !(*price >= 0 && *price <= priceLimit) || price != nil && math.IsNaN(*price) {
			wrong("model."+field, "is not between 0 and %d", int(priceLimit))
		}
	}
	if in.From != nil && (in.From.Year() < 1970 || in.From.Year() > 2200) {
		wrong("model.effectiveFrom", "is not a time between 1970 and 2200")
	}
	return bad
}

// nameProblem says what is wrong with an id or a name; "" is nothing.
func nameProblem(name string) string {
	switch {
	case name == "":
		return "is required"
	case utf8.RuneCountInString(name) > nameLimit:
		return fmt.Sprintf("has more than %d characters", nameLimit)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return "has characters that no name has"
	}
	return ""
}

// fields yields the prices with their names on the wire.
func (p PriceInput) fields() func(func(string, *float64) bool) {
	return func(yield func(string, *float64) bool) {
		_ = yield("inputPricePerMToken", p.Input) && yield("outputPricePerMToken", p.Output) &&
			yield("cacheReadPricePerMToken", p.CacheRead) && yield("cacheCreationPricePerMToken", p.CacheCreation)
	}
}

const detailsShown = 100

// invalid is the fault for what is wrong; its text names the fields too, for
// callers that show only that.
func invalid(bad []fault.Detail) error {
	first := bad[0]
	f := fault.New(fault.Invalid, "%s %s", strings.TrimPrefix(first.Location, "model."), first.Message)
	if len(bad) > 1 {
		var fields []string
		for _, d := range bad[:min(len(bad), 5)] {
			fields = append(fields, strings.TrimPrefix(d.Location, "model.")+" "+d.Message)
		}
		f.Detail = strings.Join(fields, "; ")
	}
	for _, d := range bad[:min(len(bad), detailsShown)] {
		d.Location = "body." + d.Location
		f.Errors = append(f.Errors, d)
	}
	return f
}
