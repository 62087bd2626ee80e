package telemetry

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// first is the first of several attributes of a span that is set, as text.
func first(keys []string) string {
	if len(keys) == 0 {
		return "''"
	}
	sql := "multiIf("
	for _, k := range keys {
		value := "SpanAttributes[" + clickhouse.Literal(k) + "]"
		sql += value + " != '', " + value + ", "
	}
	return sql + "'')"
}

// spelled are the keys that spans of a range have, of those that are known.
type spelled map[string]bool

func (p spelled) first(keys []string) string  { return first(p.of(keys)) }
func (p spelled) amount(keys []string) string { return amount(p.of(keys)) }

func (p spelled) of(keys []string) (out []string) {
	for _, k := range keys {
		if p[k] {
			out = append(out, k)
		}
	}
	return out
}

// msToFirst is the one time to the first token that is not in seconds.
const msToFirst = "ai.response.msToFirstChunk"

// spelled finds out which spellings there are, so that the others need not be
// looked for in every span.
func (s *Store) spelled(ctx context.Context, v query.View, t table, r query.Range) (spelled, error) {
	known := slices.Concat([]string{msToFirst}, genai.OperationKeys, genai.ProviderKeys, genai.ModelKeys, genai.InputKeys, genai.OutputKeys, genai.CacheReadKeys, genai.CacheWriteKeys,
		genai.ReasoningKeys, genai.CostKeys, genai.FirstTokenKeys, genai.UserKeys, genai.ConversationKeys, genai.AgentKeys, genai.AskedKeys, genai.PlainAsked)
	for _, n := range genai.NumberedAsked {
		known = append(known, n.Prefix+"0"+n.Infix+"role")
	}
	q := &statement{}
	q.add("SELECT DISTINCT toString(arrayJoin(SpanAttributes.keys)) AS k FROM %s WHERE %s HAVING k IN %s", traces, t.within(r), q.texts(known))
	p := spelled{}
	err := s.rows(ctx, v, q, func(found rows) error {
		var k string
		err := found.Scan(&k)
		p[k] = true
		return err
	})
	return p, err
}

// amount is such an attribute as a number that is not negative.
func amount(keys []string) string {
	return "greatest(0, ifNotFinite(toFloat64OrZero(" + first(keys) + "), 0))"
}

var tokensTotal = amount(genai.InputKeys) + " + " + amount(genai.OutputKeys)

// dimension is the expression of what calls are grouped by.
func (p spelled) dimension(d genai.Dimension, t table) string {
	switch d {
	case genai.ByModel:
		return "model"
	case genai.ByProvider:
		return "provider"
	case genai.ByService:
		return "toString(ServiceName)"
	case genai.ByUser:
		return p.first(genai.UserKeys)
	case genai.ByOperation:
		return "operation"
	case genai.ByConversation:
		return p.first(genai.ConversationKeys)
	case genai.ByAgent:
		return p.first(genai.AgentKeys)
	case genai.ByEnvironment:
		return "toString(" + t.environment() + ")"
	}
	return "''"
}

// calls writes the calls of models of a range, one row each, with more columns behind.
func (q *statement) calls(v query.View, t table, p spelled, u genai.UsageQuery, more string) {
	labels := make([]string, len(u.GroupBy))
	for i, d := range u.GroupBy {
		labels[i] = p.dimension(d, t)
	}
	for _, k := range u.Keys {
		value, _ := q.value(tenancy.Traces, t, k)
		labels = append(labels, "toString("+value+")")
	}
	bucket := "toInt64(0)"
	if u.Step > 0 {
		bucket = bucketOf("Timestamp", u.Step)
	}
	q.add("SELECT %s AS operation, %s AS provider, %s AS model, %s AS labels, %s AS bucket, %s AS failing, Duration, %s AS input, %s AS output, %s AS cacheRead, %s AS cacheWrite, %s AS reasoning,"+
		" toFloat64OrNull(%s) AS told, if(told >= 0 AND isFinite(told), told, NULL) AS cost, toFloat64OrNull(%s) AS firstSeconds, toFloat64OrNull(%s) AS firstMs",
		p.first(genai.OperationKeys), p.first(genai.ProviderKeys), p.first(genai.ModelKeys), array(labels), bucket, failed, p.amount(genai.InputKeys), p.amount(genai.OutputKeys), p.amount(genai.CacheReadKeys), p.amount(genai.CacheWriteKeys), p.amount(genai.ReasoningKeys),
		p.first(genai.CostKeys), p.first(genai.FirstTokenKeys), p.first([]string{msToFirst}))
	q.add("%s FROM %s WHERE %s AND (operation IN (%s) OR operation = '' AND model != '')", more, traces, q.found(tenancy.Traces, v, t, query.Search{Range: u.Range, Filters: u.Filters}), names(genai.ModelOperations))
}

// Calls adds up calls of models: the groups with most calls.
func (s *Store) Calls(ctx context.Context, v query.View, u genai.UsageQuery) ([]genai.Group, error) {
	t, err := s.table(ctx, v, traces)
	if err != nil {
		return nil, err
	}
	p, err := s.spelled(ctx, v, t, u.Range)
	if err != nil || len(p) == 0 {
		return nil, err
	}
	limit := u.Limit
	if u.Step > 0 {
		limit *= query.MostBuckets
	}
	q := &statement{}
	q.put("SELECT labels, bucket, count() AS n, countIf(failing), sum(input), sum(output), sum(cacheRead), sum(cacheWrite), sum(reasoning), ifNull(sum(cost), 0), countIf(isNotNull(cost)),")
	q.put(" quantiles(0.5, 0.95, 0.99)(" + notNegative + " / 1e9), countIf(isNotNull(ttft)), arrayMap(x -> ifNotFinite(x, 0), quantilesIf(0.5, 0.95, 0.99)(ifNull(ttft, 0), isNotNull(ttft)))")
	q.put(" FROM (SELECT *, coalesce(if(firstSeconds >= 0 AND isFinite(firstSeconds), firstSeconds, NULL), if(firstMs >= 0 AND isFinite(firstMs), firstMs / 1000, NULL)) AS ttft FROM (")
	q.calls(v, t, p, u, "")
	order := "n DESC"
	if u.Dearest {
		order = "sum(cost) DESC NULLS LAST, sum(input) + sum(output) DESC"
	}
	q.add(")) GROUP BY labels, bucket ORDER BY %s, labels, bucket LIMIT %d", order, limit)
	var out []genai.Group
	at := map[string]int{}
	all := uint64(0)
	err = s.rows(ctx, v, q, func(found rows) error {
		g, err := readGroup(found)
		at[placeOf(g.Labels, g.At)] = len(out)
		out = append(out, g)
		all += g.Calls - g.Priced
		return err
	})
	if err != nil || all == 0 {
		return out, err
	}
	return out, s.unpriced(ctx, v, t, p, u, func(labels []string, when time.Time, p genai.Unpriced) {
		if i, ok := at[placeOf(labels, when)]; ok {
			out[i].Unpriced = append(out[i].Unpriced, p)
		}
	})
}

func placeOf(labels []string, at time.Time) string {
	return strings.Join(labels, "\x00") + "\x00" + at.String()
}

// unpriced reads the tokens of calls that tell no cost.
func (s *Store) unpriced(ctx context.Context, v query.View, t table, p spelled, u genai.UsageQuery, each func(labels []string, at time.Time, p genai.Unpriced)) error {
	q := &statement{}
	q.put("SELECT labels, bucket, provider, model, count(), sum(input), sum(output), sum(cacheRead), sum(cacheWrite) FROM (")
	q.calls(v, t, p, u, "")
	q.put(") WHERE isNull(cost) GROUP BY labels, bucket, provider, model ORDER BY labels, bucket, provider, model")
	return s.rows(ctx, v, q, func(found rows) error {
		var p genai.Unpriced
		var labels []string
		var at int64
		if err := found.Scan(&labels, &at, &p.Provider, &p.Model, &p.Calls, &p.Tokens.Input, &p.Tokens.Output, &p.Tokens.CacheRead, &p.Tokens.CacheWrite); err != nil {
			return fmt.Errorf("read calls without cost: %w", err)
		}
		each(labels, stepTime(at), p)
		return nil
	})
}

// stepTime is the start of a step; none is 0.
func stepTime(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}

func readGroup(found rows) (g genai.Group, err error) {
	var at int64
	var timed uint64
	if err := found.Scan(&g.Labels, &at, &g.Calls, &g.Errors, &g.Tokens.Input, &g.Tokens.Output, &g.Tokens.CacheRead, &g.Tokens.CacheWrite, &g.Reasoning, &g.Cost, &g.Priced,
		&g.Durations, &timed, &g.FirstToken); err != nil {
		return g, fmt.Errorf("read calls of models: %w", err)
	}
	g.At = stepTime(at)
	if timed == 0 {
		g.FirstToken = nil
	}
	return g, nil
}
