package llm

import (
	"net/netip"
	"strings"
	"testing"
)

func TestAddressesThatAreReached(t *testing.T) {
	f := func(address string, plain, closed, open bool) {
		t.Helper()
		a := netip.MustParseAddr(address)
		if err := (guard{}).check(a, plain); (err == nil) != closed {
			t.Errorf("%s, plain %v: %v", address, plain, err)
		}
		if err := (guard{private: true}).check(a, plain); (err == nil) != open {
			t.Errorf("%s, plain %v, private addresses open: %v", address, plain, err)
		}
	}
	f("1.1.1.1", false, true, true)
	f("1.1.1.1", true, false, false)
	f("2606:4700::1111", false, true, true)
	for _, own := range []string{"127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "::1", "fd12::1", "::ffff:10.0.0.1"} {
		f(own, true, false, true)
		f(own, false, false, true)
	}
	for _, never := range []string{"0.0.0.0", "169.254.169.254", "169.254.1.1", "100.100.100.200", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::", "fe80::1", "ff02::1",
		"fd00:ec2::254", "fd20:ce::254", "168.63.129.16", "::ffff:0:a9fe:a9fe", "2001:db8::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1", "2001::1"} {
		f(never, false, false, false)
	}
	f("64:ff9b::a00:1", false, false, true) // stands for 10.0.0.1
	f("64:ff9b::101:101", false, true, true)
	f("2002:7f00:1::", false, false, true)
	f("::7f00:1", false, false, true)
	f("172.32.0.1", false, true, true)
}

func TestURLsOfEndpoints(t *testing.T) {
	f := func(raw, want string) {
		t.Helper()
		got := ""
		if err := (guard{}).checkURL(raw); err != nil {
			got = err.Error()
		}
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
	f("https://llm.example.com/v1", "")
	f("https://llm.example.com:8443", "")
	f("http://llm.internal/v1", "") // judged when it is connected to
	f("ftp://llm.example.com", "not a URL")
	f("llm.example.com/v1", "not a URL")
	f("https://", "not a URL")
	f("https://user:pass@llm.example.com", "user name or password")
	f("https://llm.example.com/v1?key=x", "more than scheme")
	f("https://llm.example.com/v1#x", "more than scheme")
	f("http://127.0.0.1/v1", "private address")
	f("https://[::1]/v1", "private address")
	f("http://169.254.169.254", "never connected")
	f("http://1.1.1.1/v1", "needs https")
	f("http://2130706433/", "neither a name nor an address")
	f("http://0x7f.1/", "neither a name nor an address")
	f("https://x/"+strings.Repeat("x", 600), "more than 500")
}

func FuzzCheckURL(f *testing.F) {
	f.Add("https://llm.example.com/v1")
	f.Add("http://[::ffff:7f00:1]:80")
	f.Fuzz(func(t *testing.T, raw string) {
		if (guard{}).checkURL(raw) == nil && (strings.Contains(raw, "127.0.0.1") && strings.HasPrefix(raw, "http://127.0.0.1") || len(raw) > urlLimit) {
			t.Errorf("%q is let through", raw)
		}
	})
}

func FuzzScrub(f *testing.F) {
	f.Add("Incorrect API key provided: sk-abc", "sk-abc")
	f.Fuzz(func(t *testing.T, text, key string) {
		got := Connection{key: key, Model: "m"}.scrub(text)
		if len(key) > 8 && strings.Contains(got, key) || len([]rune(got)) > saidLimit+1 {
			t.Errorf("%q", got)
		}
	})
}

func FuzzMessageIn(f *testing.F) {
	f.Add(`{"error":{"message":"no"}}`)
	f.Add(`{"error":"no"}`)
	f.Fuzz(func(_ *testing.T, raw string) { messageIn(raw) })
}
