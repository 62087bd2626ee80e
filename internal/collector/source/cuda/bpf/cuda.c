// Counts CUDA calls where they happen. Two programs serve every symbol: enter at
// its first instruction, leave at its return; the attach cookie says which call
// it is. leave_looping is leave for kernels before 5.17. A last one forgets
// threads that exit.
#include "launch.h"
#include "memory.h"

char terms[] SEC("license") = "Dual MIT/GPL";

INLINE u32 device_of_context(struct thread *t, u64 context)
{
	name_handle(t, context);
	u64 *device = map_lookup(&contexts, &t->handle_key);
	return device ? *device : 0;
}

// keep_context notes the device of a new context, which is current at once when
// it was created rather than retained.
INLINE void keep_context(struct thread *t, struct call *c)
{
	if (read_user(&t->words[0], 8, (void *)c->a))
		return;
	name_handle(t, t->words[0]);
	t->words[0] = (u32)c->b + 1;
	map_update(&contexts, &t->handle_key, &t->words[0], ANY);
	if (c->variant > 1)
		t->device = t->words[0];
}

// keep_registered notes where the name of a host function's kernel is.
INLINE void keep_registered(struct thread *t, u64 host, u64 name)
{
	struct process *p = map_lookup(&processes, &t->tgid);
	if (p)
		p->registered = 1;
	name_handle(t, host);
	t->words[0] = name;
	if (map_update(&functions, &t->handle_key, &t->words[0], ANY))
		lose(LOST_NAME);
}

// keep_name sends the name of a kernel to user space; the caller's string may
// not outlive the call.
INLINE void keep_name(struct thread *t, u64 name)
{
	struct name_record *n = ring_reserve(&records, sizeof(*n), 0);
	if (!n) {
		lose(LOST_NAME);
		return;
	}
	n->kind = RECORD_NAME;
	n->tgid = t->tgid;
	n->handle = t->words[0];
	if (read_user_str(n->name, sizeof(n->name), (void *)name) < 0)
		n->name[0] = 0;
	ring_submit(n, 0);
}

// open_call remembers a call until its return. A driver call inside a runtime
// call is left to it, unless it tells of contexts or names.
INLINE void open_call(struct thread *t, struct regs *r)
{
	if (IS_DRIVER(t->cookie) && OP(t->cookie) < SET_DEVICE && nested(t, MARKS))
		return;
	u32 op = OP(t->cookie);
	struct call *c = IS_DRIVER(t->cookie) ? &t->calls[1] : &t->calls[0];
	c->sp = t->sp;
	c->a = ARG0(r);
	c->b = ARG1(r);
	c->c = ARG2(r);
	c->op = op;
	c->variant = VARIANT(t->cookie);
	c->per_thread = IS_PER_THREAD(t->cookie);
	if (op == ALLOC_PITCH)
		c->c = ARG3(r); // rows
	if (op == CONTEXT_NEW) { // chosen in memory: registers must be read by constant offsets
		t->words[1] = ARG1(r);
		t->words[2] = ARG2(r);
		t->words[3] = ARG3(r);
		t->words[4] = ARG4(r);
		c->b = t->words[c->variant & 7];
	}
	if (op == COPY_BATCH)
		read_batch(t, c, r);
	if (op == ALLOC_3D) { // the extent: width, height, depth
		if (read_user(t->words, 24, (void *)EXTENT(r)))
			t->words[1] = 0;
		c->c = t->words[1] * t->words[2];
	}
}

// other_call handles the calls that are neither launch nor probed at return.
INLINE void other_call(struct thread *t, struct regs *r)
{
	switch (OP(t->cookie)) {
	case COPY:
		count_copy(t, read_copy(t, r));
		return;
	case FREE:
		if (ARG0(r) && counted(t, MARK_FREE))
			count_free(t);
		return;
	case EVENT_RECORD:
		name_stream(t, ARG1(r), IS_PER_THREAD(t->cookie));
		record_event(t, ARG0(r));
		return;
	case WAIT_EVENT:
		t->stream = ARG0(r);
		wait_event(t, ARG1(r));
		return;
	case BEGIN_CAPTURE:
		name_stream(t, ARG0(r), IS_PER_THREAD(t->cookie));
		begin_capture(t);
		return;
	case CONTEXT_PUSH:
		t->pushed[t->depth & 7] = t->device;
		t->depth++;
		// fall through
	case CONTEXT_SET:
		t->device = device_of_context(t, ARG0(r));
		return;
	case CONTEXT_POP:
		if (!t->depth)
			return;
		t->depth--;
		t->device = t->pushed[t->depth & 7];
		return;
	case REGISTER:
		keep_registered(t, ARG1(r), ARG3(r));
		return;
	case INIT:
		announce(t);
		return;
	}
}

SEC("uprobe/enter")
int enter(struct regs *r)
{
	struct thread *t = current_thread();
	if (!t)
		return 0;
	t->cookie = attach_cookie(r);
	t->sp = ENTRY_SP(r);
	t->address = 0;
	if (!IS_DRIVER(t->cookie) && !t->runtime) {
		struct process *p = map_lookup(&processes, &t->tgid);
		t->runtime = 1;
		if (p)
			p->runtime = 1;
	}
	switch (OP(t->cookie)) {
	case LAUNCH_DIM3:
		read_dim3(t, r);
		break;
	case LAUNCH_FLAT:
		read_flat(t, r);
		break;
	case LAUNCH_CONFIG:
		read_config(t, r);
		break;
	case GRAPH_LAUNCH:
		read_graph(t, r);
		break;
	default:
		if (OP(t->cookie) >= RETURNS)
			open_call(t, r);
		else
			other_call(t, r);
		return 0;
	}
	if (counted(t, OP(t->cookie) == GRAPH_LAUNCH ? MARK_GRAPH : MARK_LAUNCH))
		count_launch(t);
	return 0;
}

// finish handles the return of a call that succeeded.
INLINE void finish(struct thread *t, struct call *c, u32 op, int repeats)
{
	switch (op) {
	case ALLOC:
		count_alloc(t, c->b);
		return;
	case ALLOC_PITCH:
		if (!read_user(&t->words[0], 8, (void *)c->b))
			count_alloc(t, t->words[0] * c->c);
		return;
	case ALLOC_3D: // the pitch is the second word of the pitched pointer
		if (!read_user(&t->words[0], 8, (void *)(c->a + 8)))
			count_alloc(t, t->words[0] * c->c);
		return;
	case COPY_BATCH:
		count_batch(t, c, repeats);
		return;
	case SYNC_EVENT:
		sync_event(t, c->a, repeats);
		return;
	case SYNC_STREAM:
		name_stream(t, c->a, c->per_thread);
		if (t->stream_key.stream) {
			close_span(t, now_ns(), repeats);
			return;
		}
		// fall through: the legacy default stream waits for the device
	case SYNC_DEVICE:
		sync_device(t, repeats);
		return;
	case SET_DEVICE:
		t->device = (u32)c->a + 1;
		return;
	case CONTEXT_NEW:
		keep_context(t, c);
		return;
	case INSTANTIATE:
		instantiate(t, c);
		return;
	case GET_KERNEL:
		if (!read_user(&t->words[1], 8, (void *)c->a) && t->words[1] != c->b)
			alias(t, t->words[1], c->b, 0);
		return;
	case GET_FUNCTION:
		if (!read_user(&t->words[0], 8, (void *)c->a))
			keep_name(t, c->c);
		return;
	}
}

INLINE void left(struct regs *r, int repeats)
{
	struct thread *t = current_thread();
	if (!t)
		return;
	t->cookie = attach_cookie(r);
	struct call *c = IS_DRIVER(t->cookie) ? &t->calls[1] : &t->calls[0];
	u32 op = c->op;
	if (op != OP(t->cookie) || c->sp != RETURN_SP(r))
		return;
	c->op = 0;
	if (op == END_CAPTURE)
		end_capture(t, c, RESULT(r));
	else if (!RESULT(r))
		finish(t, c, op, repeats);
}

SEC("uprobe/leave")
int leave(struct regs *r)
{
	left(r, 1);
	return 0;
}

SEC("uprobe/leave_looping")
int leave_looping(struct regs *r)
{
	left(r, 0);
	return 0;
}

// forget drops the state of a thread that exits.
SEC("raw_tracepoint/sched_process_exit")
int forget(void *ctx __attribute__((unused)))
{
	u64 id = current_pid_tgid();
	if (map_lookup(&threads, &id))
		map_delete(&threads, &id);
	return 0;
}
