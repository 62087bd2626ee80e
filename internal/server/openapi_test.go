package server

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite generated files")

// current compares a generated file with what the program makes now.
func current(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not current: run go test ./internal/server -update", path)
	}
}

func TestTheOpenAPIDocumentIsCurrent(t *testing.T) {
	document, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	current(t, "../../web/openapi.json", document)
}
