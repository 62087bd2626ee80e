package httpapi

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Metrics are the server's own numbers, served in Prometheus text.
type Metrics struct {
	mu       sync.Mutex
	requests map[requestLabels]uint64
	latency  map[string]*histogram // by route
	values   []value
}

type requestLabels struct {
	method, route string
	status        int
}

// value is a number that its owner reports when asked.
type value struct {
	name, kind, help string
	read             func() float64
}

// Upper bounds in seconds.
var buckets = []float64{0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60}

type histogram struct {
	counts [9]uint64 // one more than buckets: above the last
	sum    float64
}

// NewMetrics returns an empty set that reports on the process itself.
func NewMetrics() *Metrics {
	m := &Metrics{requests: map[requestLabels]uint64{}, latency: map[string]*histogram{}}
	started := time.Now()
	m.Gauge("platform_server_uptime_seconds", "Time since the server started.", func() float64 { return time.Since(started).Seconds() })
	m.Gauge("platform_server_goroutines", "Goroutines.", func() float64 { return float64(runtime.NumGoroutine()) })
	m.Gauge("platform_server_heap_bytes", "Bytes of allocated heap objects.", func() float64 {
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return float64(s.HeapAlloc)
	})
	return m
}

// Gauge adds a value that goes up and down.
func (m *Metrics) Gauge(name, help string, read func() float64) { m.add(name, "gauge", help, read) }

// Counter adds a value that only grows; name ends in _total.
func (m *Metrics) Counter(name, help string, read func() float64) { m.add(name, "counter", help, read) }

func (m *Metrics) add(name, kind, help string, read func() float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values = append(m.values, value{name, kind, help, read})
}

func (m *Metrics) observe(method, route string, status int, took time.Duration) {
	if route == "" {
		route = "none"
	}
	if !slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"}, method) {
		method = "other" // a client chooses the method: keep the series few
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[requestLabels{method, route, status}]++
	h := m.latency[route]
	if h == nil {
		h = &histogram{}
		m.latency[route] = h
	}
	seconds := took.Seconds()
	i, _ := slices.BinarySearch(buckets, seconds)
	h.counts[i]++
	h.sum += seconds
}

func (m *Metrics) serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.Write(w)
}

// Write prints all numbers in Prometheus text.
func (m *Metrics) Write(w io.Writer) {
	m.mu.Lock()
	values := slices.Clone(m.values)
	requests := make([]string, 0, len(m.requests))
	for l, n := range m.requests {
		requests = append(requests, fmt.Sprintf("platform_http_requests_total{method=%q,route=%q,status=\"%d\"} %d\n", l.method, l.route, l.status, n))
	}
	routes := make([]string, 0, len(m.latency))
	for route := range m.latency {
		routes = append(routes, route)
	}
	sort.Strings(requests)
	sort.Strings(routes)
	var latency strings.Builder
	for _, route := range routes {
		m.latency[route].write(&latency, route)
	}
	m.mu.Unlock()

	for _, v := range values {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %s\n", v.name, v.help, v.name, v.kind, v.name, strconv.FormatFloat(v.read(), 'g', -1, 64))
	}
	fmt.Fprint(w, "# HELP platform_http_requests_total Requests answered.\n# TYPE platform_http_requests_total counter\n")
	fmt.Fprint(w, strings.Join(requests, ""))
	fmt.Fprint(w, "# HELP platform_http_request_duration_seconds Time to answer.\n# TYPE platform_http_request_duration_seconds histogram\n")
	fmt.Fprint(w, latency.String())
}

func (h *histogram) write(w io.Writer, route string) {
	const name = "platform_http_request_duration_seconds"
	var total uint64
	for i, n := range h.counts {
		total += n
		bound := "+Inf"
		if i < len(buckets) {
			bound = strconv.FormatFloat(buckets[i], 'g', -1, 64)
		}
		fmt.Fprintf(w, "%s_bucket{route=%q,le=%q} %d\n", name, route, bound, total)
	}
	fmt.Fprintf(w, "%s_sum{route=%q} %g\n%s_count{route=%q} %d\n", name, route, h.sum, name, route, total)
}
