package catalog

import (
	"bytes"

	"platform/internal/server/fault"
)

// modelsLimit bounds the models of a file, and those of a catalog.
const modelsLimit = 50_000

// File is what a file says of providers and models.
type File struct {
	Providers []ProviderInput
	Models    []Input
}

// Read reads a file of models: CSV with a header line, or JSON in one of the
// forms that are about: our own export, the answers of the lists of models and
// of providers, the prices that SDKs read, and a file of costs per token keyed
// by model. provider is given to models of files that name none; "" is
// "custom". What is wrong names the line or the entry.
func Read(file []byte, provider string) (File, error) {
	var out File
	var bad []fault.Detail
	text := bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")))
	if len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		out, bad = readJSON(text, provider)
	} else {
		out.Models, bad = readCSV(text)
	}
	switch {
	case len(bad) > 0:
		return File{}, invalid(bad)
	case len(out.Models) == 0 && len(out.Providers) == 0:
		return File{}, fault.New(fault.Invalid, "the file holds no models")
	case len(out.Models) > modelsLimit:
		return File{}, fault.New(fault.Invalid, "the file holds more than %d models", modelsLimit)
	}
	return out, nil
}
