package catalog

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"platform/internal/server/fault"
)

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

func joinWords(words []string) string { return strings.Join(words, " ") }
