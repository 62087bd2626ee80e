package otlptest

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
)

func post(t *testing.T, s *Server) *http.Response {
	t.Helper()
	body, err := pmetricotlp.NewExportRequest().MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/metrics", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil
	}
	resp.Body.Close()
	return resp
}

func TestTheReceiverAnswersAsItIsTold(t *testing.T) {
	s := NewHTTP(t, Answers(Answer{Status: 429, RetryAfter: 1500 * time.Millisecond}))
	if r := post(t, s); r.StatusCode != 429 || r.Header.Get("Retry-After") != "2" {
		t.Errorf("%v", r)
	}
	s.Answer(Answer{Hangup: true})
	if r := post(t, s); r != nil {
		t.Errorf("%v", r)
	}
	s.Answer(Answer{})
	if r := post(t, s); r.StatusCode != 200 {
		t.Errorf("%v", r)
	}
	if len(s.Wait(t, 1)) != 1 || len(s.Attempts()) != 3 {
		t.Errorf("%d accepted of %d", len(s.Requests()), len(s.Attempts()))
	}
}

func TestAReceiverCanComeBackAtItsAddress(t *testing.T) {
	first := NewHTTP(t)
	first.Stop()
	if r := post(t, first); r != nil {
		t.Errorf("a stopped receiver answers %v", r)
	}
	second := NewHTTP(t, At(first.Addr))
	if r := post(t, second); r == nil || r.StatusCode != 200 {
		t.Errorf("%v", r)
	}
}
