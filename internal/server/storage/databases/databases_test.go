package databases

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"platform/internal/server/engine/enginetest"
	"platform/internal/server/fault"
	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/tenancy"
)

func pool(t *testing.T, available func() error) *Pool {
	t.Helper()
	p := New(Config{Socket: enginetest.Start(t), Retention: 24 * time.Hour, Available: available})
	t.Cleanup(func() { p.Close() })
	return p
}

func target(id string) tenancy.Target {
	return tenancy.Target{ID: "dbc_" + id, Kind: tenancy.Embedded, Database: "prj_" + id}
}

func TestADatabaseIsReadyWhenItIsOpen(t *testing.T) {
	p := pool(t, nil)
	var wg sync.WaitGroup
	opened := make([]*clickhouse.DB, 8)
	for i := range opened {
		wg.Go(func() {
			db, err := p.Open(t.Context(), target("ready"))
			if err != nil {
				t.Error(err)
			}
			opened[i] = db
		})
	}
	wg.Wait()
	for _, db := range opened {
		if db != opened[0] {
			t.Error("opened more than once")
		}
	}
	var tables uint64
	if err := opened[0].QueryRow(t.Context(), "SELECT count() FROM system.tables WHERE database = 'prj_ready' AND name LIKE 'otel_%'").Scan(&tables); err != nil || tables < 8 {
		t.Errorf("%d tables, %v", tables, err)
	}
}

func TestWhileTheEngineIsAwayCallersAreToldAndItIsTriedAgain(t *testing.T) {
	var down atomic.Bool
	down.Store(true)
	p := pool(t, func() error {
		if down.Load() {
			return fault.New(fault.Unavailable, "away")
		}
		return nil
	})
	if _, err := p.Open(t.Context(), target("away")); !fault.Is(err, fault.Unavailable) {
		t.Errorf("%v", err)
	}
	down.Store(false)
	deadline := time.Now().Add(30 * time.Second)
	for {
		_, err := p.Open(t.Context(), target("away"))
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func TestAChangedTargetIsOpenedAnew(t *testing.T) {
	p := pool(t, nil)
	first, err := p.Open(t.Context(), target("changed"))
	if err != nil {
		t.Fatal(err)
	}
	other := target("changed")
	other.Database = "prj_other"
	second, err := p.Open(t.Context(), other)
	if err != nil || second == first || second.Database() != "prj_other" {
		t.Errorf("%v, %v", second, err)
	}
}

func TestProbe(t *testing.T) {
	p := pool(t, nil)
	if version, err := p.Probe(t.Context(), target("x")); err != nil || !strings.HasPrefix(version, "26.") {
		t.Errorf("%q, %v", version, err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "hello", 404) }))
	defer web.Close()
	f := func(url, contains string) {
		t.Helper()
		_, err := p.Probe(t.Context(), tenancy.Target{Kind: tenancy.ClickHouse, URL: url, Username: "u", Password: "hunter2"})
		var shown *fault.Error
		if !errors.As(err, &shown) || !strings.Contains(shown.Detail, contains) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
	f("http://127.0.0.1:1", "connection refused")
	f(web.URL, "")
	f("ftp://x", "must be http")
}
