package receive

import (
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/grpc/encoding"
)

func init() { encoding.RegisterCompressor(zstdCompressor{}) }

// zstdCompressor lets gRPC senders compress with zstd.
type zstdCompressor struct{}

func (zstdCompressor) Name() string { return "zstd" }

func (zstdCompressor) Compress(w io.Writer) (io.WriteCloser, error) {
	return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
}

// maxWindow bounds what a frame may ask for; gRPC itself bounds the output.
const maxWindow = 8 << 20

var zstdReaders = sync.Pool{}

// Decompress returns a reader that goes back to the pool at its end.
func (zstdCompressor) Decompress(r io.Reader) (io.Reader, error) {
	if z, ok := zstdReaders.Get().(*zstd.Decoder); ok {
		if err := z.Reset(r); err != nil {
			return nil, err
		}
		return &pooled{z}, nil
	}
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return &pooled{z}, nil
}

type pooled struct{ z *zstd.Decoder }

func (p *pooled) Read(b []byte) (int, error) {
	if p.z == nil {
		return 0, io.EOF
	}
	n, err := p.z.Read(b)
	if err == io.EOF {
		zstdReaders.Put(p.z)
		p.z = nil
	}
	return n, err
}
