package proc

import (
	"io"
	"os"
)

// readFile reads at most limit bytes of a file whose size is not known before.
func readFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
