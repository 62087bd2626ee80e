package block

import "go.opentelemetry.io/collector/pdata/pcommon"

// point is a data point of any kind as it came.
type point struct {
	start, time uint64 // ns since 1970
	flags       uint32
	attributes  []attribute
	exemplars   []exemplar

	value              float64    // of a number
	count              uint64     // of all other kinds
	sum, min, max      float64    //
	counts, bounds     []uint64   // of a histogram; bounds are the bits of floats
	scale              int32      // of an exponential histogram
	zeros              uint64     //
	threshold          float64    //
	positive, negative buckets    //
	quantiles          []quantile // of a summary
}

type buckets struct {
	offset int32
	counts []uint64
}

type quantile struct{ quantile, value float64 }

type exemplar struct {
	time       uint64
	value      float64
	span       pcommon.SpanID
	trace      pcommon.TraceID
	attributes []attribute
}

// reset keeps the memory of lists.
func (p *point) reset() {
	*p = point{attributes: kept(p.attributes), exemplars: kept(p.exemplars), counts: kept(p.counts), bounds: kept(p.bounds),
		positive: buckets{counts: kept(p.positive.counts)}, negative: buckets{counts: kept(p.negative.counts)}, quantiles: kept(p.quantiles)}
}

// read reads a point of a metric of some kind.
func (p *point) read(r *reader, kind int32, m part) {
	p.reset()
	r.trees = r.trees[:0]
	var f field
	for r.next(&m, &f) {
		switch {
		case f.number == 2:
			p.start = r.fixed64(&f)
		case f.number == 3:
			p.time = r.fixed64(&f)
		case kind == histogramKind:
			p.readHistogram(r, &f)
		case kind == exponentialKind:
			p.readExponential(r, &f)
		case kind == summaryKind:
			p.readSummary(r, &f)
		default:
			p.readNumber(r, &f)
		}
	}
}

func (p *point) readNumber(r *reader, f *field) {
	switch f.number {
	case 4:
		p.value = r.float(f)
	case 5:
		p.addExemplar(r, f)
	case 6:
		p.value = float64(int64(r.fixed64(f)))
	case 7:
		p.attributes = r.attributes(p.attributes, f)
	case 8:
		p.flags = uint32(r.varint(f))
	}
}

func (p *point) readHistogram(r *reader, f *field) {
	switch f.number {
	case 4:
		p.count = r.fixed64(f)
	case 5:
		p.sum = r.float(f)
	case 6:
		p.counts = r.fixed64s(p.counts, f)
	case 7:
		p.bounds = r.fixed64s(p.bounds, f)
	case 8:
		p.addExemplar(r, f)
	case 9:
		p.attributes = r.attributes(p.attributes, f)
	case 10:
		p.flags = uint32(r.varint(f))
	case 11:
		p.min = r.float(f)
	case 12:
		p.max = r.float(f)
	}
}

func (p *point) readExponential(r *reader, f *field) {
	switch f.number {
	case 1:
		p.attributes = r.attributes(p.attributes, f)
	case 4:
		p.count = r.fixed64(f)
	case 5:
		p.sum = r.float(f)
	case 6:
		p.scale = r.signed(f)
	case 7:
		p.zeros = r.fixed64(f)
	case 8:
		p.positive.read(r, r.part(f))
	case 9:
		p.negative.read(r, r.part(f))
	case 10:
		p.flags = uint32(r.varint(f))
	case 11:
		p.addExemplar(r, f)
	case 12:
		p.min = r.float(f)
	case 13:
		p.max = r.float(f)
	case 14:
		p.threshold = r.float(f)
	}
}

func (b *buckets) read(r *reader, m part) {
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 1:
			b.offset = r.signed(&f)
		case 2:
			b.counts = r.varints(b.counts, &f)
		}
	}
}

func (p *point) readSummary(r *reader, f *field) {
	switch f.number {
	case 4:
		p.count = r.fixed64(f)
	case 5:
		p.sum = r.float(f)
	case 6:
		p.quantiles = append(p.quantiles, quantile{})
		p.quantiles[len(p.quantiles)-1].read(r, r.record(f))
	case 7:
		p.attributes = r.attributes(p.attributes, f)
	case 8:
		p.flags = uint32(r.varint(f))
	}
}

func (q *quantile) read(r *reader, m part) {
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 1:
			q.quantile = r.float(&f)
		case 2:
			q.value = r.float(&f)
		}
	}
}

func (p *point) addExemplar(r *reader, f *field) {
	p.exemplars = append(p.exemplars, exemplar{})
	p.exemplars[len(p.exemplars)-1].read(r, r.record(f))
}

func (e *exemplar) read(r *reader, m part) {
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 2:
			e.time = r.fixed64(&f)
		case 3:
			e.value = r.float(&f)
		case 4:
			e.span = r.spanID(&f)
		case 5:
			e.trace = r.traceID(&f)
		case 6:
			e.value = float64(int64(r.fixed64(&f)))
		case 7:
			e.attributes = r.attributes(e.attributes, &f)
		}
	}
}
