package catalog

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"platform/internal/server/fault"
)

// modelsLimit bounds the models of a file, and those of a catalog.
const modelsLimit = 50_000

// Read reads a file of models: CSV with a header line, or JSON in one of the
// forms that are about: our own export, the answer of the list of models, the
// prices that SDKs read, and a file of costs per token keyed by model.
// provider is given to models of files that name none; "" is "custom".
// What is wrong names the line or the entry.
func Read(file []byte, provider string) ([]Input, error) {
	var inputs []Input
	var bad []fault.Detail
	text := bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")))
	if len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		inputs, bad = readJSON(text, provider)
	} else {
		inputs, bad = readCSV(text)
	}
	switch {
	case len(bad) > 0:
		return nil, invalid(bad)
	case len(inputs) == 0:
		return nil, fault.New(fault.Invalid, "the file holds no models")
	case len(inputs) > modelsLimit:
		return nil, fault.New(fault.Invalid, "the file holds more than %d models", modelsLimit)
	}
	return inputs, nil
}

// csvColumns are the columns of an exported file; an imported one may have
// them in any order, and others beside them.
var csvColumns = []string{"provider", "model_id", "displayName", "modelType", "contextWindow", "inputPricePerMToken", "outputPricePerMToken",
	"cacheReadPricePerMToken", "cacheCreationPricePerMToken", "capabilities"}

func readCSV(file []byte) (inputs []Input, bad []fault.Detail) {
	r := csv.NewReader(bytes.NewReader(file))
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	head, err := r.Read()
	if err != nil {
		return nil, []fault.Detail{{Location: "line 1", Message: "is not a header line of CSV, and the file is not JSON"}}
	}
	column := map[string]int{}
	for i, name := range head {
		column[strings.TrimSpace(name)] = i
	}
	for _, need := range csvColumns[:2] {
		if _, ok := column[need]; !ok {
			return nil, []fault.Detail{{Location: "line 1", Message: "lacks the column " + need}}
		}
	}
	for len(bad) < detailsShown && len(inputs) <= modelsLimit {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			var parse *csv.ParseError
			errors.As(err, &parse) // a reader of memory has no other errors
			return nil, append(bad, fault.Detail{Location: "line " + strconv.Itoa(parse.Line), Message: "is not CSV"})
		}
		line, _ := r.FieldPos(0)
		where := "line " + strconv.Itoa(line) + " "
		in, wrong := rowOf(func(name string) string {
			if i, ok := column[name]; ok && i < len(record) {
				return strings.TrimSpace(record[i])
			}
			return ""
		})
		for _, d := range append(wrong, in.check("")...) {
			bad = append(bad, fault.Detail{Location: where + strings.TrimPrefix(d.Location, "model."), Message: d.Message})
		}
		inputs = append(inputs, in)
	}
	return inputs, bad
}

// rowOf makes an input of a line's cells; an empty cell says nothing.
func rowOf(cell func(string) string) (in Input, bad []fault.Detail) {
	in = Input{Provider: cell("provider"), ModelID: cell("model_id"), DisplayName: cell("displayName")}
	if in.DisplayName == "" {
		in.DisplayName = in.ModelID
	}
	if s := cell("modelType"); s != "" {
		in.Type = new(Type(s))
	}
	if s := cell("capabilities"); s != "" {
		in.Capabilities = strings.Fields(s)
	}
	if s := cell("contextWindow"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			bad = append(bad, fault.Detail{Location: "contextWindow", Message: "is not a whole number"})
		}
		in.ContextWindow = &n
	}
	for name, to := range map[string]**float64{"inputPricePerMToken": &in.Price.Input, "outputPricePerMToken": &in.Price.Output,
		"cacheReadPricePerMToken": &in.Price.CacheRead, "cacheCreationPricePerMToken": &in.Price.CacheCreation} {
		s := cell(name)
		if s == "" {
			continue
		}
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			bad = append(bad, fault.Detail{Location: name, Message: "is not a number"})
		}
		*to = &x
	}
	return in, bad
}

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
func readJSON(file []byte, provider string) (inputs []Input, bad []fault.Detail) {
	if provider == "" {
		provider = "custom"
	}
	if file[0] == '[' {
		return readList("models", file, provider)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(file, &object); err != nil {
		return nil, []fault.Detail{{Location: "file", Message: "is not JSON" + position(err)}}
	}
	if list, ok := object["models"]; ok && opens(list, '[') {
		return readList("models", list, provider)
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		var more []Input
		var wrong []fault.Detail
		switch entry := object[name]; {
		case name == "sample_spec": // the description of the fields in a file of costs
		case opens(entry, '['):
			more, wrong = readList(name, entry, name)
		case opens(entry, '{') && slices.Contains(Types, Type(name)):
			more, wrong = readPrices(Type(name), entry, provider)
		case opens(entry, '{'):
			more, wrong = readCosts(name, entry, provider)
		}
		inputs, bad = append(inputs, more...), append(bad, wrong...)
		if len(bad) >= detailsShown || len(inputs) > modelsLimit {
			break
		}
	}
	return inputs, bad
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

// readList reads models in an array.
func readList(name string, raw json.RawMessage, provider string) (inputs []Input, bad []fault.Detail) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, []fault.Detail{{Location: name, Message: "is not a list" + position(err)}}
	}
	for i, entry := range list[:min(len(list), modelsLimit+1)] {
		where := fmt.Sprintf("%s[%d]", name, i)
		var m jsonModel
		if err := json.Unmarshal(entry, &m); err != nil {
			bad = append(bad, fault.Detail{Location: where, Message: "is not a model" + position(err)})
			continue
		}
		in := m.input(provider)
		bad = append(bad, in.check(where+".")...)
		inputs = append(inputs, in)
	}
	return inputs, bad
}

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

func joinWords(words []string) string { return strings.Join(words, " ") }
