package evaluation

import "testing"

func FuzzParseRequest(f *testing.F) {
	f.Add([]byte(`{"prompt":"p","response":"r","eval_types":["bias"],"metadata":{"a":"x","b":1},"threshold_score":1e-300}`))
	f.Add([]byte(`{"prompt":"p","response":"r","contexts":null,"attributes":{"a":1}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := parseRequest(raw)
		if err == nil && (r.Prompt == "" || len(r.Metadata) > metadataLimit || r.Threshold != nil && !(*r.Threshold >= 0 && *r.Threshold <= 1)) {
			t.Fatalf("%+v", r)
		}
	})
}

func FuzzParseScores(f *testing.F) {
	f.Add([]byte(`{"evaluations":[{"type":"bias","score":0.1,"classification":"none","explanation":"fine"},{"type":"toxicity","score":1,"classification":"","explanation":""}]}`))
	f.Add([]byte(`{"evaluations":[{"type":"bias"}]}`))
	f.Add([]byte("```json\n{}\n```"))
	types := Builtin[1:3]
	f.Fuzz(func(t *testing.T, raw []byte) {
		scores, err := parseScores(raw, types)
		if err != nil {
			return
		}
		for i, s := range scores {
			if len(scores) != len(types) || s.Type != types[i].ID || !(s.Score >= 0 && s.Score <= 1) {
				t.Fatalf("%+v", scores)
			}
		}
	})
}

func FuzzExcerpt(f *testing.F) {
	f.Add("text\x00\xff")
	f.Fuzz(func(t *testing.T, text string) {
		if got := []rune(excerpt(text)); len(got) > excerptLimit+1 {
			t.Fatal(len(got))
		}
	})
}
