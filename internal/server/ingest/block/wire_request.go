package block

import "go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

// request is a request of any signal that is being laid out. What it keeps
// between requests is memory.
type request struct {
	reader
	w       writer
	origin  origin
	clock   clock
	options *Options
	rest    []byte // the body without its records
	void    []part // records that others replace
}

func (r *request) begin(body []byte, o *Options) {
	r.body, r.options, r.clock = body, o, newClock(o)
	r.limits = &o.Limits
	r.w.limits, r.w.report = o.Limits, &Report{}
}

// keptElements bounds the lists that a request keeps the memory of.
const keptElements = 1024

// kept is the memory of a list, unless it is too large to keep.
func kept[T any](list []T) []T {
	if cap(list) > keptElements {
		return nil
	}
	return list[:0]
}

// forget drops the body and what was read of it.
func (r *request) forget() {
	clear(r.trees[:cap(r.trees)])
	clear(r.w.cut[:cap(r.w.cut)])
	*r = request{reader: reader{trees: kept(r.trees)}, w: writer{cut: kept(r.w.cut), scratch: kept(r.w.scratch)}, rest: r.rest[:0], void: kept(r.void)}
	if cap(r.rest) > reuseBytes {
		r.rest = nil
	}
}

// each calls read with every record, after the origin is set to that of the record.
func (r *request) each(read func(record part)) error {
	rest, records := r.split()
	if r.err != nil {
		return r.err
	}
	r.origin.refused = true // they have to be well formed, and nothing else
	for _, m := range r.void {
		if err := r.one(m, read); err != nil {
			return err
		}
	}
	*r.w.report = Report{}
	for i, resource := range rest.Traces().ResourceSpans().All() {
		r.w.setResource(&r.origin, resource.Resource(), resource.SchemaUrl(), r.options.Environment)
		for j, scope := range resource.ScopeSpans().All() {
			r.w.setScope(&r.origin, scope.Scope(), scope.SchemaUrl())
			for _, m := range records[i][j] {
				if err := r.one(m, read); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *request) one(m part, read func(record part)) error {
	r.trees = r.trees[:0]
	r.records++
	if r.bound(); r.err == nil {
		read(m)
	}
	return r.err
}

// admit counts a record as accepted, or as refused for its origin, for why
// unless it fits, or for its time.
func (r *request) admit(why Reason, fits bool, time uint64) (day int32, ok bool) {
	if r.origin.refused {
		why, fits = r.origin.refuse, false
	}
	if fits {
		day, why, fits = r.clock.day(time)
	}
	if !fits {
		r.w.report.count(why)
		return 0, false
	}
	r.w.report.Accepted++
	return day, true
}

// scopeRecords are the encoded records of each scope of each resource.
type scopeRecords [][][]part

// split takes the records out of a request and decodes the rest, in which all
// signals are the same.
func (r *request) split() (rest ptraceotlp.ExportRequest, records scopeRecords) {
	rest = ptraceotlp.NewExportRequest()
	var f field
	for m := (part{0, len(r.body)}); r.next(&m, &f); {
		if f.number == 1 {
			resource, scopes := r.splitResource(r.part(&f))
			r.rest = appendField(r.rest, 1, resource)
			records = append(records, scopes)
		}
	}
	if r.err == nil {
		outer := reader{outline: r.outline, body: r.rest}
		outer.walk(part{0, len(r.rest)}, skeleton, 0)
		r.outline, r.err = outer.outline, outer.err
	}
	if r.err == nil {
		r.err = rest.UnmarshalProto(r.rest)
	}
	return rest, records
}

// splitResource takes the records out of a ResourceSpans, ResourceLogs or ResourceMetrics.
func (r *request) splitResource(m part) (rest []byte, scopes [][]part) {
	var former [][]part
	var f field
	for before := m.from; r.next(&m, &f); before = m.from {
		if f.wire != delimited || f.number != 2 && f.number != formerScopes {
			rest = append(rest, r.body[before:m.from]...)
			continue
		}
		scope, records := r.splitScope(f.part)
		rest = appendField(rest, f.number, scope)
		if f.number == 2 {
			scopes = append(scopes, records)
		} else {
			former = append(former, records)
		}
	}
	if len(scopes) == 0 {
		return rest, former
	}
	for _, records := range former {
		r.void = append(r.void, records...)
	}
	return rest, scopes
}

// splitScope takes the records out of a ScopeSpans, ScopeLogs or ScopeMetrics.
func (r *request) splitScope(m part) (rest []byte, records []part) {
	var f field
	for before := m.from; r.next(&m, &f); before = m.from {
		if f.number == 2 && f.wire == delimited {
			records = append(records, f.part)
		} else {
			rest = append(rest, r.body[before:m.from]...)
		}
	}
	return rest, records
}
