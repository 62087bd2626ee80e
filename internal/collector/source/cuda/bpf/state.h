// What the programs remember, laid out as state.go reads it. A device is the
// CUDA ordinal inside its process plus one; 0 is unknown.
#pragma once
#include "kernel.h"

// One of these is in the low byte of every attach cookie.
enum op {
	LAUNCH_DIM3 = 1, // (func, dim3 grid, dim3 block, args, shared, stream)
	LAUNCH_FLAT,     // (func, gx, gy, gz, bx, by, bz, shared, stream, ...)
	LAUNCH_CONFIG,   // (config *, func, ...)
	GRAPH_LAUNCH,    // (exec, stream)
	COPY,            // arguments by variant
	FREE,
	EVENT_RECORD,  // (event, stream, ...)
	WAIT_EVENT,    // (stream, event, ...)
	BEGIN_CAPTURE, // (stream, ...)
	CONTEXT_SET,   // (context)
	CONTEXT_PUSH,  // (context)
	CONTEXT_POP,
	REGISTER, // (fatbin, host function, device function, char *name, ...)
	INIT,

	// The calls below are probed at their return as well.
	RETURNS,
	ALLOC = RETURNS, // (void **, size, ...)
	ALLOC_PITCH,     // (void **, size_t *pitch, width, height)
	ALLOC_3D,        // (pitched pointer *, extent by value)
	COPY_BATCH,      // (dsts, srcs, sizes, n, ..., stream), or others by variant
	SYNC_STREAM,     // (stream)
	SYNC_DEVICE,
	SYNC_EVENT,   // (event)
	SET_DEVICE,   // (device)
	CONTEXT_NEW,  // (context *, ...), the device in the argument of the variant
	END_CAPTURE,  // (stream, graph *)
	INSTANTIATE,  // (exec *, graph, ...)
	GET_KERNEL,   // (handle *, another handle)
	GET_FUNCTION, // (handle *, module, char *name)
};

#define OP(cookie) ((u32)(cookie) & 0xff)
#define IS_DRIVER(cookie) ((cookie) & 1 << 8)
#define IS_PER_THREAD(cookie) ((cookie) & 1 << 9) // stream 0 is the thread's own
#define VARIANT(cookie) ((u32)(cookie) >> 10 & 63)
#define LIBRARY(cookie) ((u32)(cookie) >> 16 & 255)

// Runtime calls that are told from the driver calls inside them by a mark.
enum mark { MARK_LAUNCH, MARK_GRAPH, MARK_COPY, MARK_FREE, MARKS };

enum lost { LOST_THREAD, LOST_PROCESS, LOST_LAUNCH, LOST_STREAM, LOST_MEMORY, LOST_COPY, LOST_NAME, LOST_SPAN, LOSSES = 8 };

enum { DEVICES = 32, SPAN_KERNELS = 128, OPENED = 16, CLOSE_STEPS = 192 };

enum { GRAPH_KERNEL = 1, OTHER_KERNEL = 2 };

struct config {
	u64 process_rule;        // skip driver launches of processes that use the runtime
	u64 duration_bounds[23]; // ns, rising
};

struct stream_key {
	u32 tgid;
	u32 device; // of default streams; 0 for those with a handle
	u64 stream; // handle; 0 the legacy default, tid<<8|2 a thread's default
};

struct kernel_key {
	u32 tgid, device;
	u64 func;
	u64 stream;
};

struct handle_key {
	u32 tgid;
	u32 twin; // 1 for the driver's handle of what the runtime has a handle for
	u64 handle;
};

struct device_key {
	u32 tgid, device;
};

struct copy_key {
	u32 tgid, device, kind, zero;
};

// The kernels captured into a graph.
struct graph {
	u64 launches, threads;
};

// Where and when an event was recorded, and the span as it was then.
struct event {
	u32 device, zero;
	u64 stream, seq, launches, threads, at;
};

// A call that is probed at its return too.
struct call {
	u64 sp; // at entry; names the frame
	u64 a, b, c;
	u32 op, variant;
	u32 per_thread, zero;
};

// A thread owns its entry, so the entry is also its scratch memory: no program
// needs more than a few bytes of stack.
struct thread {
	u32 device, runtime;
	struct call calls[2]; // the open runtime call, the open driver call

	// The last runtime call without a return probe, until the driver call
	// inside it is seen.
	u64 mark_sp, mark_return, mark_func;
	u32 mark_kind, mark_library;

	u32 depth, pushed[8]; // devices below pushed contexts
	u32 zero;

	// Scratch: the call at hand.
	u64 cookie, sp, address;
	u32 tgid, tid;
	u64 func, threads, block, shared, stream, count;
	u64 words[25];
	struct stream_key stream_key;
	struct kernel_key kernel_key;
	struct handle_key handle_key;
	struct device_key device_key;
	struct copy_key copy_key;
	struct graph graph;
	struct event event;
	struct {
		u64 end, rest, length, launches, threads, unknown, step;
		u32 device, next, streams, zero;
		struct stream_key key[OPENED];
	} close;
};

struct process {
	u64 runtime;       // it calls, or maps, the runtime library
	u64 registered;    // functions it registered
	u64 sync[DEVICES]; // end of the last device-wide sync; [0] of an unknown device
	u64 opened;        // spans begun
	struct stream_key open[OPENED]; // streams of the last ones
};

// A span is the time from the first launch on a stream to the next sync.
struct stream {
	u64 first, last; // launches of the open span, ns; first is 0 without one
	u64 launches, threads;
	u64 unknown_graphs; // graph launches of unknown content
	u64 seq;            // of the open span
	u64 capture;        // id of the capture it is part of
	u64 captured, captured_threads;
	u64 origin_stream;
	u32 origin_device, device;
	u64 listed;  // where in the list of its process
	u64 kernels; // how many of the next are set
	u64 kernel[SPAN_KERNELS];
};

struct kernel {
	u64 calls, threads, block, shared; // sums
	u64 seq, open, open_at;            // launches of the open span, sum of their times after its first
	u64 durations;                     // sum, ns
	u32 grid_log2[40], block_log2[12], shared_log2[20], duration[24];
};

struct memory {
	u64 allocations, bytes, frees;
};

struct copies {
	u64 calls, bytes;
	u32 log2[40];
};

// How a runtime library's marked calls fared.
struct library {
	u64 nested[MARKS]; // reached the driver
	u64 missed[MARKS]; // did not
};

enum { RECORD_SPAN = 1, RECORD_NAME, RECORD_PROCESS };

struct span_record {
	u32 kind, tgid;
	u32 device, zero;
	u64 stream, first, end, launches, threads, unknown_graphs;
};

struct name_record {
	u32 kind, tgid;
	u64 handle;
	char name[256];
};

struct process_record {
	u32 kind, tgid;
	char comm[16];
};

// Entries of GROWING maps are allocated as they are made. The threads' are there
// from the start: a call without a thread's memory could not be counted.
enum { FIXED = 0, GROWING = 1 };

MAP(config, ARRAY, u32, struct config, 1, FIXED);
MAP(zeroes, ARRAY, u32, u64[192], 1, FIXED); // never written: new entries are copied from it
MAP(threads, HASH, u64, struct thread, 4096, FIXED);
MAP(processes, HASH, u32, struct process, 4096, GROWING);
MAP(runtimes, HASH, u32, u64, 4096, GROWING); // processes found to map the runtime library
MAP(streams, HASH, struct stream_key, struct stream, 4096, GROWING);
MAP(kernels, HASH, struct kernel_key, struct kernel, 8192, GROWING);
MAP(others, HASH, struct kernel_key, struct kernel, 2048, GROWING);
MAP(memories, HASH, struct device_key, struct memory, 4096, GROWING);
MAP(copied, HASH, struct copy_key, struct copies, 4096, GROWING);
MAP(functions, HASH, struct handle_key, u64, 131072, GROWING);
MAP(contexts, LRU_HASH, struct handle_key, u64, 4096, FIXED);
MAP(graphs, LRU_HASH, struct handle_key, struct graph, 4096, FIXED);
MAP(events, LRU_HASH, struct handle_key, struct event, 4096, FIXED);
MAP(libraries, ARRAY, u32, struct library, 256, FIXED);
MAP(losses, ARRAY, u32, u64, LOSSES, FIXED);
struct map SEC("maps") records = {RINGBUF, 0, 0, 1 << 20, 0};

INLINE void lose(u32 what)
{
	u64 *n = map_lookup(&losses, &what);
	if (n)
		add(n, 1);
}

INLINE void *zero_value(void)
{
	u32 zero = 0;
	return map_lookup(&zeroes, &zero);
}

// find_or_make returns the entry of key, made of zeroes when missing.
INLINE void *find_or_make(void *map, const void *key)
{
	void *value = map_lookup(map, key);
	if (value)
		return value;
	void *zero = zero_value();
	if (!zero)
		return 0;
	map_update(map, key, zero, NOEXIST);
	return map_lookup(map, key);
}
