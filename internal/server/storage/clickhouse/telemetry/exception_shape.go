package telemetry

import (
	"strings"

	"platform/internal/server/storage/clickhouse"
)

// replacements make the shape of a message: what differs between occurrences
// of the same exception is left out, in this order.
var replacements = []struct{ pattern, by string }{
	{"\"[^\"]*\"|`[^`]*`|“[^”]*”", `<text>`},
	{`(^|\W)'[^']*'`, `\1<text>`}, // not the apostrophe of a word
	{`[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.,][0-9]+)?(Z|[+-][0-9]{2}:?[0-9]{2})?`, `<time>`},
	{`(\w+://[^/\s]+)/[^\s)\]>,]*`, `\1/<path>`}, // of a URL the host stays
	{`[\w.+-]+@[\w-]+(\.[\w-]+)+|\b([0-9]{1,3}\.){3}[0-9]{1,3}\b|\b([0-9a-fA-F]{1,4}:){3,7}[0-9a-fA-F]{1,4}\b`, `<address>`}, // of mail, IP or hardware
	{`(^|[\s(=:,\[])(/[\w.@+~%-]+){2,}/?|(^|[\s(=,\[])[A-Za-z]:\\[^\s:)\]]+`, `\1\3<path>`},
	{`[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|0x[0-9a-fA-F]+`, `<id>`},
	{`(^|[^0-9A-Za-z])[0-9]{8,}(\.[0-9]+)?\b`, `\1<n>`},                                         // else taken for hexadecimal
	{`(^|[^0-9A-Za-z])([0-9a-fA-F]{8,}|[A-Za-z]*[0-9]+[A-Za-z]+[0-9][0-9A-Za-z]*)\b`, `\1<id>`}, // after an underscore too
	{`[0-9]+(\.[0-9]+)?`, `<n>`},
}

func shapeOf(message string) string {
	sql := "substringIndex(left(" + message + ", 1000), '\\n', 1)" // the first line
	for _, r := range replacements {
		sql = "replaceRegexpAll(" + sql + ", " + clickhouse.Literal(r.pattern) + ", " + clickhouse.Literal(r.by) + ")"
	}
	return "left(" + sql + ", 300)"
}

// Frames of stack traces. Java, JavaScript and .NET name the innermost call first, and so do Firefox, Ruby and PHP in forms
// of their own; Python names it last.
const (
	pythonFrame  = `File "[^"]+", line [0-9]+, in [^\n]+`
	atFrame      = `(?m)^\s*at ([^\n]+)`
	firefoxFrame = `(?m)^([^\s@]*@\S+):[0-9]+:[0-9]+$`
	rubyFrame    = "(?m)^\\s*(?:from )?(\\S+\\.rb:[0-9]+:in [`'][^'\\n]+')"
	phpFrame     = `(?m)^#0 ([^\n]+)`
	goFrame      = `(?m)^(\S[^\n]*)\n\t\S+\.go:[0-9]+`
)

// What a frame says that changes without the code: lines, where a library was loaded from,
// and what names generated classes and files.
const (
	frameLines   = `:line [0-9]+|:[0-9]+| ~?\[[^\]\n]*\]$`
	madeByJava   = `(\$\$Lambda|\$Proxy|MethodAccessor|CGLIB\$)[$/0-9a-fA-Fx]+`
	madeByBundle = `[.-][0-9a-fA-F]{8,}(\.m?js)`
)

// recordsGo are functions of Go that only tell of a failure.
const recordsGo = `^(runtime[./]|panic\(|created by |go\.opentelemetry\.io/otel/)`

func frameOf(stack string) string {
	without := func(sql, pattern, by string) string {
		return "replaceRegexpAll(" + sql + ", " + clickhouse.Literal(pattern) + ", " + clickhouse.Literal(by) + ")"
	}
	extract := func(pattern string) string { return "extract(" + stack + ", " + clickhouse.Literal(pattern) + ")" }
	// A function that recovers stands before the panic, what failed after it.
	goes := "extractAll(" + stack + ", " + clickhouse.Literal(goFrame) + ")"
	failed := "arrayFirst(f -> NOT match(f, " + clickhouse.Literal(recordsGo) + "), arraySlice(" + goes + ", arrayLastIndex(f -> startsWith(f, 'panic('), " + goes + ") + 1))"
	var sql strings.Builder
	sql.WriteString("left(multiIf(")
	for _, f := range []struct{ pattern, frame string }{
		{pythonFrame, without("extractAll("+stack+", "+clickhouse.Literal(pythonFrame)+")[-1]", `line [0-9]+, `, "")},
		{atFrame, without(without(without(extract(atFrame), frameLines, ""), madeByJava, `\1`), madeByBundle, `\1`)},
		{firefoxFrame, without(extract(firefoxFrame), madeByBundle, `\1`)},
		{rubyFrame, without(extract(rubyFrame), frameLines, "")},
		{phpFrame, without(extract(phpFrame), `\([0-9]+\)`, "")},
	} {
		sql.WriteString("match(" + stack + ", " + clickhouse.Literal(f.pattern) + "), " + f.frame + ", ")
	}
	sql.WriteString(without(failed, `\([^()]*\)$`, "") + "), 300)")
	return sql.String()
}
