package telemetry

import (
	"strings"

	"platform/internal/server/tenancy"
)

// mostWords bounds the words of one search.
const mostWords = 16

// texts are where the words of a search are looked for: the body of a log record;
// of a span its name, its status, and the values of its own attributes and those of
// its events.
var texts = map[tenancy.Signal]string{
	tenancy.Logs: "lower(Body)",
	tenancy.Traces: "lower(arrayStringConcat(arrayConcat([toString(SpanName), StatusMessage], mapValues(SpanAttributes)," +
		" arrayFlatten(arrayMap(attributes -> mapValues(attributes), Events.Attributes))), '\\0'))",
}

// words are the conditions that a record has all the words of a text, each behind an AND,
// whatever the case of their Latin letters: those of other alphabets are compared as
// they are.
func (q *statement) words(signal tenancy.Signal, text string) (sql string) {
	for _, word := range wordsOf(text) {
		sql += " AND position(" + texts[signal] + ", " + q.text(lowerLatin(word)) + ") > 0"
	}
	return sql
}

// wordsOf are the parts of a free text, all of which must occur: quoted ones as
// they are, others split at spaces.
func wordsOf(text string) (out []string) {
	for i, part := range strings.Split(strings.ReplaceAll(text, "\x00", " "), `"`) {
		if i%2 == 0 {
			out = append(out, strings.Fields(part)...)
		} else if part != "" {
			out = append(out, part)
		}
	}
	return out[:min(len(out), mostWords)]
}

func lowerLatin(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
