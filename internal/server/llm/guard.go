package llm

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
)

// A guard decides which addresses a user of the platform may make the server
// connect to. Addresses are judged when the connection is made, after names
// were resolved: what a name says later does not matter.
type guard struct {
	private bool // addresses of the deployment's own networks may be reached
}

// errAddress says that a connection was not made.
type errAddress struct{ text string }

func (e *errAddress) Error() string { return e.text }

// ranges that are never reached: they are no machine's, or they are where
// clouds give credentials away.
var forbidden = prefixes("0.0.0.0/8", "169.254.0.0/16", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "::/128", "fe80::/10", "fec0::/10", "fd00:ec2::/32", "fd20:ce::/32", "ff00::/8", "100::/64", "2001::/23", "2001:db8::/32")

// ranges of networks of one's own.
var private = prefixes("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "::1/128", "fc00::/7")

// ranges that hold another address in their last or middle bytes.
var (
	nat64   = prefixes("64:ff9b::/96", "64:ff9b:1::/48", "::ffff:0:0:0/96", "::/96")
	sixToFo = netip.MustParsePrefix("2002::/16")
)

func prefixes(list ...string) (out []netip.Prefix) {
	for _, s := range list {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}

func within(a netip.Addr, ranges []netip.Prefix) bool {
	for _, p := range ranges {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// check refuses an address. plain says that nothing would be encrypted.
func (g guard) check(a netip.Addr, plain bool) error {
	a = a.Unmap().WithZone("")
	own := within(a, private)
	switch {
	case within(a, forbidden):
		return &errAddress{"the endpoint's address is one that is never connected to"}
	case own && !g.private:
		return &errAddress{"the endpoint is on a private address; PLATFORM_ALLOW_PRIVATE_LLM_ENDPOINTS=true lets the server connect to those"}
	case !own && plain:
		return &errAddress{"the endpoint is not on a private address: it needs https://, or the key could be read on the way"}
	}
	if inner, ok := embedded(a); ok && !own {
		return g.check(inner, plain)
	}
	return nil
}

// embedded returns the IPv4 address that an IPv6 address stands for.
func embedded(a netip.Addr) (netip.Addr, bool) {
	if !a.Is6() {
		return netip.Addr{}, false
	}
	b := a.As16()
	switch {
	case within(a, nat64):
		return netip.AddrFrom4([4]byte(b[12:16])), true
	case sixToFo.Contains(a):
		return netip.AddrFrom4([4]byte(b[2:6])), true
	}
	return netip.Addr{}, false
}

// control is called with the address of every connection, before it is made.
func (g guard) control(plain bool) func(network, address string, _ syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return &errAddress{"the endpoint has no network address"}
		}
		return g.check(at.Addr(), plain)
	}
}

// checkURL refuses what cannot be the address of an endpoint. Names are not
// resolved here.
func (g guard) checkURL(raw string) error {
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return errors.New("is not a URL such as https://llm.example.com/v1")
	case u.User != nil:
		return errors.New("has a user name or password: the key belongs in the vault")
	case u.RawQuery != "" || u.Fragment != "" || strings.HasSuffix(raw, "?") || strings.HasSuffix(raw, "#"):
		return errors.New("has more than scheme, host, port and path")
	case len(raw) > urlLimit:
		return fmt.Errorf("has more than %d characters", urlLimit)
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil {
		return g.check(a, u.Scheme == "http")
	}
	if looksNumeric(u.Hostname()) {
		return errors.New("has a host that is neither a name nor an address")
	}
	return nil
}

// looksNumeric reports whether some resolvers would take a name for an
// address: 2130706433, 0x7f.1.
func looksNumeric(host string) bool {
	last := host[strings.LastIndexByte(strings.TrimSuffix(host, "."), '.')+1:]
	return last == "" || last[0] >= '0' && last[0] <= '9'
}
