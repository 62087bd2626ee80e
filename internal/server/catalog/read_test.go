package catalog

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// lines writes what a file says, one entry a line.
func lines(file File) string {
	var out strings.Builder
	value := func(v any) string {
		if r := reflect.ValueOf(v); r.IsNil() {
			return "-"
		} else {
			return fmt.Sprint(r.Elem())
		}
	}
	for _, in := range file.Providers {
		fmt.Fprintln(&out, "provider", in.ID, "|", in.DisplayName, "|", value(in.Description), value(in.RequiresKey), len(in.Settings))
	}
	for _, in := range file.Models {
		fmt.Fprintln(&out, in.Provider, in.ModelID, "|", in.DisplayName, "|", value(in.Type), value(in.ContextWindow),
			value(in.Price.Input), value(in.Price.Output), value(in.Price.CacheRead), value(in.Price.CacheCreation), in.Capabilities)
	}
	return out.String()
}

func TestFilesInEveryForm(t *testing.T) {
	f := func(file, want string) {
		t.Helper()
		read, err := Read([]byte(file), "")
		if err != nil {
			t.Errorf("%.60s: %v", file, err)
		}
		if got := lines(read); got != want {
			t.Errorf("%.60s:\ngot  %swant %s", file, got, want)
		}
	}
	f("model_id,provider,note,inputPricePerMToken\nm,p,x,1.5\n", "p m | m | - - 1.5 - - - []\n")
	f("\ufeffprovider,model_id,displayName,capabilities\r\np,m,\"A, B\",x y\r\n", "p m | A, B | - - - - - - [x y]\n")
	f(`[{"provider":"p","id":"m","contextWindow":10}]`, "p m | m | - 10 - - - - []\n")
	f(`{"models":[{"provider":"p","model_id":"m","displayName":"D","outputPricePerMToken":2}]}`, "p m | D | - - - 2 - - []\n")
	f(`{"p":[{"model_id":"m"}],"q":[{"id":"n","modelType":"audio"}]}`, "p m | m | - - - - - - []\nq n | n | audio - - - - - []\n")
	f(`{"chat":{"m":{"promptPrice":0.0025,"completionPrice":0.01,"cacheReadPrice":0.001}},"embeddings":{"e":0.00002},"images":{"i":{"standard":{"1024x1024":0.04}}},"audio":{"a":0.015}}`,
		"custom a | a | audio - 15 - - - []\ncustom m | m | chat - 2.5 10 1 - []\ncustom e | e | embeddings - 0.02 - - - []\ncustom i | i | images - 40 - - - []\n")
	f(`{"providers":[{"providerId":"p","displayName":"P","description":"d","requiresVault":false,"configSchema":{"topP":{"min":0,"max":1,"step":0.1,"default":1}}}],"models":[{"provider":"p","id":"m"}]}`,
		"provider p | P | d false 1\np m | m | - - - - - - []\n")
	f(`{"providers":[{"providerId":"p"}]}`, "provider p | p | - - 0\n")
	f(`{"providers":null,"models":{"q":[{"id":"n"}]}}`, "q n | n | - - - - - - []\n")
	f(`[{"providerId":"p","displayName":"P","supportedModels":[{"id":"m","providerId":"ignored"}]},{"provider":"q","id":"n"}]`,
		"provider p | P | - - 0\np m | m | - - - - - - []\nq n | n | - - - - - - []\n")
	f(`{"sample_spec":{"mode":"one of"},"xai/grok":{"litellm_provider":"xai","mode":"chat","max_input_tokens":131072,"input_cost_per_token":3e-06,"output_cost_per_token":1.5e-05,"supports_vision":true},"pic":{"mode":"image_generation","input_cost_per_image":1}}`,
		"xai grok | grok | chat 131072 3 15 - - [vision]\n")
}

func TestBadFilesNameTheLineAndTheField(t *testing.T) {
	f := func(file string, parts ...string) {
		t.Helper()
		_, err := Read([]byte(file), "")
		if err == nil {
			t.Errorf("%.60s is accepted", file)
			return
		}
		for _, part := range parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%.60s: %q lacks %q", file, err, part)
			}
		}
	}
	f("", "line 1")
	f("a,b\n", "lacks the column provider")
	f("provider,model_id,inputPricePerMToken\np,m,1\np,n,cheap\n", "line 3 inputPricePerMToken is not a number")
	f("provider,model_id\n,m\n", "line 2 provider is required")
	f("provider,model_id\np,\"m\n", "line")
	f(`{"models":[]}`, "no models")
	f(`{"providers":[],"models":[]}`, "no models")
	f(`{"providers":{}}`, "providers is not a list")
	f(`{"providers":[{"displayName":"x"}]}`, "providers[0].providerId is required")
	f(`{"providers":[{"providerId":7}]}`, "providers[0] is not a provider: providerId")
	f(`[{"providerId":"p","supportedModels":[{"displayName":"x"}]}]`, "models[0].supportedModels[0].model.model_id is required")
	f(`{"providers":[{"providerId":"p","configSchema":{"topP":{"min":2,"max":1}}}]}`, "providers[0].configSchema.topP.min is more than max")
	f(`{"models":[{"provider":"p","id":"m","inputPricePerMToken":-1}]}`, "models[0].model.inputPricePerMToken")
	f(`{"models":[{"provider":"p","id":"m","inputPricePerMToken":"secret"}]}`, "models[0] is not a model: inputPricePerMToken is not a float64")
	f(`{"models":`, "is not JSON")
	f(`{"chat":{"m":"x"}}`, "chat.m is not a price")
	f(`[1]`, "models[0]")
}

func TestTheSeedIsWhole(t *testing.T) {
	c := seed(now())
	if len(c.Put) < 400 || len(c.Put) != len(c.Periods) {
		t.Errorf("%d models, %d prices", len(c.Put), len(c.Periods))
	}
	providers := map[string]int{}
	for _, m := range c.Put {
		providers[m.Provider]++
	}
	for _, p := range []string{"openai", "anthropic", "google", "mistral", "groq", "perplexity", "azure", "cohere", "together", "fireworks", "deepseek", "xai", "replicate", "bedrock"} {
		if providers[p] == 0 {
			t.Errorf("no models of %s", p)
		}
	}
	for _, p := range c.Periods {
		if p.Price.Input == 0 && p.Price.Output == 0 {
			t.Errorf("%v is free", p.Key)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("provider,model_id,displayName,contextWindow,inputPricePerMToken\np,m,d,1,1\n"))
	f.Add([]byte(`{"models":[{"provider":"p","id":"m","contextWindow":1e3,"capabilities":["a"]}]}`))
	f.Add([]byte(`{"chat":{"m":{"promptPrice":1}},"images":{"i":{"standard":{"1024x1024":1}}}}`))
	f.Add([]byte(`{"m":{"litellm_provider":"p","input_cost_per_token":1e-6,"max_input_tokens":1.5}}`))
	f.Add([]byte(`{"providers":[{"providerId":"p","configSchema":{"topP":{"min":0,"max":1,"step":0.1,"default":1}}}],"models":{"p":[{"id":"m"}]}}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		read, err := Read(file, "")
		if err != nil {
			return
		}
		// What is accepted can be kept, written and read again.
		at := now()
		snap := newSnapshot(Catalog{}, at)
		c, _ := snap.diff(read.Models, false, at)
		c.Describe, _ = snap.diffProviders(read.Providers, false, at)
		full := newSnapshot(snap.with(c), at)
		for _, write := range []func(time.Time) ([]byte, error){full.writeCSV, full.writeJSON} {
			written, err := write(at)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Put) == 0 && written[0] != '{' {
				continue // CSV knows no providers
			}
			again, err := Read(written, "")
			if err != nil {
				t.Fatalf("%q: %v", written, err)
			}
			if _, differences := full.diff(again.Models, false, at); len(differences) != len(c.Put) {
				t.Errorf("%d of %d models came back", len(differences), len(c.Put))
			}
			if changed, differences := full.diffProviders(again.Providers, false, at); written[0] == '{' && len(differences) != len(c.Describe) || len(changed) > 0 {
				t.Errorf("%d of %d providers came back, changed: %+v", len(differences), len(c.Describe), changed)
			}
		}
	})
}

func TestAChangeInMemoryIsTheChangeOfTheStore(t *testing.T) {
	at := now()
	snap := newSnapshot(Catalog{}, at)
	in := Input{Provider: "p", ModelID: "m", DisplayName: "x", Price: PriceInput{Input: new(1.0)}}
	c, _ := snap.diff([]Input{in}, false, at)
	snap = newSnapshot(snap.with(c), at)
	in.Price.Input, in.From = new(2.0), &at
	c, _ = snap.diff([]Input{in}, false, at)
	snap = newSnapshot(snap.with(c), at)
	in.Price.Input = new(3.0) // of the same time: replaces
	c, _ = snap.diff([]Input{in}, false, at)
	snap = newSnapshot(snap.with(c), at)
	if snap.Revision != 3 || len(snap.Models) != 1 || len(snap.Periods) != 2 || snap.priceNow(in.key(), at).Input != 3 || snap.priceNow(in.key(), at.AddDate(-1, 0, 0)).Input != 1 {
		t.Errorf("%+v", snap.Catalog)
	}
	snap = newSnapshot(snap.with(Changes{Remove: []Key{in.key()}}), at)
	if len(snap.Models) != 0 || len(snap.Periods) != 2 {
		t.Errorf("%+v", snap.Catalog)
	}
}
