package kube

import "testing"

func TestAddress(t *testing.T) {
	f := func(host, port, want string) {
		t.Helper()
		if got := address(host, port); got != want {
			t.Errorf("address(%q, %q) = %q, want %q", host, port, got, want)
		}
	}
	f("10.96.0.1", "443", "10.96.0.1:443")
	f("fd00::1", "6443", "[fd00::1]:6443")
	f("[fd00::1]", "6443", "[fd00::1]:6443")
	f("kubernetes.default.svc", "", "kubernetes.default.svc:443")
}
