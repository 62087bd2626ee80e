package proc

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// splitArguments returns the arguments of a NUL-separated /proc/PID/cmdline.
// Programs that write a title over their arguments leave NULs behind it.
func splitArguments(raw []byte) []string {
	raw = bytes.TrimRight(raw, "\x00")
	if len(raw) == 0 {
		return nil
	}
	argv := make([]string, 0, bytes.Count(raw, []byte{0})+1)
	for arg := range bytes.SplitSeq(raw, []byte{0}) {
		argv = append(argv, text(arg))
	}
	return argv
}

// text returns raw as UTF-8, which is all that may be exported.
func text(raw []byte) string { return strings.ToValidUTF8(string(raw), "\uFFFD") }

// commandLine joins argv by spaces, hides what follows options that take
// secrets, and keeps at most limit characters.
func commandLine(argv []string, limit int) string {
	if limit <= 0 {
		return ""
	}
	return shorten(strings.Join(hideSecrets(argv), " "), limit)
}

// shorten keeps the first limit characters of s and never part of one.
func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n == limit {
			return s[:i]
		}
		n++
	}
	return s
}

const hidden = "***"

// hideSecrets returns argv with the values of options such as --api-key
// replaced.
func hideSecrets(argv []string) []string {
	var out []string // a copy, made when there is something to hide
	replace := func(i int, with string) {
		if out == nil {
			out = slices.Clone(argv)
		}
		out[i] = with
	}
	for i, arg := range argv {
		name, value, inline := strings.Cut(arg, "=")
		switch {
		case !isSecret(name):
		case inline && value != "":
			replace(i, name+"="+hidden)
		case !inline && i+1 < len(argv) && !strings.HasPrefix(argv[i+1], "-"):
			replace(i+1, hidden)
		}
	}
	if out == nil {
		return argv
	}
	return out
}

// isSecret reports whether an option, or a variable set on the command line,
// holds something that gives access.
func isSecret(option string) bool {
	name := strings.TrimLeft(option, "-")
	if len(name) > 64 || !strings.HasPrefix(option, "-") && name != strings.ToUpper(name) {
		return false
	}
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	for _, end := range [...]string{"api-key", "apikey", "password", "passwd", "secret", "secret-key", "access-key", "access-token", "auth-token", "hf-token", "bearer-token"} {
		if name == end || strings.HasSuffix(name, "-"+end) {
			return true
		}
	}
	return name == "token"
}

// baseName is the last part of a path of either kind of system, without the
// ending of Windows programs.
func baseName(path string) string {
	path = path[strings.LastIndexAny(path, `/\`)+1:]
	if n := len(path) - len(".exe"); n > 0 && strings.EqualFold(path[n:], ".exe") {
		path = path[:n]
	}
	return path
}

// validName keeps a name short and in UTF-8.
func validName(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return shorten(s, 64)
}
