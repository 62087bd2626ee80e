package engine

import (
	"errors"
	"io"

	"platform/internal/server/engine/chdb"
)

// memoryBytes of an insert are kept in memory; what is larger goes to a file.
const memoryBytes = 64 << 20

// bodyError says what was wrong with the body of a request.
func bodyError(err error) error {
	var known *chdb.Exception
	if errors.As(err, &known) {
		return err
	}
	return exceptionf(codeIncorrectData, "Cannot read the body of the request: %s", err)
}

// limited fails, rather than ends, behind max bytes.
type limited struct {
	r    io.Reader
	left int64
	max  int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, exceptionf(codeTooLarge, "The body is larger than %d bytes", l.max)
	}
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	if l.left < 0 {
		return 0, exceptionf(codeTooLarge, "The body is larger than %d bytes", l.max)
	}
	return n, err
}

// infile makes of an INSERT whose data follows one that takes it from path.
func (s statement) infile(path string) string {
	return s.head + " FROM INFILE '" + path + "' COMPRESSION 'none' " + s.tail + " FORMAT " + s.format
}

// outfile makes of a SELECT one that writes its result to path.
func (s statement) outfile(path, format string) string {
	tail := s.tail
	if s.format == "" {
		tail = "FORMAT " + format
	}
	// The line end closes a comment that the text may end in.
	return s.head + "\nINTO OUTFILE '" + path + "' APPEND COMPRESSION 'none' " + tail
}
