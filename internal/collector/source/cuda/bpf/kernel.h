// What the programs need of the kernel: types, helper functions by their
// number, map declarations and the registers of a probed thread. All of it is
// stable ABI, so no kernel header, BTF or relocation is needed.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long s64;

#define SEC(name) __attribute__((section(name), used))
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))

// Atomics, so that two threads on two CPUs lose nothing.
#define add(p, n) __sync_fetch_and_add((p), (n))
#define take(p) __sync_lock_test_and_set((p), 0)
#define swap_if(p, old, new) __sync_val_compare_and_swap((p), (old), (new))

static void *(*map_lookup)(void *map, const void *key) = (void *)1;
static long (*map_update)(void *map, const void *key, const void *value, u64 flags) = (void *)2;
static long (*map_delete)(void *map, const void *key) = (void *)3;
static u64 (*now_ns)(void) = (void *)5;                   // CLOCK_MONOTONIC
static u64 (*current_pid_tgid)(void) = (void *)14;
static long (*current_comm)(void *buf, u32 size) = (void *)16;
static long (*read_user)(void *dst, u32 size, const void *src) = (void *)112;
static long (*read_user_str)(void *dst, u32 size, const void *src) = (void *)114;
static void *(*ring_reserve)(void *ring, u64 size, u64 flags) = (void *)131;
static void (*ring_submit)(void *data, u64 flags) = (void *)132;
static u64 (*ring_query)(void *ring, u64 flags) = (void *)134;
static u64 (*attach_cookie)(void *ctx) = (void *)174;     // 5.15
static long (*repeat)(u32 times, void *step, void *arg, u64 flags) = (void *)181; // 5.17; until a step returns 1

enum { ANY = 0, NOEXIST = 1 };
enum { RING_NO_WAKEUP = 1, RING_FORCE_WAKEUP = 2, RING_AVAILABLE = 0 };
enum { HASH = 1, ARRAY = 2, LRU_HASH = 9, RINGBUF = 27 };

struct map {
	u32 type, key_size, value_size, max_entries, flags;
};

#define MAP(name, kind, key, value, entries, bits)                                   \
	struct map SEC("maps") name = {kind, sizeof(key), sizeof(value), entries, bits}

#if defined(__TARGET_ARCH_x86)

struct regs {
	u64 r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx, si, di, orig_ax, ip, cs, flags, sp, ss;
};

#define ARG0(r) ((r)->di)
#define ARG1(r) ((r)->si)
#define ARG2(r) ((r)->dx)
#define ARG3(r) ((r)->cx)
#define ARG4(r) ((r)->r8)
#define ARG5(r) ((r)->r9)
#define RESULT(r) ((u32)(r)->ax)
#define ENTRY_SP(r) ((r)->sp)
#define RETURN_SP(r) ((r)->sp - 8) // the return address is gone by then
#define STACK_ARGS(r) ((r)->sp + 8)
#define EXTENT(r) STACK_ARGS(r) // a large struct comes on the stack
#define ARGS_IN_REGISTERS 6
#define RETURN_ADDRESS_ON_STACK 1

#elif defined(__TARGET_ARCH_arm64)

struct regs {
	u64 x[31], sp, pc, pstate;
};

#define ARG0(r) ((r)->x[0])
#define ARG1(r) ((r)->x[1])
#define ARG2(r) ((r)->x[2])
#define ARG3(r) ((r)->x[3])
#define ARG4(r) ((r)->x[4])
#define ARG5(r) ((r)->x[5])
#define RESULT(r) ((u32)(r)->x[0])
#define ENTRY_SP(r) ((r)->sp)
#define RETURN_SP(r) ((r)->sp)
#define STACK_ARGS(r) ((r)->sp)
#define EXTENT(r) ARG1(r) // a large struct comes by reference
#define ARGS_IN_REGISTERS 8
#define RETURN_ADDRESS_ON_STACK 0

#else
#error "unknown architecture"
#endif
