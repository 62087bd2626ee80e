package llm

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/openai/openai-go/v3"

	"platform/internal/server/fault"
)

const (
	retries       = 2
	retryPatience = 20 * time.Second // longest wait that a provider may ask for
)

// What a provider's failures are told as. The caller's own credentials are
// not at fault, so they are never 401.
const (
	badGateway     fault.Kind = http.StatusBadGateway
	gatewayTimeout fault.Kind = http.StatusGatewayTimeout
)

var errGarbage = errors.New("the answer is not one of the protocol")

// explain says what a failure means and what to do about it. Neither key nor
// address of the endpoint is part of the text.
func (c Connection) explain(err error) error {
	var refused *errAddress
	var status *statusError
	switch {
	case errors.As(err, &refused):
		return fault.New(fault.Conflict, "%s", refused.text)
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return fault.New(gatewayTimeout, "%s did not answer within %v", c.who(), c.Timeout)
	case errors.Is(err, errLong):
		return fault.New(badGateway, "%s gave an answer that is too long", c.who())
	case errors.As(statusOf(err), &status):
		return c.explainStatus(status)
	case errors.Is(err, errGarbage):
		return c.garbage(err)
	}
	var network net.Error
	var name *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &name):
		return fault.New(badGateway, "the name of the endpoint of %s is not known", c.who())
	case errors.As(err, &op), errors.As(err, &network):
		return fault.New(badGateway, "%s cannot be reached", c.who()).Because(errors.New(c.scrub(err.Error())))
	}
	return c.garbage(err)
}

// garbage is the fault for an answer that is not of the protocol.
func (c Connection) garbage(err error) error {
	return fault.New(badGateway, "%s gave an answer that is not one of the %s protocol: is the base URL right?", c.who(), c.protocol()).Because(errors.New(c.scrub(err.Error())))
}

func isTimeout(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}

// who names the model for people.
func (c Connection) who() string { return c.Provider + " (" + c.Model + ")" }

func (c Connection) explainStatus(s *statusError) error {
	said := c.scrub(s.message)
	if said != "" {
		said = ": " + said
	}
	switch code := s.code; {
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		if c.Secret == "" {
			return fault.New(badGateway, "%s asks for a key (status %d): name the vault secret that holds it", c.who(), code)
		}
		return fault.New(badGateway, "%s refuses the key of the vault secret %s (status %d)", c.who(), c.Secret, code)
	case code == http.StatusNotFound:
		return fault.New(badGateway, "%s is not there (status 404): the provider does not know the model, or the base URL is wrong%s", c.who(), said)
	case code == http.StatusTooManyRequests:
		return fault.New(fault.TooMany, "%s has had too many requests, or its credit is used up%s", c.who(), said).After(s.retry)
	case code >= 500:
		return fault.New(badGateway, "%s failed (status %d); it may work again in a while%s", c.who(), code, said)
	}
	return fault.New(badGateway, "%s refuses the request (status %d)%s", c.who(), s.code, said)
}

// statusError is an answer that is an error.
type statusError struct {
	code    int
	message string
	retry   time.Duration
}

func (e *statusError) Error() string { return "status " + strconv.Itoa(e.code) }

// statusOf reads the errors of both SDKs.
func statusOf(err error) error {
	var o *openai.Error
	var a *anthropic.Error
	switch {
	case errors.As(err, &o):
		message := o.Message
		if message == "" {
			message = messageIn(o.RawJSON())
		}
		return &statusError{o.StatusCode, message, retryAfter(o.Response)}
	case errors.As(err, &a):
		return &statusError{a.StatusCode, messageIn(a.RawJSON()), retryAfter(a.Response)}
	}
	return err
}

// messageIn finds the text of an error body: {"error":{"message":…}} and the like.
func messageIn(raw string) string {
	var body struct {
		Message string          `json:"message"`
		Detail  string          `json:"detail"`
		Error   json.RawMessage `json:"error"`
	}
	if json.Unmarshal([]byte(raw), &body) != nil {
		return ""
	}
	var inner struct{ Message string }
	var text string
	if json.Unmarshal(body.Error, &inner) == nil && inner.Message != "" {
		return inner.Message
	}
	if json.Unmarshal(body.Error, &text) == nil && text != "" {
		return text
	}
	if body.Message != "" {
		return body.Message
	}
	return body.Detail
}

func retryAfter(r *http.Response) time.Duration {
	if r != nil {
		if seconds, err := strconv.Atoi(r.Header.Get("Retry-After")); err == nil && seconds > 0 && seconds < 3600 {
			return time.Duration(seconds) * time.Second
		}
	}
	return 5 * time.Second
}

// tokenLike matches what could be a key in the text of somebody else.
var tokenLike = regexp.MustCompile(`[A-Za-z0-9_\-*.+/=]{20,}`)

const saidLimit = 300 // characters of a provider's text

// scrub makes the text of a provider fit to be shown: without the key and
// what looks like one, on one line, not long.
func (c Connection) scrub(text string) string {
	if c.key != "" {
		text = strings.ReplaceAll(text, c.key, "…")
	}
	text = tokenLike.ReplaceAllStringFunc(text, func(word string) string {
		if strings.ContainsAny(word, "0123456789*") && !strings.Contains(word, c.Model) {
			return "…"
		}
		return word
	})
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if runes := []rune(text); len(runes) > saidLimit {
		text = string(runes[:saidLimit]) + "…"
	}
	return text
}

// instruct adds to instructions the form that the answer must have.
func instruct(system string, s Schema) string {
	schema, _ := json.Marshal(s.JSON) // made of maps and strings
	form := "Answer with one JSON object and nothing else. It must match this JSON schema:\n" + string(schema)
	if system == "" {
		return form
	}
	return system + "\n\n" + form
}
