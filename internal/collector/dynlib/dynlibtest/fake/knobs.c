// What every fake library has: values that a test sets by device and name, and
// calls that are counted, refused or held up on request. The code of a fake
// library follows below this one in the same unit.

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Knobs, by device (-1: all) and name.
typedef struct { int gpu; char name[64]; long long value; } knob;
static knob knobs[4096];
static int nknobs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static knob *find(int gpu, const char *name) {
	for (int i = 0; i < nknobs; i++)
		if (knobs[i].gpu == gpu && !strcmp(knobs[i].name, name)) return &knobs[i];
	return NULL;
}

void fake_set(int gpu, const char *name, long long value) {
	pthread_mutex_lock(&lock);
	knob *k = find(gpu, name);
	if (!k && nknobs < (int)(sizeof knobs / sizeof *knobs)) {
		k = &knobs[nknobs++];
		k->gpu = gpu;
		snprintf(k->name, sizeof k->name, "%s", name);
	}
	if (k) k->value = value;
	pthread_mutex_unlock(&lock);
}

static long long get(int gpu, const char *name, long long otherwise) {
	pthread_mutex_lock(&lock);
	knob *k = find(gpu, name);
	if (!k) k = find(-1, name);
	long long v = k ? k->value : otherwise;
	pthread_mutex_unlock(&lock);
	return v;
}

long long fake_get(int gpu, const char *name) { return get(gpu, name, 0); }

static long long of(int gpu, const char *prefix, const char *name, long long otherwise) {
	char key[64];
	snprintf(key, sizeof key, "%s:%s", prefix, name);
	return get(gpu, key, otherwise);
}

// entered counts a call when that is asked for, hangs while it is told to, and
// returns the answer that was set for it.
static long long entered(int gpu, const char *name) {
	if (get(-1, "count calls", 0)) {
		char key[64];
		snprintf(key, sizeof key, "calls:%s", name);
		fake_set(gpu, key, get(gpu, key, 0) + 1);
	}
	while (of(gpu, "hang", name, 0)) usleep(1000);
	return of(gpu, "ret", name, get(gpu, "ret", 0));
}
