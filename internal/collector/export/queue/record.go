package queue

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"time"
)

// A file is a header of 24 bytes and the body. All numbers are little-endian.
//
//	0  magic, 8 bytes; its last byte is the version of the layout
//	8  time of the snapshot, ns since 1970
//	16 length of the body
//	20 CRC-32C of bytes 8 to 20 and the body
const (
	magic      = "platfmq\x01"
	headerSize = 24
)

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	errRecord  = errors.New("not a whole snapshot of this program")
)

// appendRecord appends the file's bytes to b.
func appendRecord(b []byte, r Record) []byte {
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint64(b, uint64(r.Time.UnixNano()))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(r.Body)))
	b = binary.LittleEndian.AppendUint32(b, checksum(b[len(b)-12:], r.Body))
	return append(b, r.Body...)
}

// parseRecord reads a whole file; the body shares its memory.
func parseRecord(file []byte) (at time.Time, body []byte, err error) {
	at, length, err := parseHeader(file)
	if err != nil || int64(len(file)) != headerSize+length {
		return time.Time{}, nil, errRecord
	}
	body = file[headerSize:]
	if checksum(file[8:20], body) != binary.LittleEndian.Uint32(file[20:]) {
		return time.Time{}, nil, errRecord
	}
	return at, body, nil
}

// parseHeader reads what the start of a file says of the rest.
func parseHeader(file []byte) (at time.Time, length int64, err error) {
	if len(file) < headerSize || string(file[:8]) != magic {
		return time.Time{}, 0, errRecord
	}
	at = time.Unix(0, int64(binary.LittleEndian.Uint64(file[8:])))
	return at, int64(binary.LittleEndian.Uint32(file[16:])), nil
}

func checksum(header, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(header, castagnoli), castagnoli, body)
}
