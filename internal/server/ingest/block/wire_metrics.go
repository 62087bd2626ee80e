package block

// metric is what all points of a metric share, as it came.
type metric struct {
	name, description, unit part
	kind                    int32 // number of the field its data came in; 0: none
	data                    part
	temporality             int32
	monotonic               bool
	metadata                attribute // read only to know that it can be
}

// Kinds of metrics: the numbers of the fields their data comes in.
const (
	gaugeKind       = 5
	sumKind         = 7
	histogramKind   = 9
	exponentialKind = 10
	summaryKind     = 11
)

// dataPoints is the field of a metric's data that its points come in.
const dataPoints = 1

// read reads a metric, but for its points.
func (d *metric) read(r *reader, m part) {
	*d = metric{}
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 1:
			d.name = r.part(&f)
		case 2:
			d.description = r.part(&f)
		case 3:
			d.unit = r.part(&f)
		case gaugeKind, sumKind, histogramKind, exponentialKind, summaryKind:
			d.void(r)
			d.kind, d.data = f.number, r.record(&f)
		case 12:
			d.metadata = attribute{}
			r.attribute(r.part(&f), &d.metadata)
		}
	}
	d.readData(r)
}

// void reads points that others of the metric replace: they have to be well formed, too.
func (d *metric) void(r *reader) {
	if d.kind == 0 {
		return
	}
	d.readData(r)
	var p point
	for range d.points(r, &p) {
	}
}

// readData reads what a metric's data has beside points, which may follow them.
func (d *metric) readData(r *reader) {
	d.temporality, d.monotonic = 0, false
	var f field
	for m := d.data; r.next(&m, &f); {
		switch {
		case f.number == dataPoints:
			r.want(&f, delimited)
		case d.kind == gaugeKind || d.kind == summaryKind:
		case f.number == 2:
			d.temporality = int32(r.varint(&f))
		case f.number == 3 && d.kind == sumKind:
			d.monotonic = r.varint(&f) != 0
		}
	}
}

// points reads the points into p, one after the other.
func (d *metric) points(r *reader, p *point) func(yield func() bool) {
	return func(yield func() bool) {
		var f field
		for m := d.data; r.next(&m, &f); {
			if f.number != dataPoints {
				continue
			}
			if p.read(r, d.kind, r.record(&f)); r.err != nil || !yield() {
				return
			}
		}
	}
}
