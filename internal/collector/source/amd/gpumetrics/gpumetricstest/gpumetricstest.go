// Package gpumetricstest makes tables of AMD's firmware from text.
package gpumetricstest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// Build makes a table. The first line gives its revision and size, as in
// "1.3 120"; a value that no line gives is one that the GPU does not have.
// Each further line puts values, one after another, at an offset:
// "u16 4 65 72" has a bit width, where, and what. # begins a comment.
func Build(text []byte) ([]byte, error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	var table []byte
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if table == nil {
			var format, content uint8
			var size uint16
			if _, err := fmt.Sscanf(line, "%d.%d %d", &format, &content, &size); err != nil {
				return nil, fmt.Errorf("read %q: %w", line, err)
			}
			table = bytes.Repeat([]byte{0xff}, int(size))
			binary.LittleEndian.PutUint16(table, size)
			table[2], table[3] = format, content
			continue
		}
		if err := put(table, strings.Fields(line)); err != nil {
			return nil, fmt.Errorf("read %q: %w", line, err)
		}
	}
	return table, lines.Err()
}

// put writes the values of one line.
func put(table []byte, fields []string) error {
	if len(fields) < 3 {
		return fmt.Errorf("%d fields", len(fields))
	}
	var bits, at int
	if _, err := fmt.Sscanf(fields[0]+" "+fields[1], "u%d %d", &bits, &at); err != nil {
		return err
	}
	for _, field := range fields[2:] {
		var n uint64
		if _, err := fmt.Sscan(field, &n); err != nil {
			return err
		}
		if at+bits/8 > len(table) {
			return fmt.Errorf("offset %d is beyond the table", at)
		}
		for range bits / 8 {
			table[at] = byte(n)
			n >>= 8
			at++
		}
	}
	return nil
}
