// Copies, allocations and frees.
#pragma once
#include "spans.h"

// Variants of COPY: where the byte count, the kind and the stream are.
enum {
	COPY_KIND_ARG,       // (dst, src, n, kind, stream)
	COPY_2D,             // (dst, dpitch, src, spitch, width, height, kind, stream)
	COPY_PEER,           // (dst, device, src, device, n, stream)
	COPY_3D,             // (params *, stream)
	COPY_DRIVER,         // (dst, src, n, stream); variant - COPY_DRIVER is the kind
	COPY_DRIVER_2D = 12, // (params *, stream)
	COPY_DRIVER_3D,      // (params *, stream)
};

enum { COPY_ON_DEVICE = 3, COPY_UNKNOWN };

// pair_kind gives the kind of a copy between two driver memory types, of which
// 1 is the host, 2 the device and 3 an array on it.
INLINE u32 pair_kind(u32 from, u32 to)
{
	if (from - 1 > 2 || to - 1 > 2)
		return COPY_UNKNOWN;
	return (from == 1 ? 0 : 2) + (to == 1 ? 0 : 1);
}

// read_copy puts the bytes of a copy in t->count, its stream in t->stream and
// returns its kind.
INLINE u32 read_copy(struct thread *t, struct regs *r)
{
	u64 *w = t->words;
	u32 variant = VARIANT(t->cookie);
	t->count = 0;
	switch (variant) {
	case COPY_KIND_ARG:
		t->count = ARG2(r);
		t->stream = ARG4(r);
		return ARG3(r);
	case COPY_2D:
#if defined(__TARGET_ARCH_x86)
		if (read_user(w, 16, (void *)STACK_ARGS(r)))
			w[0] = COPY_UNKNOWN, w[1] = 0;
#else
		w[0] = r->x[6];
		w[1] = r->x[7];
#endif
		t->count = ARG4(r) * ARG5(r);
		t->stream = w[1];
		return w[0];
	case COPY_PEER:
		t->count = ARG4(r);
		t->stream = ARG5(r);
		return COPY_ON_DEVICE;
	case COPY_3D: // the extent is at 128, the kind at 152
		t->stream = ARG1(r);
		if (read_user(w, 32, (void *)(ARG0(r) + 128)))
			return COPY_UNKNOWN;
		t->count = w[0] * w[1] * w[2];
		return w[3];
	case COPY_DRIVER_2D: // types at 16 and 72, width and height at 112
		t->stream = ARG1(r);
		if (read_user(w, 128, (void *)ARG0(r)))
			return COPY_UNKNOWN;
		t->count = w[14] * w[15];
		return pair_kind(w[2], w[9]);
	case COPY_DRIVER_3D: // types at 32 and 120, width, height and depth at 176
		t->stream = ARG1(r);
		if (read_user(w, 200, (void *)ARG0(r)))
			return COPY_UNKNOWN;
		t->count = w[22] * w[23] * w[24];
		return pair_kind(w[4], w[15]);
	default:
		t->count = ARG2(r);
		t->stream = ARG3(r);
		return variant - COPY_DRIVER;
	}
}

// copies_of returns where copies of a kind on the stream in t are counted: nowhere
// when the stream is being captured.
INLINE struct copies *copies_of(struct thread *t, u64 per_thread, u32 kind)
{
	name_stream(t, t->stream, per_thread);
	struct stream *s = find_stream(t);
	if (s && captured_by(t, s))
		return 0;
	t->copy_key.tgid = t->tgid;
	t->copy_key.device = t->device;
	t->copy_key.kind = kind < COPY_UNKNOWN ? kind : COPY_UNKNOWN;
	struct copies *c = find_or_make(&copied, &t->copy_key);
	if (!c)
		lose(LOST_COPY);
	return c;
}

INLINE void add_copy(struct copies *c, u64 bytes)
{
	add(&c->calls, 1);
	add(&c->bytes, bytes);
	COUNT(c->log2, log2_up(bytes));
}

// count_copy counts the copy in t.
INLINE void count_copy(struct thread *t, u32 kind)
{
	struct copies *c = copies_of(t, IS_PER_THREAD(t->cookie), kind);
	if (c)
		add_copy(c, t->count);
}

// read_batch notes the copies of a batch: the stream, where their sizes are, how
// many they are. The stream is the eighth argument, the ninth in the variant that
// tells which copy failed.
INLINE void read_batch(struct thread *t, struct call *c, struct regs *r)
{
	u32 after = 7 + c->variant - ARGS_IN_REGISTERS;
	c->b = ARG2(r);
	c->c = ARG3(r);
#if defined(__TARGET_ARCH_arm64)
	c->a = r->x[7];
	if (!c->variant)
		return;
#endif
	c->a = read_user(&t->words[0], 8, (void *)(STACK_ARGS(r) + 8 * (after & 3))) ? 0 : t->words[0];
}

struct batch {
	struct thread *t;
	struct copies *c;
};

NOINLINE long count_of_batch(u64 i, struct batch *b)
{
	if (read_user(&b->t->words[0], 8, (void *)(b->t->words[1] + 8 * i))) {
		lose(LOST_COPY);
		return 1;
	}
	add_copy(b->c, b->t->words[0]);
	return 0;
}

// add_copies counts the n copies whose sizes are at t->words[1].
NOINLINE long add_copies(struct thread *t, struct copies *c, u64 n)
{
	struct batch b = {t, c};
	return repeat(n, count_of_batch, &b, 0);
}

// count_batch counts the copies of a batch that the driver took. Kernels that
// cannot repeat steps lose them: how many there are is known only here.
INLINE void count_batch(struct thread *t, struct call *call, int repeats)
{
	t->stream = call->a;
	struct copies *c = copies_of(t, call->per_thread, COPY_UNKNOWN);
	if (!c)
		return;
	t->words[1] = call->b;
	if (!repeats || add_copies(t, c, call->c) < 0)
		lose(LOST_COPY);
}

INLINE struct memory *memory_of(struct thread *t)
{
	t->device_key.tgid = t->tgid;
	t->device_key.device = t->device;
	struct memory *m = find_or_make(&memories, &t->device_key);
	if (!m)
		lose(LOST_MEMORY);
	return m;
}

INLINE void count_alloc(struct thread *t, u64 bytes)
{
	struct memory *m = memory_of(t);
	if (!m)
		return;
	add(&m->allocations, 1);
	add(&m->bytes, bytes);
}

INLINE void count_free(struct thread *t)
{
	struct memory *m = memory_of(t);
	if (m)
		add(&m->frees, 1);
}
