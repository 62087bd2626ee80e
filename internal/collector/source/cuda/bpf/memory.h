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
	COPY_ATTRIBUTES,     // (dst, src, n, attributes *, stream)
	COPY_ARRAY = 16,     // (dst, offset, src, n, stream) in some order; variant - COPY_ARRAY is the kind
};

enum { COPY_ON_DEVICE = 3, COPY_UNKNOWN, COPY_LEFT_TO_DRIVER };

// pair_kind gives the kind of a copy between two driver memory types, of which
// 1 is the host, 2 the device and 3 an array on it.
INLINE u32 pair_kind(u32 from, u32 to)
{
	if (from - 1 > 2 || to - 1 > 2)
		return COPY_UNKNOWN;
	return (from == 1 ? 0 : 2) + (to == 1 ? 0 : 1);
}

// read_copy puts the bytes of a copy in t->count, its stream in t->stream and
// returns its kind. Copies to and from arrays that the runtime is told of in
// elements are left to the driver, which is told of them in bytes.
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
	case COPY_3D: // arrays at 0 and 64, the extent at 128, the kind at 152
		t->stream = ARG1(r);
		if (read_user(w, 160, (void *)ARG0(r)))
			return COPY_UNKNOWN;
		if (w[0] || w[8])
			return COPY_LEFT_TO_DRIVER;
		t->count = w[16] * w[17] * w[18];
		return w[19];
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
	case COPY_ATTRIBUTES:
		t->count = ARG2(r);
		t->stream = ARG4(r);
		return COPY_UNKNOWN;
	}
	w[0] = ARG2(r); // chosen in memory: registers must be read by constant offsets
	w[1] = ARG3(r);
	w[2] = ARG4(r);
	u64 *n = variant < COPY_ARRAY ? &w[0] : &w[1];
	t->count = n[0];
	t->stream = n[1];
	return variant - (variant < COPY_ARRAY ? COPY_DRIVER : COPY_ARRAY);
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

// count_copy counts the copy in t, unless another call does.
INLINE void count_copy(struct thread *t, u32 kind)
{
	if (kind == COPY_LEFT_TO_DRIVER || !counted(t, MARK_COPY))
		return;
	struct copies *c = copies_of(t, IS_PER_THREAD(t->cookie), kind);
	if (c)
		add_copy(c, t->count);
}

// Variants of COPY_BATCH, which may be combined.
enum {
	BATCH_TELLS_FAILURE = 1, // one more argument: where to write which copy failed
	BATCH_3D = 2,            // (n, copies *, flags, stream); otherwise the stream is the eighth argument
	BATCH_OF_ONE = 4,        // (copy *, flags, stream), as in a batch of 3D copies
};

// read_batch notes the copies of a batch: the stream, where they or their sizes
// are, how many they are.
INLINE void read_batch(struct thread *t, struct call *c, struct regs *r)
{
	u32 after = 7 + (c->variant & BATCH_TELLS_FAILURE) - ARGS_IN_REGISTERS;
	if (c->variant & BATCH_OF_ONE) {
		c->a = ARG2(r);
		c->b = ARG0(r);
		c->c = 1;
		return;
	}
	if (c->variant & BATCH_3D) {
		t->words[0] = ARG3(r); // chosen in memory, as above
		t->words[1] = ARG4(r);
		c->a = t->words[c->variant & BATCH_TELLS_FAILURE];
		c->b = ARG1(r);
		c->c = ARG0(r);
		return;
	}
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

// A step that cannot read what the caller gave ends the batch.
enum { NEXT, END };

NOINLINE long count_of_batch(u64 i, struct batch *b)
{
	if (read_user(&b->t->words[0], 8, (void *)(b->t->count + 8 * i))) {
		lose(LOST_COPY);
		return END;
	}
	add_copy(b->c, b->t->words[0]);
	return NEXT;
}

// count_of_3d_batch counts a copy of 112 bytes: the types of its source and
// destination are at 0 and 40, its extent at 80. That is in bytes between
// pointers, the type 1; in elements of unknown size where an array is involved.
NOINLINE long count_of_3d_batch(u64 i, struct batch *b)
{
	u64 *w = b->t->words;
	if (read_user(w, 104, (void *)(b->t->count + 112 * i))) {
		lose(LOST_COPY);
		return END;
	}
	if ((u32)w[0] == 1 && (u32)w[5] == 1)
		add_copy(b->c, w[10] * w[11] * w[12]);
	else
		lose(LOST_COPY);
	return NEXT;
}

// add_copies counts the n copies at t->count.
NOINLINE long add_copies(struct thread *t, struct copies *c, u64 n, u32 variant)
{
	struct batch b = {t, c};
	if (variant & (BATCH_3D | BATCH_OF_ONE))
		return repeat(n, count_of_3d_batch, &b, 0);
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
	t->count = call->b;
	if (!repeats || add_copies(t, c, call->c, call->variant) < 0)
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
