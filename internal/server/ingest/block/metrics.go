package block

import "sync"

// Column sets of the metrics' tables.
var (
	gaugeSets   = newSets(newGauges)
	sumSets     = newSets(newSums)
	bucketSets  = newSets(newHistograms)
	scaledSets  = newSets(newExponentials)
	summarySets = newSets(newSummaries)
)

// metricRequest is a request of metrics.
type metricRequest struct {
	request
	metric                  metric
	name, description, unit string // of the metric
	point                   point
}

var metricRequests = sync.Pool{New: func() any { return new(metricRequest) }}

// metricDays are the blocks of one request, in the making.
type metricDays struct {
	gauges, sums *byDay[*numbers]
	histograms   *byDay[*histograms]
	exponentials *byDay[*exponentials]
	summaries    *byDay[*summaries]
}

func startMetricDays() metricDays {
	return metricDays{gaugeSets.start(), sumSets.start(), bucketSets.start(), scaledSets.start(), summarySets.start()}
}

// ReadMetrics lays the data points of an encoded request out, a block for each table and day.
func ReadMetrics(body []byte, o *Options) ([]Block, *Report, error) {
	r := metricRequests.Get().(*metricRequest)
	defer metricRequests.Put(r)
	defer r.forget()
	r.begin(body, o)
	days := startMetricDays()
	err := r.each(func(m part) {
		if r.readMetric(m); r.err != nil {
			return
		}
		if r.metric.kind == 0 {
			r.w.report.count(NoData)
		}
		for range r.metric.points(&r.reader, &r.point) {
			days.add(r)
		}
	})
	if err != nil {
		days.drop()
		return nil, nil, err
	}
	return days.finish(o), r.w.report, nil
}

// forget drops what was read, too.
func (r *metricRequest) forget() {
	r.request.forget()
	r.name, r.description, r.unit = "", "", ""
}

func (r *metricRequest) readMetric(m part) {
	r.metric.read(&r.reader, m)
	r.name = r.w.clean(r.w.shorten(r.text(r.metric.name)))
	r.description = r.w.clean(r.w.shorten(r.text(r.metric.description)))
	r.unit = r.w.clean(r.text(r.metric.unit))
}

// add lays a point out.
func (d *metricDays) add(r *metricRequest) {
	why, fits := r.w.fit(r.point.attributes)
	kind := r.metric.kind
	if kind == histogramKind && !r.point.matches() {
		why, fits = BadBuckets, false
	}
	day, ok := r.admit(why, fits, r.point.time)
	if !ok {
		return
	}
	switch kind {
	case gaugeKind:
		d.gauges.of(day).append(r)
	case sumKind:
		d.sums.of(day).append(r)
	case histogramKind:
		d.histograms.of(day).append(r)
	case exponentialKind:
		d.exponentials.of(day).append(r)
	case summaryKind:
		d.summaries.of(day).append(r)
	}
}

// matches tells whether a histogram's buckets fit their bounds.
func (p *point) matches() bool {
	n, bounds := len(p.counts), len(p.bounds)
	return n == bounds+1 || n == 0 && bounds == 0
}

func (d *metricDays) finish(o *Options) (blocks []Block) {
	blocks = append(blocks, d.gauges.finish(o)...)
	blocks = append(blocks, d.sums.finish(o)...)
	blocks = append(blocks, d.histograms.finish(o)...)
	blocks = append(blocks, d.exponentials.finish(o)...)
	return append(blocks, d.summaries.finish(o)...)
}

func (d *metricDays) drop() {
	d.gauges.drop()
	d.sums.drop()
	d.histograms.drop()
	d.exponentials.drop()
	d.summaries.drop()
}
