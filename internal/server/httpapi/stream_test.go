package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
)

type event struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

func streamed(t *testing.T, a *API, err error) {
	t.Helper()
	huma.Register(a, huma.Operation{OperationID: "stream", Method: http.MethodGet, Path: "/api/stream", Summary: "s", Security: Public},
		func(context.Context, *struct{}) (*huma.StreamResponse, error) {
			return Stream(func(yield func(event, error) bool) {
				if yield(event{"delta", "a"}, nil) && yield(event{"delta", "b"}, nil) && err != nil {
					yield(event{}, err)
				}
			}, func(message string) event { return event{"error", message} }), nil
		})
}

func TestAStreamIsOneObjectALine(t *testing.T) {
	f := func(err error, want string) {
		t.Helper()
		a, log := testAPI(t, Config{})
		streamed(t, a, err)
		server := httptest.NewServer(a)
		defer server.Close()
		res, getErr := http.Get(server.URL + "/api/stream")
		if getErr != nil {
			t.Fatal(getErr)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		if string(body) != want || res.Header.Get("Content-Type") != "application/x-ndjson" {
			t.Errorf("%s %q", res.Header.Get("Content-Type"), body)
		}
		server.Close() // the log is written when the request has ended
		if err != nil && !fault.Is(err, fault.NotFound) && !strings.Contains(log.String(), err.Error()) {
			t.Errorf("the log lacks %q", err)
		}
	}
	lines := `{"type":"delta","text":"a"}` + "\n" + `{"type":"delta","text":"b"}` + "\n"
	f(nil, lines)
	f(errors.New("secret cause"), lines+`{"type":"error","text":"internal error"}`+"\n")
	f(fault.New(fault.NotFound, "no span"), lines+`{"type":"error","text":"no span"}`+"\n")
}

func TestSDKBodiesAreJSONWhateverTheyAreCalled(t *testing.T) {
	a, _ := testAPI(t, Config{})
	var got string
	huma.Register(a, huma.Operation{OperationID: "sdk", Method: http.MethodPost, Path: "/api/sdk", Summary: "s", Security: SDK("vault")},
		func(_ context.Context, in *struct {
			Body struct {
				_   struct{} `additionalProperties:"true"`
				Key string   `json:"key"`
			}
		}) (*struct{}, error) {
			got = in.Body.Key
			return nil, nil
		})
	for _, kind := range []string{"application/json", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "nonsense", ""} {
		got = ""
		if w := post(a, "/api/sdk", `{"key":"K","source":"sdk"}`, "Content-Type", kind, "Authorization", "Bearer x"); w.Code != 204 || got != "K" {
			t.Errorf("%q: %d %s", kind, w.Code, w.Body)
		}
	}
}
