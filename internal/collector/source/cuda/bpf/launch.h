// Kernel and graph launches: their arguments and their counts.
#pragma once
#include "spans.h"

// read_dim3 takes the arguments of a runtime launch; dims come as x | y << 32, z.
INLINE void read_dim3(struct thread *t, struct regs *r)
{
	t->func = ARG0(r);
	t->block = (ARG3(r) & 0xffffffff) * (ARG3(r) >> 32) * (u32)ARG4(r);
	t->threads = (ARG1(r) & 0xffffffff) * (ARG1(r) >> 32) * (u32)ARG2(r) * t->block;
#if defined(__TARGET_ARCH_x86)
	if (read_user(t->words, 24, (void *)r->sp)) // return address, shared, stream
		t->words[0] = t->words[1] = t->words[2] = 0;
	t->address = t->words[0];
	t->shared = t->words[1];
	t->stream = t->words[2];
#else
	t->shared = r->x[6];
	t->stream = r->x[7];
#endif
}

INLINE void read_flat(struct thread *t, struct regs *r)
{
	t->func = ARG0(r);
	if (read_user(t->words, 24, (void *)STACK_ARGS(r)))
		t->words[0] = t->words[1] = t->words[2] = 0;
#if defined(__TARGET_ARCH_x86)
	t->block = (u64)(u32)r->r8 * (u32)r->r9 * (u32)t->words[0];
	t->shared = (u32)t->words[1];
	t->stream = t->words[2];
#else
	t->block = (u64)(u32)r->x[4] * (u32)r->x[5] * (u32)r->x[6];
	t->shared = (u32)r->x[7];
	t->stream = t->words[0];
#endif
	t->threads = (u64)(u32)ARG1(r) * (u32)ARG2(r) * (u32)ARG3(r) * t->block;
}

// read_config takes a launch configuration: grid at 0, block at 12, dynamic
// shared memory at 24 (64 bits in the runtime's, 32 in the driver's), stream at 32.
INLINE void read_config(struct thread *t, struct regs *r)
{
	u32 *dim = (u32 *)t->words;
	t->func = ARG1(r);
	if (read_user(t->words, 40, (void *)ARG0(r)))
		t->words[0] = t->words[1] = t->words[2] = t->words[3] = t->words[4] = 0;
	t->block = (u64)dim[3] * dim[4] * dim[5];
	t->threads = (u64)dim[0] * dim[1] * dim[2] * t->block;
	t->shared = IS_DRIVER(t->cookie) ? (u32)t->words[3] : t->words[3];
	t->stream = t->words[4];
}

// read_graph takes what is known of a graph from its capture.
INLINE void read_graph(struct thread *t, struct regs *r)
{
	t->func = GRAPH_KERNEL;
	t->stream = ARG1(r);
	t->block = t->shared = t->threads = t->count = 0;
	name_handle(t, ARG0(r));
	struct graph *g = map_lookup(&graphs, &t->handle_key);
	if (g) {
		t->count = g->launches;
		t->threads = g->threads;
	}
}

INLINE void name_kernel(struct thread *t)
{
	t->kernel_key.tgid = t->tgid;
	t->kernel_key.device = t->device;
	t->kernel_key.func = t->func;
	t->kernel_key.stream = t->stream_key.stream;
}

// count_sizes adds the sizes of a launch to its kernel.
INLINE void count_sizes(struct thread *t, struct kernel *k)
{
	add(&k->threads, t->threads);
	add(&k->block, t->block);
	COUNT(k->grid_log2, log2_up(t->threads));
	COUNT(k->block_log2, log2_up(t->block));
	if (t->shared) {
		add(&k->shared, t->shared);
		COUNT(k->shared_log2, 1 + log2_up(t->shared));
	} else {
		add(&k->shared_log2[0], 1);
	}
}

// count_kernel adds the launch in t, made so long after the first of its span,
// to the counts of its kernel. Without room for a kernel it is an other one.
INLINE void count_kernel(struct thread *t, struct stream *s, u64 after)
{
	struct kernel *k = find_or_make(&kernels, &t->kernel_key);
	if (!k) {
		t->kernel_key.func = OTHER_KERNEL;
		t->kernel_key.stream = 0;
		k = find_or_make(&others, &t->kernel_key);
		if (!k) {
			lose(LOST_LAUNCH);
			return;
		}
		s = 0; // no duration
	}
	add(&k->calls, 1);
	if (t->func != GRAPH_KERNEL)
		count_sizes(t, k);
	if (!s)
		return;
	if (k->seq != s->seq + 1) { // its first launch in this span
		k->seq = s->seq + 1;
		k->open = k->open_at = 0;
		u64 i = s->kernels;
		if (i < SPAN_KERNELS) {
			s->kernel[i] = t->func;
			s->kernels = i + 1;
		}
	}
	add(&k->open, 1);
	add(&k->open_at, after);
}

// list_stream puts the stream into the process's list of those with an open
// span, unless it is there from its last one.
INLINE void list_stream(struct thread *t, struct stream *s)
{
	struct process *p = map_lookup(&processes, &t->tgid);
	if (!p)
		return;
	struct stream_key *old = &p->open[s->listed & (OPENED - 1)];
	if (old->stream == t->stream_key.stream && old->device == t->stream_key.device && old->tgid)
		return;
	s->listed = add(&p->opened, 1);
	p->open[s->listed & (OPENED - 1)] = t->stream_key;
}

// extend_span makes the launch part of the span of its stream and returns how
// long after the first it comes.
INLINE u64 extend_span(struct thread *t, struct stream *s)
{
	u64 now = now_ns();
	if (!s->first && !swap_if(&s->first, 0, now))
		list_stream(t, s);
	s->last = now;
	s->device = t->device;
	if (t->func == GRAPH_KERNEL && !t->count)
		add(&s->unknown_graphs, 1);
	else
		add(&s->launches, t->func == GRAPH_KERNEL ? t->count : 1);
	add(&s->threads, t->threads);
	return now > s->first ? now - s->first : 0;
}

// count_launch counts the launch in t, unless its stream is being captured.
INLINE void count_launch(struct thread *t)
{
	name_stream(t, t->stream, IS_PER_THREAD(t->cookie));
	name_kernel(t);
	struct stream *s = find_or_make(&streams, &t->stream_key);
	if (!s) {
		lose(LOST_STREAM);
		count_kernel(t, s, 0);
		return;
	}
	if (s->capture) {
		struct stream *origin = captured_by(t, s);
		if (origin) {
			add(&origin->captured, t->func == GRAPH_KERNEL ? t->count : 1);
			add(&origin->captured_threads, t->threads);
			return;
		}
		name_stream(t, t->stream, IS_PER_THREAD(t->cookie));
	}
	count_kernel(t, s, extend_span(t, s));
}
