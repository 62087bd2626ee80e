package engine

import (
	"compress/flate"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/ClickHouse/ch-go/compress"
	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// decoded returns the body without its Content-Encoding and, when the client says so,
// without ClickHouse's compressed blocks.
func decoded(r *http.Request) (io.Reader, error) {
	body, err := withoutEncoding(r.Body, r.Header.Get("Content-Encoding"))
	if err != nil {
		return nil, exceptionf(codeCannotDecompess, "Cannot read the body of the request: %s", err)
	}
	if isOn(r.URL.Query().Get("decompress")) {
		return &blockReader{r: compress.NewReader(body)}, nil
	}
	return body, nil
}

func withoutEncoding(body io.Reader, encoding string) (io.Reader, error) {
	switch strings.ToLower(encoding) {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(body)
	case "deflate":
		return zlib.NewReader(body)
	case "br":
		return brotli.NewReader(body), nil
	case "lz4":
		return lz4.NewReader(body), nil
	case "zstd":
		d, err := zstd.NewReader(body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}
	return nil, fmt.Errorf("unknown Content-Encoding %q", encoding)
}

// blockReader ends cleanly where the last whole block does.
type blockReader struct{ r *compress.Reader }

func (b *blockReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && n == 0 && strings.HasSuffix(err.Error(), "EOF") && !strings.Contains(err.Error(), "unexpected") {
		return 0, io.EOF
	}
	return n, err
}

// blockWriter writes ClickHouse's compressed blocks.
type blockWriter struct {
	w   io.Writer
	c   *compress.Writer
	buf []byte
}

const blockBytes = 1 << 20

func newBlockWriter(w io.Writer, method string) *blockWriter {
	m := compress.LZ4
	if strings.EqualFold(method, "ZSTD") {
		m = compress.ZSTD
	}
	return &blockWriter{w: w, c: compress.NewWriter(compress.LevelZero, m)}
}

func (b *blockWriter) Write(p []byte) (int, error) {
	b.buf = append(b.buf, p...)
	for len(b.buf) >= blockBytes {
		if err := b.block(b.buf[:blockBytes]); err != nil {
			return 0, err
		}
		b.buf = append(b.buf[:0], b.buf[blockBytes:]...)
	}
	return len(p), nil
}

func (b *blockWriter) block(p []byte) error {
	if err := b.c.Compress(p); err != nil {
		return err
	}
	_, err := b.w.Write(b.c.Data)
	return err
}

func (b *blockWriter) Close() error {
	if len(b.buf) == 0 {
		return nil
	}
	return b.block(b.buf)
}

// encoding picks the Content-Encoding of an answer among those the client accepts.
func encoding(accept string) string {
	for _, name := range []string{"zstd", "lz4", "gzip", "deflate", "br"} {
		for offer := range strings.SplitSeq(accept, ",") {
			offer, quality, _ := strings.Cut(strings.TrimSpace(offer), ";")
			if strings.EqualFold(offer, name) && strings.ReplaceAll(quality, " ", "") != "q=0" {
				return name
			}
		}
	}
	return ""
}

// encoded wraps w; closing the result ends the encoding, not w.
func encoded(w io.Writer, name string) (io.WriteCloser, error) {
	switch name {
	case "gzip":
		return gzip.NewWriterLevel(w, gzip.BestSpeed)
	case "deflate":
		return zlib.NewWriterLevel(w, flate.BestSpeed)
	case "br":
		return brotli.NewWriterLevel(w, brotli.BestSpeed), nil
	case "lz4":
		return lz4.NewWriter(w), nil
	case "zstd":
		return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	}
	return nopCloser{w}, nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
