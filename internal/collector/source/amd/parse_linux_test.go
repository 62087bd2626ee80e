package amd

import "testing"

func TestPCIAddresses(t *testing.T) {
	f := func(address string, domain, slot uint64, ok bool) {
		t.Helper()
		d, s, got := parsePCI(address)
		if got != ok || ok && (d != domain || s != slot) {
			t.Errorf("%s: %x, %x, %v", address, d, s, got)
		}
	}
	f("0000:c1:00.0", 0, 0xc1<<5, true)
	f("0001:05:1f.7", 1, 5<<5|31, true)
	f("10000:e1:00.0", 0x10000, 0xe1<<5, true)
	f("", 0, 0, false)
	f("c1:00.0", 0, 0, false)
	f("0000:100:00.0", 0, 0, false)
}

func TestPartitionsHaveTheAddressOfTheirGPU(t *testing.T) {
	for _, location := range []string{"49408", "1073791232", "49411"} { // the number in no, high and low bits
		if n := parseNode([]byte("simd_count 1216\nsimd_per_cu 4\ndomain 0\nlocation_id " + location + "\n")); !n.at("0000:c1:00.0") || n.units != 304 {
			t.Errorf("%s: %+v", location, n)
		}
	}
}

func TestErrorCounts(t *testing.T) {
	f := func(text string, ce, ue uint64, ok bool) {
		t.Helper()
		c, u, got := parseErrorCount([]byte(text))
		if c != ce || u != ue || got != ok {
			t.Errorf("%q: %d, %d, %v", text, c, u, got)
		}
	}
	f("ue: 1\nce: 2\n", 2, 1, true)
	f("ue: 1\nce: 2\nde: 7\n", 2, 1, true)
	f("", 0, 0, false)
	f("ue: -1\n", 0, 0, false)
}

func TestTraffic(t *testing.T) {
	f := func(text string, want traffic, ok bool) {
		t.Helper()
		if got, is := parseTraffic([]byte(text)); is != ok || ok && got != want {
			t.Errorf("%q: %+v, %v", text, got, is)
		}
	}
	f("1000 2000 256\n", traffic{1000, 2000, 256}, true)
	f("1000 2000\n", traffic{}, false)
	f("1000 2000 0\n", traffic{}, false)
	f("1000 2000 100000\n", traffic{}, false)
	f("-1 0 128\n", traffic{}, false)
}

func FuzzFiles(f *testing.F) {
	f.Add([]byte("simd_count 1216\nsimd_per_cu 4\nlocation_id 49408\nsize_in_bytes 5\n"))
	f.Add([]byte("ue: 1\nce: 2\n"))
	f.Add([]byte("1000 2000 256\n"))
	f.Add([]byte("0000:c1:00.0"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if n := parseNode(raw); n.slot > 0x1fff {
			t.Errorf("%+v", n)
		}
		if n := parseBank(raw); n != nil && *n == 0 {
			t.Error("an empty bank")
		}
		parseErrorCount(raw)
		if tr, ok := parseTraffic(raw); ok && (tr.payload == 0 || tr.received*tr.payload < tr.received) {
			t.Errorf("%+v", tr)
		}
		if _, slot, ok := parsePCI(string(raw)); ok && slot > 0x1fff {
			t.Errorf("slot %x", slot)
		}
	})
}
