package engine

import (
	"bytes"
	"strings"
)

// token is a piece of SQL text. Comments and white space are no tokens.
type token struct {
	kind       tokenKind
	start, end int
	depth      int // of parentheses, brackets and braces around it
}

type tokenKind byte

const (
	word   tokenKind = iota // keyword, bare identifier or number
	text                    // string literal
	quoted                  // quoted identifier
	symbol                  // one byte of anything else
)

// lexer cuts SQL into tokens by ClickHouse's rules for quotes and comments.
type lexer struct {
	sql   string
	pos   int
	depth int
}

// next returns the next token, or false at the end.
func (l *lexer) next() (token, bool) {
	l.skipBlanks()
	if l.pos >= len(l.sql) {
		return token{}, false
	}
	t := token{start: l.pos, depth: l.depth}
	rest := l.sql[l.pos:]
	switch c := rest[0]; {
	case c == '\'':
		t.kind = text
		l.skipQuoted('\'')
	case c == '"' || c == '`':
		t.kind = quoted
		l.skipQuoted(c)
	case strings.HasPrefix(rest, "‘"):
		t.kind = text
		l.skipTo("’", len("‘"))
	case strings.HasPrefix(rest, "“"):
		t.kind = quoted
		l.skipTo("”", len("“"))
	case c == '$' && heredoc(rest) != "":
		t.kind = text
		tag := heredoc(rest)
		l.skipTo(tag, len(tag))
	case isWordByte(c):
		for l.pos < len(l.sql) && isWordByte(l.sql[l.pos]) {
			l.pos++
		}
	default:
		t.kind = symbol
		l.pos++
		switch c {
		case '(', '[', '{':
			l.depth++
		case ')', ']', '}':
			l.depth--
			t.depth--
		}
	}
	t.end = l.pos
	return t, true
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// heredoc returns the opening tag, "$…$", that s starts with.
func heredoc(s string) string {
	for i := 1; i < len(s); i++ {
		if s[i] == '$' {
			return s[:i+1]
		}
		if !isWordByte(s[i]) {
			break
		}
	}
	return ""
}

func (l *lexer) skipBlanks() {
	for l.pos < len(l.sql) {
		rest := l.sql[l.pos:]
		switch {
		case bytes.IndexByte([]byte(" \t\r\n\f\v\x00"), rest[0]) >= 0:
			l.pos++
		case strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "# "), strings.HasPrefix(rest, "#!"):
			l.skipTo("\n", 1)
		case strings.HasPrefix(rest, "/*"):
			l.skipTo("*/", 2)
		default:
			return
		}
	}
}

// skipTo moves behind the next occurrence of mark, not looking at the first from bytes.
func (l *lexer) skipTo(mark string, from int) {
	from = min(from, len(l.sql)-l.pos)
	i := strings.Index(l.sql[l.pos+from:], mark)
	if i < 0 {
		l.pos = len(l.sql)
		return
	}
	l.pos += from + i + len(mark)
}

// skipQuoted moves behind a literal closed by q; a backslash or a doubled q escapes.
func (l *lexer) skipQuoted(q byte) {
	for l.pos++; l.pos < len(l.sql); l.pos++ {
		switch l.sql[l.pos] {
		case '\\':
			l.pos++
		case q:
			if l.pos+1 < len(l.sql) && l.sql[l.pos+1] == q {
				l.pos++
				continue
			}
			l.pos++
			return
		}
	}
	l.pos = min(l.pos, len(l.sql))
}
