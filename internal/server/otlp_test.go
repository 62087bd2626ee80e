package server

import (
	"testing"

	"platform/internal/server/ingest"
)

func TestSendersAreToldWhereToSend(t *testing.T) {
	f := func(listen, site string, want ingest.Address) {
		t.Helper()
		if got := addressOf(listen, site); got == nil || *got != want {
			t.Errorf("addressOf(%q, %q) = %+v; want %+v", listen, site, got, want)
		}
	}
	f("127.0.0.1:4317", "https://platform.example.com", ingest.Address{URL: "http://127.0.0.1:4317", Local: true})
	f("[::]:4317", "https://platform.example.com", ingest.Address{URL: "http://platform.example.com:4317", Any: true})
	f("0.0.0.0:4318", "http://[2001:db8::1]:3000", ingest.Address{URL: "http://[2001:db8::1]:4318", Any: true})
	f("10.1.2.3:4317", "https://platform.example.com", ingest.Address{URL: "http://10.1.2.3:4317"})
}
