package catalog

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"platform/internal/server/fault"
)

// readPrices reads a group of the prices that SDKs read, which are per
// thousand tokens.
func readPrices(kind Type, raw json.RawMessage, provider string) (inputs []Input, bad []fault.Detail) {
	var group map[string]json.RawMessage
	if err := json.Unmarshal(raw, &group); err != nil {
		return nil, []fault.Detail{{Location: string(kind), Message: "is not a group of prices" + position(err)}}
	}
	for _, model := range slices.Sorted(maps.Keys(group)) {
		in := Input{Provider: provider, ModelID: model, DisplayName: model, Type: &kind}
		where := fmt.Sprintf("%s.%s", kind, model)
		if err := in.readPrice(kind, group[model]); err != nil {
			bad = append(bad, fault.Detail{Location: where, Message: "is not a price" + position(err)})
			continue
		}
		bad = append(bad, in.check(where+".")...)
		inputs = append(inputs, in)
	}
	return inputs, bad
}

func (in *Input) readPrice(kind Type, raw json.RawMessage) error {
	perMillion := func(x *float64) *float64 {
		if x != nil {
			return new(*x * 1000)
		}
		return nil
	}
	switch kind {
	case Chat:
		var p struct{ PromptPrice, CompletionPrice, CacheReadPrice, CacheCreationPrice *float64 }
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		in.Price = PriceInput{perMillion(p.PromptPrice), perMillion(p.CompletionPrice), perMillion(p.CacheReadPrice), perMillion(p.CacheCreationPrice)}
		return nil
	case Images:
		var p map[string]map[string]float64 // quality, size
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		for _, quality := range slices.Sorted(maps.Keys(p)) {
			sizes := p[quality]
			for _, size := range slices.Sorted(maps.Keys(sizes)) {
				standard := quality == "standard" && size == "1024x1024"
				if in.Price.Input == nil || standard {
					in.Price.Input = new(sizes[size] * 1000)
				}
			}
		}
		return nil
	}
	var x *float64
	if err := json.Unmarshal(raw, &x); err != nil {
		return err
	}
	in.Price.Input = perMillion(x)
	return nil
}

// readCosts reads a model of a file of costs per token.
func readCosts(name string, raw json.RawMessage, provider string) ([]Input, []fault.Detail) {
	var m struct {
		Provider    string   `json:"litellm_provider"`
		Mode        string   `json:"mode"`
		Context     *float64 `json:"max_input_tokens"`
		Input       *float64 `json:"input_cost_per_token"`
		Output      *float64 `json:"output_cost_per_token"`
		CacheRead   *float64 `json:"cache_read_input_token_cost"`
		CacheCreate *float64 `json:"cache_creation_input_token_cost"`
		Functions   bool     `json:"supports_function_calling"`
		Vision      bool     `json:"supports_vision"`
		Reasoning   bool     `json:"supports_reasoning"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, []fault.Detail{{Location: name, Message: "is not a model" + position(err)}}
	}
	kind, known := map[string]Type{"": Chat, "chat": Chat, "responses": Chat, "completion": Chat, "embedding": Embeddings}[m.Mode]
	if m.Input == nil && m.Output == nil || !known {
		return nil, nil // priced by other things than tokens
	}
	if m.Provider != "" {
		provider = providerName(m.Provider)
	}
	perMillion := func(x *float64) *float64 {
		if x == nil {
			return nil
		}
		// A cost per token is written with few digits; the product with a
		// million has them too.
		p, _ := strconv.ParseFloat(strconv.FormatFloat(*x*1e6, 'g', 12, 64), 64)
		return &p
	}
	in := Input{Provider: provider, ModelID: strings.TrimPrefix(name, m.Provider+"/"), DisplayName: strings.TrimPrefix(name, m.Provider+"/"), Type: &kind,
		Price: PriceInput{perMillion(m.Input), perMillion(m.Output), perMillion(m.CacheRead), perMillion(m.CacheCreate)}}
	if m.Context != nil {
		in.ContextWindow = new(whole(*m.Context))
	}
	for _, c := range []struct {
		has  bool
		name string
	}{{m.Functions, "function-calling"}, {m.Vision, "vision"}, {m.Reasoning, "reasoning"}} {
		if c.has {
			in.Capabilities = append(in.Capabilities, c.name)
		}
	}
	return []Input{in}, in.check(name + ".")
}
