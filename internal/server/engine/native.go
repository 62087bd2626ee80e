package engine

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	chproto "github.com/ClickHouse/ch-go/proto"
	"github.com/ClickHouse/clickhouse-go/v2/lib/column"
	"github.com/ClickHouse/clickhouse-go/v2/lib/proto"
)

// reencode copies blocks in Native from r, where they are as a file has them, to w
// as the native protocol of that revision has them: with a head for the block and a
// byte for each column. The data of columns is copied as it is; for that its extent
// has to be found, by type.
func reencode(w io.Writer, r io.Reader, revision uint64) error {
	c := &columnCopier{r: chproto.NewReader(r), types: map[string]*dataType{}}
	for {
		c.out.Reset()
		if err := c.block(revision); errors.Is(err, io.EOF) && c.out.Len() == 0 {
			return nil
		} else if err != nil {
			return fmt.Errorf("re-encode block: %w", err)
		}
		if _, err := w.Write(c.out.Bytes()); err != nil {
			return err
		}
	}
}

// columnCopier copies the parts of a block from r to out.
type columnCopier struct {
	r     *chproto.Reader
	out   bytes.Buffer
	types map[string]*dataType // parsed, by their text
}

// blockInfo says that the block is no overflow and belongs to no bucket.
var blockInfo = []byte{1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0}

func (c *columnCopier) block(revision uint64) error {
	columns, err := c.r.UVarInt()
	if err != nil {
		return err
	}
	if revision > 0 {
		c.out.Write(blockInfo)
	}
	c.putUvarint(columns)
	rows, err := c.uvarint()
	if err != nil {
		return err
	}
	for range columns {
		if err := c.column(int(rows), revision); err != nil {
			return err
		}
	}
	return nil
}

func (c *columnCopier) column(rows int, revision uint64) error {
	name, err := c.text()
	if err != nil {
		return err
	}
	text, err := c.text()
	if err != nil {
		return err
	}
	if revision >= proto.DBMS_MIN_REVISION_WITH_CUSTOM_SERIALIZATION {
		c.out.WriteByte(0)
	}
	if rows == 0 {
		return nil
	}
	t, known := c.types[text]
	if !known {
		t = parseType(text)
		c.types[text] = t
	}
	if t == nil {
		err = c.decode(name, text, rows)
	} else if err = c.prefix(t); err == nil {
		err = c.data(t, rows)
	}
	if err != nil {
		return fmt.Errorf("column %s of type %s: %w", name, text, err)
	}
	return nil
}

// decode copies a column of a type whose extent only a decoder finds.
func (c *columnCopier) decode(name, text string, rows int) error {
	col, err := column.Type(text).Column(name, &column.ServerContext{})
	if err != nil {
		return err
	}
	custom, hasPrefix := col.(column.CustomSerialization)
	if hasPrefix {
		if err := custom.ReadStatePrefix(c.r); err != nil {
			return err
		}
	}
	if err := col.Decode(c.r, rows); err != nil {
		return err
	}
	var buf chproto.Buffer
	if hasPrefix {
		if err := custom.WriteStatePrefix(&buf); err != nil {
			return err
		}
	}
	col.Encode(&buf)
	c.out.Write(buf.Buf)
	return nil
}

// prefix copies what stands before all data of a column: the versions of its dictionaries.
func (c *columnCopier) prefix(t *dataType) error {
	if t.kind == dictionary {
		_, err := c.take(8)
		return err
	}
	for _, inner := range t.inner {
		if err := c.prefix(inner); err != nil {
			return err
		}
	}
	return nil
}

func (c *columnCopier) data(t *dataType, rows int) error {
	switch t.kind {
	case fixed:
		return c.skip(rows, t.size)
	case stringType:
		for range rows {
			n, err := c.uvarint()
			if err != nil {
				return err
			}
			if err := c.skip(1, int(n)); err != nil {
				return err
			}
		}
		return nil
	case nullable:
		if err := c.skip(rows, 1); err != nil {
			return err
		}
		return c.data(t.inner[0], rows)
	case array:
		return c.array(t, rows)
	case tuple:
		for _, inner := range t.inner {
			if err := c.data(inner, rows); err != nil {
				return err
			}
		}
		return nil
	}
	return c.dictionary(t, rows)
}

// array copies the ends of rows, of which the last says how many elements follow.
func (c *columnCopier) array(t *dataType, rows int) error {
	if rows == 0 {
		return c.data(t.inner[0], 0)
	}
	if err := c.skip(rows-1, 8); err != nil {
		return err
	}
	n, err := c.uint64()
	if err != nil {
		return err
	}
	return c.data(t.inner[0], int(n))
}

// dictionary copies the keys of a LowCardinality column and the rows' places among them.
func (c *columnCopier) dictionary(t *dataType, rows int) error {
	if rows == 0 {
		return nil
	}
	flags, err := c.uint64()
	if err != nil {
		return err
	}
	keys, err := c.uint64()
	if err != nil {
		return err
	}
	if err := c.data(t.inner[0], int(keys)); err != nil {
		return err
	}
	n, err := c.uint64()
	if err != nil {
		return err
	}
	return c.skip(int(n), 1<<(flags&3))
}

// skip copies n values of size bytes.
func (c *columnCopier) skip(n, size int) error {
	if n < 0 || size < 0 || size > 0 && n > 1<<40/size {
		return fmt.Errorf("%d values of %d bytes", n, size)
	}
	for left := n * size; left > 0; {
		part := min(left, 64<<10) // what a damaged block claims to hold is not believed
		if _, err := c.take(part); err != nil {
			return err
		}
		left -= part
	}
	return nil
}

// take copies n bytes and returns them, valid until the next copy.
func (c *columnCopier) take(n int) ([]byte, error) {
	c.out.Grow(n)
	b := c.out.AvailableBuffer()[:n]
	if err := c.r.ReadFull(b); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	c.out.Write(b)
	return b, nil
}

func (c *columnCopier) uint64() (uint64, error) {
	b, err := c.take(8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b), nil
}

func (c *columnCopier) uvarint() (uint64, error) {
	n, err := c.r.UVarInt()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err == nil {
		c.putUvarint(n)
	}
	return n, err
}

func (c *columnCopier) putUvarint(n uint64) {
	c.out.Write(binary.AppendUvarint(c.out.AvailableBuffer(), n))
}

// text copies a name.
func (c *columnCopier) text() (string, error) {
	n, err := c.uvarint()
	if err != nil {
		return "", err
	}
	if n > 1<<20 {
		return "", fmt.Errorf("a name of %d bytes", n)
	}
	b, err := c.take(int(n))
	return string(b), err
}
