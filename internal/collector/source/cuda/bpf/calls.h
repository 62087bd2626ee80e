// Whose call it is: threads, processes, and driver calls that belong to a
// runtime call of the same thread.
#pragma once
#include "state.h"

INLINE struct process *process_of(struct thread *t)
{
	struct process *p = find_or_make(&processes, &t->tgid);
	if (!p)
		lose(LOST_PROCESS);
	return p;
}

// announce tells user space that a process is new or starts anew.
INLINE void announce(struct thread *t)
{
	struct process_record *r = ring_reserve(&records, sizeof(*r), 0);
	if (!r)
		return;
	r->kind = RECORD_PROCESS;
	r->tgid = t->tgid;
	current_comm(r->comm, sizeof(r->comm));
	ring_submit(r, RING_FORCE_WAKEUP);
}

// current_thread returns the state of the probed thread.
INLINE struct thread *current_thread(void)
{
	u64 id = current_pid_tgid();
	struct thread *t = map_lookup(&threads, &id);
	if (t)
		return t;
	t = find_or_make(&threads, &id);
	if (!t) {
		lose(LOST_THREAD);
		return 0;
	}
	t->tgid = id >> 32;
	t->tid = id;
	if (!map_lookup(&processes, &t->tgid)) {
		process_of(t);
		announce(t);
	}
	return t;
}

// name_handle sets the key of one of the process's handles in t.
INLINE void name_handle(struct thread *t, u64 handle)
{
	t->handle_key.tgid = t->tgid;
	t->handle_key.twin = 0;
	t->handle_key.handle = handle;
}

INLINE u64 return_address(struct thread *t, u64 sp)
{
	if (!RETURN_ADDRESS_ON_STACK || read_user(&t->words[0], 8, (void *)sp))
		return 0;
	return t->words[0];
}

INLINE void tally(struct thread *t, u32 missed)
{
	struct library *l = map_lookup(&libraries, &t->mark_library);
	if (l)
		add(missed ? &l->missed[t->mark_kind & 3] : &l->nested[t->mark_kind & 3], 1);
}

// mark remembers a runtime call that ends unseen. Its frame is known by its
// stack pointer and the return address there.
INLINE void mark(struct thread *t, u32 kind)
{
	if (t->mark_sp)
		tally(t, 1);
	t->mark_sp = t->sp;
	t->mark_return = t->address;
	t->mark_func = t->func;
	t->mark_kind = kind;
	t->mark_library = LIBRARY(t->cookie);
}

// alias notes that other names the same kernel as handle, unless one is known.
INLINE void alias(struct thread *t, u64 handle, u64 other, u32 twin)
{
	name_handle(t, handle);
	t->handle_key.twin = twin;
	if (map_lookup(&functions, &t->handle_key))
		return;
	t->words[0] = other | 1ull << 63;
	map_update(&functions, &t->handle_key, &t->words[0], NOEXIST);
}

// nested reports whether the driver call at hand happens inside a runtime call
// of its thread, which then has counted it. A call of the marked kind uses the
// mark up: what the runtime hands on, it hands on once.
INLINE int nested(struct thread *t, u32 kind)
{
	if (t->calls[0].op && t->calls[0].sp > t->sp)
		return 1;
	if (t->mark_sp <= t->sp) // no mark, or one of a call that is over
		return 0;
	if (return_address(t, t->mark_sp) != t->mark_return) {
		tally(t, 1);
		t->mark_sp = 0;
		return 0;
	}
	if (kind == t->mark_kind) {
		tally(t, 0);
		t->mark_sp = 0;
		if (kind == MARK_LAUNCH && t->mark_func != t->func) {
			alias(t, t->mark_func, t->func, 1);
			alias(t, t->func, t->mark_func, 0);
		}
	}
	return 1;
}

// process_rule reports whether the driver launches of the process are skipped
// because it uses the runtime library.
INLINE int process_rule(struct thread *t)
{
	u32 zero = 0;
	struct config *c = map_lookup(&config, &zero);
	if (!c || !c->process_rule)
		return 0;
	struct process *p = map_lookup(&processes, &t->tgid);
	return (p && p->runtime) || map_lookup(&runtimes, &t->tgid);
}

// counted reports whether the call at hand is one to count, and marks it when
// it is a runtime call.
INLINE int counted(struct thread *t, u32 kind)
{
	if (IS_DRIVER(t->cookie))
		return !nested(t, kind) && (kind > MARK_GRAPH || !process_rule(t));
	if (!t->address)
		t->address = return_address(t, t->sp);
	mark(t, kind);
	return 1;
}
