// Package recording holds what a collector sent from a real H200: idle at
// first, then a PyTorch training loop and a process that only holds memory. It
// is for tests and for pages that want the series of real hardware.
package recording

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
)

// h200 is a gzip stream of export requests in protobuf, each after its length
// as a varint. The GPU's UUID was replaced.
//
//go:embed testdata/h200.otlp.gz
var h200 []byte

// maxRequest bounds what a damaged length makes us allocate.
const maxRequest = 16 << 20

// H200 returns the recorded requests in the order they were made, 2 s apart.
func H200() ([]pmetricotlp.ExportRequest, error) {
	stream, err := gzip.NewReader(bytes.NewReader(h200))
	if err != nil {
		return nil, fmt.Errorf("open the recording: %w", err)
	}
	all, err := io.ReadAll(stream)
	if err != nil {
		return nil, fmt.Errorf("read the recording: %w", err)
	}
	var requests []pmetricotlp.ExportRequest
	for len(all) > 0 {
		size, n := binary.Uvarint(all)
		if n <= 0 || size > maxRequest || uint64(len(all)-n) < size {
			return nil, errors.New("read the recording: a request is cut off")
		}
		request := pmetricotlp.NewExportRequest()
		if err := request.UnmarshalProto(all[n : n+int(size)]); err != nil {
			return nil, fmt.Errorf("decode request %d: %w", len(requests), err)
		}
		requests = append(requests, request)
		all = all[n+int(size):]
	}
	return requests, nil
}
