package catalog

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// ImportOptions say how a file is imported.
type ImportOptions struct {
	Preview      bool // only tell what would change
	KeepExisting bool // leave models and providers that are there as they are
}

// Import adds and changes the providers and models of a file, all or none, and
// tells what changed: providers first.
func (s *Service) Import(ctx context.Context, database string, file File, o ImportOptions) (differences []Difference, err error) {
	err = s.change(ctx, database, func(snap *snapshot) (Changes, error) {
		at := now()
		c, models := snap.diff(file.Models, o.KeepExisting, at)
		var providers []Difference
		c.Describe, providers = snap.diffProviders(file.Providers, o.KeepExisting, at)
		differences = append(providers, models...)
		if o.Preview {
			return Changes{}, nil
		}
		return c, nil
	})
	return differences, err
}

// writeCSV writes models in the form that readCSV reads.
func (snap *snapshot) writeCSV(at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(csvColumns) // to memory
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for _, m := range snap.list("", at) {
		_ = w.Write([]string{m.Provider, m.ModelID, m.DisplayName, string(m.Type), strconv.Itoa(m.ContextWindow), number(m.Price.Input), number(m.Price.Output),
			number(m.Price.CacheRead), number(m.Price.CacheCreation), joinWords(m.Capabilities)})
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// Prices is the price list that SDKs read, in USD per thousand tokens. The
// names of its fields are theirs.
type Prices struct {
	Chat       map[string]ChatPrice                     `json:"chat,omitempty"`
	Embeddings map[string]float64                       `json:"embeddings,omitempty"`
	Images     map[string]map[string]map[string]float64 `json:"images,omitempty" doc:"By model, quality and size."`
	Audio      map[string]float64                       `json:"audio,omitempty"`
}

// ChatPrice is the price of a chat model.
type ChatPrice struct {
	Prompt        float64 `json:"promptPrice"`
	Completion    float64 `json:"completionPrice"`
	CacheRead     float64 `json:"cacheReadPrice,omitempty"`
	CacheCreation float64 `json:"cacheCreationPrice,omitempty"`
}

// PriceList returns the prices of now. The list has no providers: where
// several have a model, the one that Price would find first counts.
func (s *Service) PriceList(ctx context.Context, database string) (Prices, error) {
	snap, err := s.current(ctx, database)
	if err != nil {
		return Prices{}, err
	}
	return snap.priceList(time.Now()), nil
}

func (snap *snapshot) priceList(at time.Time) Prices {
	best := map[string]Key{}
	for _, m := range snap.Models {
		if k, taken := best[m.ModelID]; !taken || snap.better(m.key(), k) < 0 {
			best[m.ModelID] = m.key()
		}
	}
	out := Prices{}
	for id, k := range best {
		p := snap.priceNow(k, at)
		switch snap.model(k).Type {
		case Chat:
			put(&out.Chat, id, ChatPrice{perThousand(p.Input), perThousand(p.Output), perThousand(p.CacheRead), perThousand(p.CacheCreation)})
		case Embeddings:
			put(&out.Embeddings, id, perThousand(p.Input))
		case Images:
			put(&out.Images, id, map[string]map[string]float64{"standard": {"1024x1024": perThousand(p.Input)}})
		case Audio:
			put(&out.Audio, id, perThousand(p.Input))
		}
	}
	return out
}

func put[V any](m *map[string]V, id string, v V) {
	if *m == nil {
		*m = map[string]V{}
	}
	(*m)[id] = v
}

// perThousand keeps the few digits that a price has.
func perThousand(perMillion float64) float64 {
	x, _ := strconv.ParseFloat(strconv.FormatFloat(perMillion/1000, 'g', 12, 64), 64)
	return x
}

// etag names the content of a price list.
func (p Prices) etag() (string, error) {
	raw, err := json.Marshal(p) // maps are written in order
	if err != nil {
		return "", fmt.Errorf("write prices: %w", err)
	}
	sum := sha256.Sum256(raw)
	return `"` + hex.EncodeToString(sum[:12]) + `"`, nil
}
