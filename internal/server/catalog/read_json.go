package catalog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"platform/internal/server/fault"
)

// jsonModel is a model in a JSON file and on the wire.
type jsonModel struct {
	Provider      string     `json:"provider"`
	ID            string     `json:"id"`
	ModelID       string     `json:"model_id"`
	DisplayName   string     `json:"displayName"`
	Type          *Type      `json:"modelType"`
	ContextWindow *float64   `json:"contextWindow"`
	Input         *float64   `json:"inputPricePerMToken"`
	Output        *float64   `json:"outputPricePerMToken"`
	CacheRead     *float64   `json:"cacheReadPricePerMToken"`
	CacheCreation *float64   `json:"cacheCreationPricePerMToken"`
	Capabilities  []string   `json:"capabilities"`
	From          *time.Time `json:"effectiveFrom"`
}

func (m jsonModel) input(provider string) Input {
	in := Input{Provider: m.Provider, ModelID: m.ModelID, DisplayName: m.DisplayName, Type: m.Type, Capabilities: m.Capabilities, From: m.From,
		Price: PriceInput{Input: m.Input, Output: m.Output, CacheRead: m.CacheRead, CacheCreation: m.CacheCreation}}
	if in.Provider == "" {
		in.Provider = provider
	}
	if in.ModelID == "" {
		in.ModelID = m.ID
	}
	if in.DisplayName == "" {
		in.DisplayName = in.ModelID
	}
	if m.ContextWindow != nil {
		in.ContextWindow = new(whole(*m.ContextWindow))
	}
	return in
}

// whole is x as an int, out of every range when it is none.
func whole(x float64) int {
	if x != float64(int(x)) {
		return -1
	}
	return int(x)
}

// readJSON tells the forms apart by what they hold.
func readJSON(file []byte, provider string) (out File, bad []fault.Detail) {
	if provider == "" {
		provider = "custom"
	}
	if file[0] == '[' {
		return readList("models", file, either(provider))
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(file, &object); err != nil {
		return File{}, []fault.Detail{{Location: "file", Message: "is not JSON" + position(err)}}
	}
	models, hasModels := object["models"]
	providers, hasProviders := object["providers"]
	if !hasProviders && !(hasModels && opens(models, '[')) {
		return readKeyed(object, provider)
	}
	if given(providers) {
		out, bad = readList("providers", providers, readProvider)
	}
	more, wrong := readModels(models, provider)
	return out.and(more), append(bad, wrong...)
}

// readModels reads the models of a file that has them apart from its
// providers: a list, or an object keyed by provider.
func readModels(models json.RawMessage, provider string) (File, []fault.Detail) {
	if !given(models) {
		return File{}, nil
	}
	var object map[string]json.RawMessage
	if opens(models, '{') && json.Unmarshal(models, &object) == nil {
		return readKeyed(object, provider)
	}
	return readList("models", models, modelOf(provider))
}

func given(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

func (f File) and(more File) File {
	return File{Providers: append(f.Providers, more.Providers...), Models: append(f.Models, more.Models...)}
}

// readKeyed reads an object whose entries are the models of a provider, groups
// of prices, or costs of models.
func readKeyed(object map[string]json.RawMessage, provider string) (out File, bad []fault.Detail) {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		more, wrong := readEntry(name, object[name], provider)
		out, bad = out.and(more), append(bad, wrong...)
		if len(bad) >= detailsShown || len(out.Models) > modelsLimit {
			break
		}
	}
	return out, bad
}

func readEntry(name string, entry json.RawMessage, provider string) (out File, bad []fault.Detail) {
	switch {
	case name == "sample_spec": // the description of the fields in a file of costs
	case opens(entry, '['):
		return readList(name, entry, modelOf(name))
	case opens(entry, '{') && slices.Contains(Types, Type(name)):
		out.Models, bad = readPrices(Type(name), entry, provider)
	case opens(entry, '{'):
		out.Models, bad = readCosts(name, entry, provider)
	}
	return out, bad
}

func opens(raw json.RawMessage, with byte) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) > 0 && raw[0] == with
}

// position says where a JSON error is; its text could hold values.
func position(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf(" at byte %d", syntax.Offset)
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Sprintf(": %s is not a %s", kind.Field, kind.Type.Kind())
	}
	return ""
}

// jsonProvider is a provider in a JSON file and on the wire.
type jsonProvider struct {
	ID          string           `json:"providerId"`
	DisplayName string           `json:"displayName"`
	Description *string          `json:"description"`
	RequiresKey *bool            `json:"requiresVault"`
	Settings    map[string]Range `json:"configSchema"`
	Models      json.RawMessage  `json:"supportedModels"`
}

// readList reads the entries of an array, each by read.
func readList(name string, raw json.RawMessage, read func(where string, entry json.RawMessage) (File, []fault.Detail)) (out File, bad []fault.Detail) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return File{}, []fault.Detail{{Location: name, Message: "is not a list" + position(err)}}
	}
	for i, entry := range list[:min(len(list), modelsLimit+1)] {
		more, wrong := read(fmt.Sprintf("%s[%d]", name, i), entry)
		out, bad = out.and(more), append(bad, wrong...)
		if len(bad) >= detailsShown || len(out.Models) > modelsLimit {
			break
		}
	}
	return out, bad
}

// modelOf reads models; provider is that of models that name none.
func modelOf(provider string) func(where string, entry json.RawMessage) (File, []fault.Detail) {
	return func(where string, entry json.RawMessage) (File, []fault.Detail) {
		var m jsonModel
		if err := json.Unmarshal(entry, &m); err != nil {
			return File{}, []fault.Detail{{Location: where, Message: "is not a model" + position(err)}}
		}
		in := m.input(provider)
		bad := in.check(where + ".")
		return File{Models: []Input{in}}, bad
	}
}

// readProvider reads a provider and the models that come with it.
func readProvider(where string, entry json.RawMessage) (out File, bad []fault.Detail) {
	var p jsonProvider
	if err := json.Unmarshal(entry, &p); err != nil {
		return File{}, []fault.Detail{{Location: where, Message: "is not a provider" + position(err)}}
	}
	in := ProviderInput{ID: p.ID, DisplayName: cmp.Or(p.DisplayName, p.ID), Description: p.Description, RequiresKey: p.RequiresKey, Settings: p.Settings}
	bad = in.check(where + ".")
	if given(p.Models) {
		var wrong []fault.Detail
		out, wrong = readList(where+".supportedModels", p.Models, modelOf(in.ID))
		bad = append(bad, wrong...)
	}
	out.Providers = []ProviderInput{in}
	return out, bad
}

// either reads an entry of a list that may be of models or of providers.
func either(provider string) func(where string, entry json.RawMessage) (File, []fault.Detail) {
	return func(where string, entry json.RawMessage) (File, []fault.Detail) {
		var probe struct {
			ID any `json:"providerId"`
		}
		if err := json.Unmarshal(entry, &probe); err == nil && probe.ID != nil {
			return readProvider(where, entry)
		}
		return modelOf(provider)(where, entry)
	}
}
