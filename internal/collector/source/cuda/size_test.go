package cuda

import "encoding/binary"

// size returns the bytes of a T without padding.
func size[T any]() int {
	var v T
	return binary.Size(v)
}
