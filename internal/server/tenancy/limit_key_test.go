package tenancy

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func TestAddressesThatTryKeysAreLockedOutForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l badKeys
		for i := range badKeysPerAddress {
			if w := l.wait("192.0.2.1"); w != 0 {
				t.Fatalf("locked out after %d: %s", i, w)
			}
			l.failed("192.0.2.1")
		}
		if w := l.wait("192.0.2.1"); w <= 0 || w > failureRefill {
			t.Errorf("after %d: %s", badKeysPerAddress, w)
		}
		if w := l.wait("192.0.2.2"); w != 0 {
			t.Errorf("another address: %s", w)
		}
		time.Sleep(failureRefill + time.Second)
		if w := l.wait("192.0.2.1"); w != 0 {
			t.Errorf("after a while: %s", w)
		}
		l.failed("192.0.2.1")
		if w := l.wait("192.0.2.1"); w == 0 {
			t.Error("one more is enough")
		}
	})
}

func TestManyAddressesDoNotFillTheMemory(t *testing.T) {
	var l badKeys
	for i := range 3 * limitsKept {
		l.failed(fmt.Sprint(i))
	}
	if len(l.buckets) > limitsKept {
		t.Errorf("%d addresses are kept", len(l.buckets))
	}
}
