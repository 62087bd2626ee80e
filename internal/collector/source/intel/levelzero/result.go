package levelzero

import (
	"errors"
	"fmt"
)

// Result is what a call answers; 0 is success.
type Result uint32

// The answers that are told apart.
const (
	DeviceLost    Result = 0x70000001
	NotPermitted  Result = 0x70010000
	Uninitialized Result = 0x78000001
	Unsupported   Result = 0x78000003
)

func (r Result) Error() string {
	switch r {
	case DeviceLost:
		return "device lost"
	case NotPermitted:
		return "insufficient permissions"
	case Uninitialized:
		return "no driver"
	case Unsupported:
		return "not supported"
	}
	return fmt.Sprintf("error %#x", uint32(r))
}

func (r Result) err() error {
	if r == 0 {
		return nil
	}
	return r
}

// Lost reports whether the device does not answer any more.
func Lost(err error) bool { return errors.Is(err, DeviceLost) }

// Refused reports whether asking again is of no use.
func Refused(err error) bool {
	return errors.Is(err, Unsupported) || errors.Is(err, NotPermitted)
}
