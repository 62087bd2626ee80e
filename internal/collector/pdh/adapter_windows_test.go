package pdh

import (
	"testing"
	"time"
	"unsafe"
)

// The sizes are those of the kernel's header; a wrong one does not compile.
var (
	_ [20]byte   = [unsafe.Sizeof(adapterInfo{})]byte{}
	_ [16]byte   = [unsafe.Sizeof(enumAdapters{})]byte{}
	_ [24]byte   = [unsafe.Sizeof(queryInfo{})]byte{}
	_ [24]byte   = [unsafe.Sizeof(segments{})]byte{}
	_ [12]byte   = [unsafe.Sizeof(address{})]byte{}
	_ [2080]byte = [unsafe.Sizeof(registry{})]byte{}
	_ [28]byte   = [unsafe.Sizeof(deviceIDs{})]byte{}
	_ [64]byte   = [unsafe.Sizeof(performance{})]byte{}
	_ [48]byte   = [unsafe.Offsetof(performance{}.fanRPM)]byte{}
	_ [56]byte   = [unsafe.Offsetof(performance{}.deciCelsius)]byte{}
	_ [40]byte   = [unsafe.Sizeof(limits{})]byte{}
	_ [24]byte   = [unsafe.Offsetof(limits{}.maxFan)]byte{}
	_ [56]byte   = [unsafe.Sizeof(engine{})]byte{}
	_ [8]byte    = [unsafe.Offsetof(engine{}.hz)]byte{}
)

func TestTheCountersOfThisHostAreRead(t *testing.T) {
	v, err := New("amd", 0x1002)
	if err != nil {
		t.Skip(err) // a host without a display has no counters of GPUs
	}
	defer v.Close()
	if _, err := v.Find(); err != nil {
		t.Error(err)
	}
	if _, err := v.Users(t.Context(), time.Now(), nil); err != nil {
		t.Error(err)
	}
}
