package cuda

import (
	"bytes"
	"os"
	"testing"
)

func FuzzReadImage(f *testing.F) {
	if raw, err := os.ReadFile("bpf/cuda_amd64.o"); err == nil {
		f.Add(raw[:min(len(raw), 4096)])
	}
	f.Add([]byte("\x7fELF\x02\x01\x01"))
	f.Fuzz(func(_ *testing.T, raw []byte) { readImage(bytes.NewReader(raw)) })
}
