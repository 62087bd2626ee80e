package receive

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"platform/internal/server/fault"
)

// unpackers undo the content encodings.
var unpackers = map[string]func(io.Reader, int) (io.ReadCloser, error){
	"": plain, "identity": plain, "gzip": ungzip, "zstd": unzstd,
}

func plain(r io.Reader, _ int) (io.ReadCloser, error) { return io.NopCloser(r), nil }

var gzipReaders = sync.Pool{New: func() any { return new(gzip.Reader) }}

func ungzip(r io.Reader, _ int) (io.ReadCloser, error) {
	z := gzipReaders.Get().(*gzip.Reader)
	if err := z.Reset(r); err != nil {
		return nil, err
	}
	return closer{z, func() { gzipReaders.Put(z) }}, nil
}

// unzstd bounds the decoder's window by the limit: a frame may ask for any.
func unzstd(r io.Reader, limit int) (io.ReadCloser, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(uint64(min(max(limit, 1<<20), 64<<20))), zstd.WithDecoderMaxMemory(uint64(limit)+1))
	if err != nil {
		return nil, err
	}
	return closer{z, z.Close}, nil
}

type closer struct {
	io.Reader
	done func()
}

func (c closer) Close() error {
	c.done()
	return nil
}

// errTooLarge is not worth repeating: it has no retry delay.
func errTooLarge(limit int) error {
	return fault.New(fault.TooLarge, "the body is larger than %d bytes", limit)
}

// readBody reads and decompresses a body of at most limit bytes.
func readBody(raw io.Reader, encoding string, limit int, s *share) ([]byte, error) {
	unpack := unpackers[encoding]
	if unpack == nil {
		return nil, &unsupported{fmt.Sprintf("content encoding %q is not supported: send gzip, zstd or none", encoding)}
	}
	counted := &io.LimitedReader{R: raw, N: int64(limit) + 1}
	r, err := unpack(counted, limit)
	if err != nil {
		return nil, unreadable(counted, limit, err)
	}
	defer r.Close()
	var out bytes.Buffer
	for chunk := int64(32 << 10); ; chunk = min(2*chunk, 4<<20) {
		if err := s.grow(min(int64(out.Len())+chunk, int64(limit)+1)); err != nil {
			return nil, err
		}
		n, err := io.CopyN(&out, r, min(chunk, int64(limit)+1-int64(out.Len())))
		switch {
		case out.Len() > limit || counted.N == 0:
			return nil, errTooLarge(limit)
		case err == io.EOF:
			return out.Bytes(), nil
		case err != nil:
			return nil, unreadable(counted, limit, err)
		case n == 0:
			return nil, errTooLarge(limit)
		}
	}
}

func unreadable(counted *io.LimitedReader, limit int, err error) error {
	if counted.N == 0 || err == zstd.ErrDecoderSizeExceeded || err == zstd.ErrWindowSizeExceeded {
		return errTooLarge(limit)
	}
	return fault.New(fault.Invalid, "the body cannot be read: %s", err)
}

// unsupported is a media type or encoding that is not known (415).
type unsupported struct{ text string }

func (e *unsupported) Error() string { return e.text }
