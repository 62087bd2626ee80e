package telemetry_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"platform/internal/server/telemetry"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMessagesInLogRecordsAreShownWithTheirSpans(t *testing.T) {
	a := telemetrytest.NewAPI(t)
	w := a.Data(a.A)
	at := telemetrytest.Start
	for i := range 3 {
		trace, span := telemetrytest.Hex(uint64(i+1), 16), telemetrytest.Hex(uint64(i+1), 8)
		w.Spans(telemetrytest.Span{Trace: trace, ID: span, Name: "chat", Service: "s", Start: at.Add(time.Duration(i) * time.Hour), Duration: time.Second,
			Attributes: attributes{"gen_ai.operation.name": "chat", "gen_ai.request.model": "m", "gen_ai.conversation.id": "c7"}})
		log := func(after time.Duration, event, body string, more attributes) {
			w.Records(telemetrytest.Log{Trace: trace, Span: span, Service: "s", At: at.Add(time.Duration(i)*time.Hour + after), Event: event, Body: body, Attributes: more})
		}
		log(time.Millisecond, "gen_ai.user.message", fmt.Sprintf(`{"content":"question %d"}`, i), nil)
		log(time.Second, "", fmt.Sprintf(`{"message":{"role":"assistant","content":"answer %d"},"finish_reason":"stop"}`, i), attributes{"event.name": "gen_ai.choice"})
		log(time.Second, "something.else", "not said", nil)
		w.Records(telemetrytest.Log{Trace: trace, Span: telemetrytest.Hex(99, 8), Service: "s", At: at, Event: "gen_ai.user.message", Body: "of another span"})
	}
	f := func(path string, calls int) {
		t.Helper()
		answer := a.Do(tenancytest.Call{Method: "GET", Path: path, Key: a.A.Key})
		var got struct{ Items []telemetry.SpokenCall }
		if err := json.Unmarshal([]byte(answer.Body), &got); err != nil || answer.Status != 200 || len(got.Items) != calls {
			t.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
		}
		for i, c := range got.Items {
			said := fmt.Sprintf("%+v", c.Messages)
			want := fmt.Sprintf("[{Role:user Parts:[{Type:text Text:question %[1]d Name: ID: Arguments:}] Output:false Finish:} {Role:assistant Parts:[{Type:text Text:answer %[1]d Name: ID: Arguments:}] Output:true Finish:stop}]", i)
			if said != want {
				t.Errorf("%s: %s; want %s", path, said, want)
			}
		}
	}
	f("/api/genai/traces/"+telemetrytest.Hex(1, 16), 1)
	f(fmt.Sprintf("/api/genai/conversations/c7?from=%d&to=%d", at.UnixMilli(), at.Add(6*time.Hour).UnixMilli()), 3)
}
