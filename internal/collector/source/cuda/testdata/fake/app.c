// Calls what it is told to: one command a line on standard input, one answer a
// line on standard output.
//
//	open FILE                         load a library
//	set SLOT VALUE                    put a number into memory
//	get SLOT                          say what is there
//	call THREADS TIMES NAME ARG...    call a function
//	fork THREADS TIMES NAME ARG...    the same in a child process
//	address NAME                      say where a function of the program is
//	deep TIMES NAME ARG...            call a function from far down the stack
//	time TIMES NAME ARG...            call a function; say the CPU time, in ns
//
// An argument is a number, &SLOT for the address of a slot, *SLOT for what is in
// it, or 'TEXT. All go where the ABI puts integer arguments, so a structure by
// value is given by its words.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef int call_t(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

// The host side of a kernel.
int host_kernel(void) { return 1; }

static uint64_t slots[64];
static call_t *function;
static uint64_t args[12];
static long times;

static void *loop(void *unused)
{
	for (long i = 0; i < times; i++)
		function(args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7], args[8], args[9], args[10], args[11]);
	return unused;
}

static uint64_t value(const char *word)
{
	switch (word[0]) {
	case '&':
		return (uint64_t)&slots[atoi(word + 1) & 63];
	case '*':
		return slots[atoi(word + 1) & 63];
	case '\'':
		return (uint64_t)strdup(word + 1);
	}
	return strtoull(word, 0, 0);
}

// prepare reads NAME ARG... and finds the function.
static void prepare(void)
{
	char *name = strtok(0, " ");
	function = (call_t *)dlsym(RTLD_DEFAULT, name);
	if (!function) {
		printf("no %s\n", name);
		exit(1);
	}
	memset(args, 0, sizeof(args));
	for (int i = 0; i < 12; i++) {
		char *word = strtok(0, " ");
		if (!word)
			break;
		args[i] = value(word);
	}
}

static void run(int threads)
{
	pthread_t t[64];
	if (threads == 0) {
		loop(0);
		return;
	}
	for (int i = 0; i < threads; i++)
		pthread_create(&t[i], 0, loop, 0);
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], 0);
}

// deep uses the stack as a program with many frames does.
static __attribute__((noinline)) int deep(int frames)
{
	volatile char frame[200];
	memset((char *)frame, frames, sizeof(frame));
	if (frames)
		return deep(frames - 1) + frame[frames];
	loop(0);
	return frame[0];
}

// now is the CPU time of this thread, which other load does not add to.
static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

int main(void)
{
	static char line[4096];
	setlinebuf(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = 0;
		char *command = strtok(line, " ");
		if (!command)
			continue;
		if (!strcmp(command, "open")) {
			if (!dlopen(strtok(0, " "), RTLD_NOW | RTLD_GLOBAL)) {
				printf("%s\n", dlerror());
				return 1;
			}
			printf("ok\n");
		} else if (!strcmp(command, "set")) {
			int slot = atoi(strtok(0, " "));
			slots[slot & 63] = value(strtok(0, " "));
			printf("ok\n");
		} else if (!strcmp(command, "get")) {
			printf("%lu\n", slots[atoi(strtok(0, " ")) & 63]);
		} else if (!strcmp(command, "address")) {
			printf("%lu\n", (uint64_t)dlsym(RTLD_DEFAULT, strtok(0, " ")));
		} else if (!strcmp(command, "deep")) {
			times = atol(strtok(0, " "));
			prepare();
			deep(10);
			printf("ok\n");
		} else if (!strcmp(command, "time")) {
			times = atol(strtok(0, " "));
			prepare();
			int64_t start = now();
			loop(0);
			printf("%ld\n", now() - start);
		} else {
			int threads = atoi(strtok(0, " "));
			times = atol(strtok(0, " "));
			prepare();
			pid_t child = 0;
			if (!strcmp(command, "fork") && (child = fork()) == 0) {
				run(threads);
				_exit(0);
			}
			if (child) {
				waitpid(child, 0, 0);
				printf("%d\n", child);
			} else {
				run(threads);
				printf("ok\n");
			}
		}
	}
	return 0;
}
