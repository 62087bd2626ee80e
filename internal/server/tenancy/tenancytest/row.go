package tenancytest

import (
	"strings"
	"testing"
)

// Row is a call of an API and what its answer must be.
type Row struct {
	Name            string
	Method, Path    string // GET when empty
	Key, Cookie     string
	Header          map[string]string
	Body            string
	Status          int
	Contains, Lacks []string // parts of the body
}

// Check makes the calls in their order.
func (w *World) Check(t *testing.T, rows []Row) {
	t.Helper()
	for _, c := range rows {
		a := w.Do(Call{Method: c.Method, Path: c.Path, Key: c.Key, Cookie: c.Cookie, Header: c.Header, Body: c.Body})
		if a.Status != c.Status {
			t.Errorf("%s: status %d, want %d: %.300s", c.Name, a.Status, c.Status, a.Body)
		}
		for _, part := range c.Contains {
			if !strings.Contains(a.Body, part) {
				t.Errorf("%s: the answer lacks %s: %.600s", c.Name, part, a.Body)
			}
		}
		for _, part := range c.Lacks {
			if strings.Contains(a.Body, part) {
				t.Errorf("%s: the answer has %s: %.600s", c.Name, part, a.Body)
			}
		}
	}
}
