package engine

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"platform/internal/server/engine/chdb"
)

// Codes of ClickHouse's errors that this package gives or looks at.
const (
	codeBadArguments    = 36
	codeNotImplemented  = 48
	codeSyntax          = 62
	codeTooManyQueries  = 202
	codeSessionMissing  = 372
	codeSessionLocked   = 373
	codeCancelled       = 394
	codeTooLarge        = 161 // the limit on the size of a request
	codeAuthentication  = 516
	codeUnknown         = 1002
	codeIncorrectData   = 117
	codeCannotDecompess = 271
)

// names are the words ClickHouse ends an exception's text with.
var names = map[int]string{
	codeBadArguments: "BAD_ARGUMENTS", codeNotImplemented: "NOT_IMPLEMENTED", codeSyntax: "SYNTAX_ERROR",
	codeTooManyQueries: "TOO_MANY_SIMULTANEOUS_QUERIES", codeSessionMissing: "SESSION_NOT_FOUND",
	codeSessionLocked: "SESSION_IS_LOCKED", codeCancelled: "QUERY_WAS_CANCELLED", codeTooLarge: "TOO_LARGE_REQUEST",
	codeAuthentication: "AUTHENTICATION_FAILED", codeIncorrectData: "INCORRECT_DATA",
	codeCannotDecompess: "CANNOT_DECOMPRESS",
}

// exceptionf makes an exception in the form libchdb gives its own.
func exceptionf(code int, format string, args ...any) error {
	return &chdb.Exception{Text: fmt.Sprintf("Code: %d. DB::Exception: %s. (%s)", code, fmt.Sprintf(format, args...), names[code])}
}

var codePattern = regexp.MustCompile(`^Code: (\d+)\.`)

// codeOf returns the code and the text of err as ClickHouse's HTTP interface gives them.
func codeOf(err error) (int, string) {
	var e *chdb.Exception
	if !errors.As(err, &e) {
		return codeUnknown, fmt.Sprintf("Code: %d. DB::Exception: %s. (UNKNOWN_EXCEPTION)", codeUnknown, err)
	}
	if m := codePattern.FindStringSubmatch(e.Text); m != nil {
		code, _ := strconv.Atoi(m[1])
		return code, e.Text
	}
	return codeUnknown, fmt.Sprintf("Code: %d. DB::Exception: %s", codeUnknown, e.Text)
}

// statusOf is the HTTP status ClickHouse answers an error code with.
func statusOf(code int) int {
	switch code {
	case 194, codeAuthentication, 192, 193:
		return http.StatusUnauthorized
	case 497: // ACCESS_DENIED
		return http.StatusForbidden
	case 6, 26, 27, 33, 38, 41, 43, 53, codeSyntax, 65, 69, 70, 72, codeIncorrectData, 125, 130, 131, 156, 163, 342, 367, 636:
		return http.StatusBadRequest
	case 16, 46, 47, 50, 56, 60, 73, 81, 115, 183, 388, codeSessionMissing:
		return http.StatusNotFound
	case 159:
		return http.StatusRequestTimeout
	case codeNotImplemented:
		return http.StatusNotImplemented
	case codeTooLarge:
		return http.StatusRequestEntityTooLarge
	case codeTooManyQueries:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
