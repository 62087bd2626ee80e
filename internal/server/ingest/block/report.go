package block

import (
	"fmt"
	"strings"
)

// Reason says why a record was refused, or what was changed about one that was
// kept.
type Reason int

const (
	NoTraceID Reason = iota
	NoSpanID
	NoTime
	TooOld
	TooNew
	TooManyDays
	TooManyAttributes
	KeyTooLong
	NoData
	BadBuckets
	refusals // reasons from here on are changes

	CutValue
	InvalidText
	NegativeDuration
	reasons
)

var reasonTexts = [reasons]string{
	NoTraceID:         "trace id missing or zero",
	NoSpanID:          "span id missing or zero",
	NoTime:            "time missing",
	TooOld:            "older than what is kept",
	TooNew:            "time too far in the future",
	TooManyDays:       "times of too many different days in one request",
	TooManyAttributes: "too many attributes",
	KeyTooLong:        "attribute key too long",
	NoData:            "metric without data points of a known type",
	BadBuckets:        "bucket counts and bounds do not match",
	CutValue:          "value cut to the length limit",
	InvalidText:       "invalid UTF-8 replaced",
	NegativeDuration:  "span ends before it starts, duration set to 0",
}

// String is the reason as clients, logs and counters show it.
func (r Reason) String() string { return reasonTexts[r] }

// Report counts what became of the records of a request.
type Report struct {
	Accepted int
	counts   [reasons]int
}

func (r *Report) count(why Reason) { r.counts[why]++ }

// Rejected is the number of records refused.
func (r *Report) Rejected() (n int) {
	for _, c := range r.counts[:refusals] {
		n += c
	}
	return n
}

// Refused yields the reasons that records were refused for, and how many.
func (r *Report) Refused(yield func(Reason, int) bool) {
	for why := range refusals {
		if n := r.counts[why]; n > 0 && !yield(why, n) {
			return
		}
	}
}

// Message tells the sender what was refused or changed; "" when nothing was.
// wrongSignal names what the body may be when nothing of it could be used.
func (r *Report) Message(wrongSignal string) string {
	var parts []string
	for why, n := range r.counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", Reason(why), n))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	if r.Accepted == 0 && wrongSignal != "" && r.counts[NoTraceID]+r.counts[NoData] > 0 {
		parts = append(parts, wrongSignal)
	}
	return strings.Join(parts, "; ")
}
