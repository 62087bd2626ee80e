package nvml

import (
	"errors"
	"fmt"
)

// Return is an error of the library.
type Return int32

// What the collector acts on.
const (
	Uninitialized           Return = 1
	InvalidArgument         Return = 2
	NotSupported            Return = 3
	NoPermission            Return = 4
	NotFound                Return = 6
	InsufficientSize        Return = 7
	DriverNotLoaded         Return = 9
	Timeout                 Return = 10
	FunctionNotFound        Return = 13
	GPUIsLost               Return = 15
	ResetRequired           Return = 16
	LibRMVersionMismatch    Return = 18
	ArgumentVersionMismatch Return = 25
	GPUNotFound             Return = 28
	Unknown                 Return = 999
)

var texts = map[Return]string{
	Uninitialized: "uninitialized", InvalidArgument: "invalid argument", NotSupported: "not supported",
	NoPermission: "no permission", NotFound: "not found", InsufficientSize: "insufficient size",
	DriverNotLoaded: "driver not loaded", Timeout: "timeout", FunctionNotFound: "function not found",
	GPUIsLost: "GPU is lost", ResetRequired: "GPU requires reset",
	LibRMVersionMismatch:    "driver and library versions differ",
	ArgumentVersionMismatch: "argument version mismatch", GPUNotFound: "GPU not found", Unknown: "unknown error",
}

func (r Return) Error() string {
	if t, ok := texts[r]; ok {
		return t
	}
	return fmt.Sprintf("error %d", int32(r))
}

func (r Return) err() error {
	if r == 0 {
		return nil
	}
	return r
}

// Lost reports an answer that means that the GPU is gone until it is reset.
func Lost(err error) bool { return is(err, GPUIsLost, ResetRequired, GPUNotFound) }

// Unsupported reports an answer that will be the same next time: this GPU, or
// this release of the library, does not have what was asked for.
func Unsupported(err error) bool {
	return is(err, NotSupported, FunctionNotFound, ArgumentVersionMismatch, NoPermission)
}

// Unloaded reports an answer after which the library has to be opened anew: the
// driver went away or was replaced.
func Unloaded(err error) bool {
	return is(err, Uninitialized, DriverNotLoaded, LibRMVersionMismatch)
}

func is(err error, codes ...Return) bool {
	var r Return
	if !errors.As(err, &r) {
		return false
	}
	for _, c := range codes {
		if r == c {
			return true
		}
	}
	return false
}

// Nothing reports that there is no such thing at the moment.
func Nothing(err error) bool { return is(err, NotFound) }

// Refused reports that an argument is unknown to the library, as older ones
// answer when they are asked for a newer field.
func Refused(err error) bool { return is(err, InvalidArgument) }
