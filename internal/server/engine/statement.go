package engine

import (
	"strings"
)

type kind byte

const (
	other  kind = iota // runs as it is; its output is small
	query              // SELECT: its output is streamed
	insert             // INSERT whose data follows the statement
)

// statement is what the engine has to know of a statement to run it.
type statement struct {
	kind   kind
	head   string // text before the FORMAT clause; for insert also before SETTINGS
	tail   string // text from the FORMAT clause on; for insert the SETTINGS clause
	format string // named in the statement; empty: none
	data   int    // where the data of an insert starts
}

// parse looks at one statement. For an insert with data it does not look at the data.
func parse(sql string) (statement, error) {
	l := &lexer{sql: sql}
	first, ok := l.next()
	if !ok {
		return statement{}, exceptionf(codeSyntax, "Empty query")
	}
	verb := strings.ToUpper(sql[first.start:first.end])
	if verb == "INSERT" {
		if s, ok, err := parseInsert(l, sql); ok || err != nil {
			return s, err
		}
		l = &lexer{sql: sql}
		l.next()
	}
	s, err := parseWhole(l, sql, first)
	if err != nil {
		return statement{}, err
	}
	switch verb {
	case "SELECT", "WITH", "FROM", "(":
		s.kind = query
	case "DROP", "DETACH":
		s.head = withoutSync(s.head)
	}
	return s, nil
}

// withoutSync takes SYNC off the end of a DROP: libchdb would wait for ever, since
// nothing in it removes dropped tables. The sweeper does, a little later.
func withoutSync(sql string) string {
	l := &lexer{sql: sql}
	var before, last token
	for {
		t, more := l.next()
		if !more {
			break
		}
		before, last = last, t
	}
	for _, named := range []string{"TABLE", "DATABASE", "VIEW", "DICTIONARY", "EXISTS"} {
		if is(sql, before, named) {
			return sql
		}
	}
	if !is(sql, last, "SYNC") || before.kind == symbol && sql[before.start] == '.' {
		return sql
	}
	return sql[:last.start] + sql[last.end:]
}

// parseInsert finds where the data of an INSERT starts; ok is false when it has none.
func parseInsert(l *lexer, sql string) (s statement, ok bool, err error) {
	settings := -1
	for {
		t, more := l.next()
		if !more {
			return statement{}, false, nil
		}
		if t.kind != word || t.depth > 0 {
			continue
		}
		end := t.start
		if settings >= 0 {
			end = settings
		}
		switch strings.ToUpper(sql[t.start:t.end]) {
		case "SELECT", "WITH", "WATCH":
			return statement{}, false, nil
		case "FROM":
			if path, more := l.next(); more && strings.EqualFold(sql[path.start:path.end], "INFILE") {
				return statement{}, false, exceptionf(codeBadArguments, "INFILE is not allowed")
			}
			return statement{}, false, nil
		case "SETTINGS":
			settings = t.start
		case "VALUES":
			s = statement{kind: insert, head: sql[:end], format: "Values", data: t.end}
		case "FORMAT":
			name, more := l.next()
			if !more || name.kind != word {
				continue
			}
			s = statement{kind: insert, head: sql[:end], format: sql[name.start:name.end], data: name.end}
			if s.data, err = skipToData(sql, name.end); err != nil {
				return statement{}, false, err
			}
		default:
			continue
		}
		if s.kind == insert {
			if settings >= 0 {
				s.tail = sql[settings:t.start]
			}
			return s, true, nil
		}
	}
}

// skipToData moves over blanks and one line end behind the name of the format.
func skipToData(sql string, i int) (int, error) {
	for i < len(sql) && strings.IndexByte(" \t\f", sql[i]) >= 0 {
		i++
	}
	if i < len(sql) && sql[i] == ';' {
		return 0, exceptionf(codeSyntax, "You have excessive ';' symbol before data for INSERT")
	}
	if i < len(sql) && sql[i] == '\r' {
		i++
	}
	if i < len(sql) && sql[i] == '\n' {
		i++
	}
	return i, nil
}

// parseWhole reads a statement to its end: it must be one, without files of the
// machine the engine runs on, and may end in a FORMAT clause.
func parseWhole(l *lexer, sql string, last token) (statement, error) {
	var clause, name token // FORMAT and the word after it
	end, ended := len(sql), false
	before := token{}
	for {
		t, more := l.next()
		if !more {
			break
		}
		if ended {
			return statement{}, exceptionf(codeSyntax, "Multi-statements are not allowed")
		}
		if t.kind == symbol && sql[t.start] == ';' {
			end, ended = t.start, true
			continue
		}
		switch {
		case t.kind == text && fileClause(sql, before, last):
			return statement{}, exceptionf(codeBadArguments, "INTO OUTFILE and FROM INFILE are not allowed")
		case t.kind == word && t.depth == 0 && is(sql, last, "FORMAT"):
			clause, name = last, t
		case name.end > 0 && last == name && !is(sql, t, "SETTINGS"):
			clause, name = token{}, token{} // more follows: it was no FORMAT clause
		}
		before, last = last, t
	}
	s := statement{head: sql[:end]}
	if name.end > 0 {
		s.head, s.tail = sql[:clause.start], sql[clause.start:end]
		s.format = sql[name.start:name.end]
	}
	return s, nil
}

func fileClause(sql string, a, b token) bool {
	return is(sql, a, "INTO") && is(sql, b, "OUTFILE") || is(sql, a, "FROM") && is(sql, b, "INFILE")
}

func is(sql string, t token, keyword string) bool {
	return t.kind == word && strings.EqualFold(sql[t.start:t.end], keyword)
}
