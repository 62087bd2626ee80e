package engine

import (
	"errors"
	"fmt"
	"io"

	chproto "github.com/ClickHouse/ch-go/proto"
	"github.com/ClickHouse/clickhouse-go/v2/lib/proto"
)

// reencode copies blocks in Native from r, where they are as a file has them, to w
// as the native protocol of that revision has them.
func reencode(w io.Writer, r io.Reader, revision uint64) error {
	reader := chproto.NewReader(r)
	var buf chproto.Buffer
	for {
		block := proto.NewBlock()
		if err := block.Decode(reader, 0); errors.Is(err, io.EOF) && len(block.Columns) == 0 {
			return nil
		} else if err != nil {
			return fmt.Errorf("decode block: %w", err)
		}
		buf.Reset()
		if err := block.Encode(&buf, revision); err != nil {
			return fmt.Errorf("encode block: %w", err)
		}
		if _, err := w.Write(buf.Buf); err != nil {
			return err
		}
	}
}
