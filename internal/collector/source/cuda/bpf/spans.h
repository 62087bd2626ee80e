// Streams, their spans and captures.
#pragma once
#include "calls.h"

// log2_up returns the i of the bucket (2^(i-1), 2^i] that holds v; 0 holds 0 and 1.
INLINE u32 log2_up(u64 v)
{
	u32 i = 1;
	if (v < 2)
		return 0;
	v--;
	if (v >> 32) { i += 32; v >>= 32; }
	if (v >> 16) { i += 16; v >>= 16; }
	if (v >> 8) { i += 8; v >>= 8; }
	if (v >> 4) { i += 4; v >>= 4; }
	if (v >> 2) { i += 2; v >>= 2; }
	if (v >> 1) { i += 1; }
	return i;
}

// COUNT adds one to bucket i of hist; what is past the end is in the last.
#define COUNT(hist, i)                                                  \
	do {                                                            \
		u32 at = (i);                                           \
		if (at > sizeof(hist) / sizeof(hist[0]) - 1)            \
			at = sizeof(hist) / sizeof(hist[0]) - 1;        \
		add(&(hist)[at], 1);                                    \
	} while (0)

// name_stream sets the stream's key in t. A handle belongs to one context and
// so to one device; the default streams have one for each device.
INLINE void name_stream(struct thread *t, u64 stream, u64 per_thread)
{
	t->stream_key.tgid = t->tgid;
	t->stream_key.device = stream > 2 ? 0 : t->device;
	if (stream == 2 || (stream == 0 && per_thread))
		stream = (u64)t->tid << 8 | 2;
	else if (stream == 1)
		stream = 0;
	t->stream_key.stream = stream;
}

INLINE struct stream *find_stream(struct thread *t)
{
	return map_lookup(&streams, &t->stream_key);
}

// observe adds the launches of a kernel in the span that ends to its durations:
// that of the mean launch, as often as it was launched. The bucket is the number
// of bounds below it.
INLINE void observe(struct thread *t, struct stream *s, u64 func)
{
	u32 zero = 0, bucket = 0;
	struct config *c = map_lookup(&config, &zero);
	t->kernel_key.tgid = t->tgid;
	t->kernel_key.device = s->device;
	t->kernel_key.func = func;
	t->kernel_key.stream = t->stream_key.stream;
	struct kernel *k = map_lookup(&kernels, &t->kernel_key);
	if (!k || !c || k->seq != s->seq + 1)
		return;
	u64 n = take(&k->open), at = take(&k->open_at);
	u64 d = t->close.length - at / n; // x / 0 is 0
	d &= (d >> 63) - 1;               // never below 0
#pragma unroll
	for (u32 b = 0; b < 23; b++)
		bucket += (c->duration_bounds[b] - d) >> 63;
	if (bucket > 23)
		return;
	add(&k->duration[bucket], (u32)n);
	add(&k->durations, d * n);
}

// begin_close tells user space of the span that ends. It returns 0 when there is
// none to end.
INLINE int begin_close(struct thread *t, struct stream *s)
{
	if (!s->first || s->first >= t->close.end)
		return 0;
	if (t->close.device && s->device && s->device != t->close.device)
		return 0;
	struct span_record *r = ring_reserve(&records, sizeof(*r), 0);
	if (!r) {
		lose(LOST_SPAN); // the span stays open
		return 0;
	}
	if (t->close.launches >= s->launches) {
		t->close.launches = s->launches;
		t->close.threads = s->threads;
	}
	t->close.unknown = s->unknown_graphs;
	t->close.length = t->close.end - s->first;
	r->kind = RECORD_SPAN;
	r->tgid = t->tgid;
	r->device = s->device;
	r->zero = 0;
	r->stream = t->stream_key.stream;
	r->first = s->first;
	r->end = t->close.end;
	r->launches = t->close.launches;
	r->threads = t->close.threads;
	r->unknown_graphs = t->close.unknown;
	ring_submit(r, ring_query(&records, RING_AVAILABLE) < 1 << 16 ? RING_NO_WAKEUP : 0);
	return 1;
}

// end_close starts the stream's next span: empty, or with the launches that the
// sync did not wait for.
INLINE void end_close(struct thread *t, struct stream *s)
{
	s->kernels = 0;
	s->seq++;
	add(&s->launches, -t->close.launches);
	add(&s->threads, -t->close.threads);
	add(&s->unknown_graphs, -t->close.unknown);
	s->first = s->launches ? t->close.rest : 0;
	t->close.launches = ~0ull;
	t->close.step = 0;
}

// close_stream does one step of ending a span: the record, then each kernel,
// then the new span. It returns 0 when nothing is left to do.
INLINE int close_stream(struct thread *t, struct stream *s)
{
	u64 step = t->close.step;
	if (step == 0) {
		if (!begin_close(t, s))
			return 0;
	} else if (step <= s->kernels && step <= SPAN_KERNELS) {
		observe(t, s, s->kernel[(step - 1) & (SPAN_KERNELS - 1)]);
	} else {
		end_close(t, s);
		return 0;
	}
	t->close.step = step + 1;
	return 1;
}

// close_step does one step for the stream named in t, or goes on to the next. It
// is a function of its own so that the verifier sees one state after it,
// whichever way it went.
NOINLINE int close_step(struct thread *t)
{
	struct stream *s = find_stream(t);
	if (s && close_stream(t, s))
		return 1;
	u32 n = t->close.next;
	if (n >= t->close.streams || n >= OPENED)
		return 0;
	t->close.next = n + 1;
	t->stream_key = t->close.key[n];
	return 1;
}

NOINLINE long repeated_step(u64 turn __attribute__((unused)), struct thread **t)
{
	return !close_step(*t);
}

INLINE void begin_steps(struct thread *t)
{
	t->close.step = 0;
	t->close.next = 0;
}

// end_steps ends a span that had no turn left for all of its kernels: they are
// left without a duration.
INLINE void end_steps(struct thread *t)
{
	struct stream *s = find_stream(t);
	if (s && t->close.step)
		end_close(t, s);
}

NOINLINE int close_repeating(struct thread *t)
{
	begin_steps(t);
	repeat(CLOSE_STEPS, repeated_step, &t, 0);
	end_steps(t);
	return 0;
}

NOINLINE int close_looping(struct thread *t)
{
	begin_steps(t);
	for (u32 i = 0; i < CLOSE_STEPS; i++)
		if (!close_step(t))
			return 0;
	end_steps(t);
	return 0;
}

// close_spans ends the span of the stream named in t, then those of the streams
// in t->close.key. The verifier goes through every turn of a loop, but only once
// through what a kernel can repeat by itself.
INLINE void close_spans(struct thread *t, int repeats)
{
	if (repeats)
		close_repeating(t);
	else
		close_looping(t);
}

// close_span ends the span of the stream named in t with all its launches.
INLINE void close_span(struct thread *t, u64 end, int repeats)
{
	t->close.end = t->close.rest = end;
	t->close.launches = ~0ull;
	t->close.device = 0;
	t->close.streams = 0;
	close_spans(t, repeats);
}

// sync_device ends the spans on the thread's device, all of them when it is
// unknown. A stream that has dropped out of the process's short list goes on
// with its span; user space knows from sync that its launches have ended.
INLINE void sync_device(struct thread *t, int repeats)
{
	struct process *p = map_lookup(&processes, &t->tgid);
	if (!p)
		return;
	u64 now = now_ns();
	p->sync[t->device & (DEVICES - 1)] = now;
#pragma unroll
	for (u32 i = 0; i < OPENED; i++)
		t->close.key[i] = p->open[i];
	t->stream_key.stream = ~0ull; // none
	t->close.end = t->close.rest = now;
	t->close.launches = ~0ull;
	t->close.device = t->device;
	t->close.streams = OPENED;
	close_spans(t, repeats);
}

// sync_event ends the span of the stream that the event was recorded on, for
// the launches before the record.
INLINE void sync_event(struct thread *t, u64 handle, int repeats)
{
	name_handle(t, handle);
	struct event *e = map_lookup(&events, &t->handle_key);
	if (!e || !e->launches)
		return;
	t->stream_key.tgid = t->tgid;
	t->stream_key.device = e->device;
	t->stream_key.stream = e->stream;
	t->close.launches = e->launches;
	t->close.threads = e->threads;
	t->close.rest = e->at;
	t->close.end = now_ns();
	t->close.device = 0;
	t->close.streams = 0;
	struct stream *s = find_stream(t);
	if (s && s->seq == e->seq)
		close_spans(t, repeats);
}

INLINE void record_event(struct thread *t, u64 handle)
{
	struct stream *s = find_stream(t);
	name_handle(t, handle);
	t->event.device = t->stream_key.device;
	t->event.stream = t->stream_key.stream;
	t->event.at = now_ns();
	t->event.seq = s ? s->seq : 0;
	t->event.launches = s ? s->launches : 0;
	t->event.threads = s ? s->threads : 0;
	map_update(&events, &t->handle_key, &t->event, ANY);
}

// captured_by returns the stream whose capture s is part of now, s itself
// included, and leaves its key in t.
INLINE struct stream *captured_by(struct thread *t, struct stream *s)
{
	if (!s->capture)
		return 0;
	t->stream_key.tgid = t->tgid;
	t->stream_key.device = s->origin_device;
	t->stream_key.stream = s->origin_stream;
	struct stream *origin = find_stream(t);
	if (origin && origin->capture == s->capture)
		return origin;
	s->capture = 0; // ended
	return 0;
}

INLINE void begin_capture(struct thread *t)
{
	struct stream *s = find_or_make(&streams, &t->stream_key);
	if (!s)
		return;
	s->origin_device = t->stream_key.device;
	s->origin_stream = t->stream_key.stream;
	s->captured = 0;
	s->captured_threads = 0;
	s->capture = now_ns();
}

// wait_event makes the stream in t part of the capture that the event was
// recorded in.
INLINE void wait_event(struct thread *t, u64 handle)
{
	name_handle(t, handle);
	struct event *e = map_lookup(&events, &t->handle_key);
	if (!e)
		return;
	t->stream_key.tgid = t->tgid;
	t->stream_key.device = e->device;
	t->stream_key.stream = e->stream;
	struct stream *from = find_stream(t);
	if (!from)
		return;
	struct stream *origin = captured_by(t, from);
	if (!origin)
		return;
	name_stream(t, t->stream, IS_PER_THREAD(t->cookie));
	struct stream *s = find_or_make(&streams, &t->stream_key);
	if (!s || s == origin)
		return;
	s->origin_device = from->origin_device;
	s->origin_stream = from->origin_stream;
	s->capture = from->capture;
}

INLINE void end_capture(struct thread *t, struct call *c, u32 failed)
{
	name_stream(t, c->a, c->per_thread);
	struct stream *s = find_stream(t);
	if (!s)
		return;
	s->capture = 0;
	if (failed || read_user(&t->words[0], 8, (void *)c->b))
		return;
	t->graph.launches = s->captured;
	t->graph.threads = s->captured_threads;
	name_handle(t, t->words[0]);
	map_update(&graphs, &t->handle_key, &t->graph, ANY);
}

INLINE void instantiate(struct thread *t, struct call *c)
{
	name_handle(t, c->b);
	struct graph *g = map_lookup(&graphs, &t->handle_key);
	if (!g || read_user(&t->words[0], 8, (void *)c->a))
		return;
	t->graph = *g;
	name_handle(t, t->words[0]);
	map_update(&graphs, &t->handle_key, &t->graph, ANY);
}
