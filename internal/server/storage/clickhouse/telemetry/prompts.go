package telemetry

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
)

// lastSaid is the last message of a user in a JSON list of messages, or else the last
// of anybody, as JSON; what is no list as it is.
func lastSaid(text string) string {
	all := "JSONExtractArrayRaw(" + text + ")"
	return "coalesce(nullIf(arrayLast(m -> JSONExtractString(m, 'role') IN ('user', ''), " + all + "), ''), nullIf(" + all + "[-1], ''), " + text + ")"
}

// lastNumbered is the content of the last message of a user whose parts are attributes of
// their own: gen_ai.prompt.0.role and so on.
func lastNumbered(prefix, infix string) string {
	role := clickhouse.Literal("^" + strings.ReplaceAll(prefix, ".", "[.]") + "([0-9]+)" + strings.ReplaceAll(infix, ".", "[.]") + "role$")
	nth := "arrayMax(arrayMap((k, w) -> if(w = 'user', toInt32OrDefault(extract(k, " + role + "), toInt32(-1)), -1), mapKeys(SpanAttributes), mapValues(SpanAttributes)))"
	return "SpanAttributes[concat(" + clickhouse.Literal(prefix) + ", toString(" + nth + "), " + clickhouse.Literal(infix+"content") + ")]"
}

// askedOfEvents are what events of a span tell was asked, the present spelling first.
var askedOfEvents = []string{
	lastSaid("Events.Attributes[indexOf(Events.Name, 'gen_ai.client.inference.operation.details')]['gen_ai.input.messages']"),
	"Events.Attributes[arrayLastIndex(n -> n = 'gen_ai.user.message', Events.Name)]['content']",
	"Events.Attributes[arrayLastIndex(n -> n = 'gen_ai.user.message', Events.Name)]['gen_ai.event.content']",
	lastSaid("Events.Attributes[indexOf(Events.Name, 'gen_ai.content.prompt')]['gen_ai.prompt']"),
}

// promptOf is what a call was asked, in a form that is the same for the same words of the
// same sender: ” where its span does not tell.
func promptOf(p spelled) string {
	var told []string
	for _, k := range p.of(genai.AskedKeys) {
		told = append(told, lastSaid("SpanAttributes["+clickhouse.Literal(k)+"]"))
	}
	told = append(told, askedOfEvents...)
	for _, n := range genai.NumberedAsked {
		if p[n.Prefix+"0"+n.Infix+"role"] {
			told = append(told, lastNumbered(n.Prefix, n.Infix))
		}
	}
	for _, k := range p.of(genai.PlainAsked) {
		told = append(told, lastSaid("SpanAttributes["+clickhouse.Literal(k)+"]"))
	}
	for i := range told {
		told[i] = "nullIf(" + told[i] + ", '')"
	}
	return "coalesce(" + strings.Join(told, ", ") + ", '')"
}

// dollars is what a call costs: what it tells, or what its tokens cost, or 0.
func (q *statement) dollars(prices []genai.ModelPrice) string {
	if len(prices) == 0 {
		return "ifNull(cost, 0)"
	}
	var models []string
	var input, output, read, write []float64
	for _, p := range prices {
		models, input, output = append(models, p.Provider+"\n"+p.Model), append(input, p.Input), append(output, p.Output)
		read, write = append(read, p.OfRead()), append(write, p.OfWrite())
	}
	at := func(list []float64) string { return q.param("Array(Float64)", list) + "[priced]" }
	return fmt.Sprintf("multiIf(isNotNull(cost), assumeNotNull(cost), (indexOf(%s, concat(provider, '\\n', model)) AS priced) = 0, 0, (greatest(0, input - cacheRead - cacheWrite) * %s + cacheRead * %s + cacheWrite * %s + output * %s) / 1e6)",
		q.texts(models), at(input), at(read), at(write), at(output))
}

// Prompts returns the prompts that cost most, the dearest first. Log records are asked of
// calls whose span does not tell, when they are in the same database as spans.
func (s *Store) Prompts(ctx context.Context, v genai.PromptViews, pq genai.PromptQuery) ([]genai.Prompt, error) {
	t, err := s.table(ctx, v.Traces, traces)
	if err != nil {
		return nil, err
	}
	p, err := s.spelled(ctx, v.Traces, t, pq.Range)
	if err != nil || len(p) == 0 {
		return nil, err
	}
	records, err := s.table(ctx, v.Logs, logs)
	if err != nil {
		return nil, err
	}
	var inLogs []string
	if v.Traces.Target == v.Logs.Target {
		if inLogs, err = s.logsTell(ctx, v.Logs, records, pq.Range); err != nil {
			return nil, err
		}
	}
	q := &statement{}
	q.put("SELECT count(), countIf(failing), sum(dollars) AS total, sumIf(dollars, isNull(cost)), sum(input), sum(output), arraySort(groupUniqArray(20)(model)), (argMax((TraceId, SpanId, at, dollars), dollars) AS dearest).1," +
		" dearest.2, dearest.3, dearest.4 FROM (")
	q.add("SELECT *, %s AS dollars, ", q.dollars(pq.Prices))
	calls := func() {
		q.calls(v.Traces, t, p, genai.UsageQuery{Range: pq.Range, Filters: pq.Filters},
			", TraceId, SpanId, toDateTime64(Timestamp, 9) AS at, if(("+promptOf(p)+" AS words) = '', 0, cityHash64(words)) AS spoken")
	}
	if len(inLogs) == 0 {
		q.put("spoken AS prompt FROM (")
		calls()
		q.put(" AND words != '')")
	} else {
		q.put("if(spoken != 0, spoken, asked) AS prompt FROM (")
		calls()
		q.put(") AS calls LEFT JOIN (")
		q.logged(v.Logs, records, pq.Range, inLogs)
		q.put(") AS logged ON cityHash64(TraceId, SpanId) = call")
	}
	q.add(") WHERE prompt != 0 GROUP BY prompt ORDER BY total DESC, prompt LIMIT %d", pq.Limit)
	return s.readPrompts(ctx, v.Traces, q)
}

func (s *Store) readPrompts(ctx context.Context, v query.View, q *statement) ([]genai.Prompt, error) {
	var out []genai.Prompt
	err := s.rows(ctx, v, q, func(found rows) error {
		var g genai.Prompt
		if err := found.Scan(&g.Calls, &g.Errors, &g.Cost, &g.Computed, &g.Input, &g.Output, &g.Models, &g.Dearest.TraceID, &g.Dearest.SpanID, &g.Dearest.Start, &g.Dearest.Cost); err != nil {
			return fmt.Errorf("read prompts: %w", err)
		}
		g.Dearest.Start = g.Dearest.Start.UTC()
		g.Models = slices.DeleteFunc(g.Models, func(m string) bool { return m == "" })
		out = append(out, g)
		return nil
	})
	return out, err
}
