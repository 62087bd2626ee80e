// A management library with eight GPUs that exist nowhere. What they answer is
// fixed by their index and can be changed by fake_set, so a test can take a GPU
// off the bus, refuse a call, or have one hang.
//
// -DOLD leaves out what old drivers lack.

enum { OK = 0, INVALID = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, TOO_SMALL = 7, TIMEOUT = 10 };

#define GPUS 8
#define MIGS 7

// A device: a GPU, or instance mig of it.
typedef struct { int gpu, mig; } dev;

static dev gpus[GPUS], migs[GPUS][MIGS];

#define ENTER(g) do { int r_ = (int)entered(g, __func__); if (r_) return r_; } while (0)
#define BOARD_ONLY(d) do { if ((d)->mig >= 0) return NOT_SUPPORTED; } while (0)

static int mig_count(int gpu) { return (int)get(gpu, "migs", gpu == 1 ? 2 : 0); }

int nvmlInit_v2(void) {
	ENTER(-1);
	for (int i = 0; i < GPUS; i++) {
		gpus[i] = (dev){i, -1};
		for (int j = 0; j < MIGS; j++) migs[i][j] = (dev){i, j};
	}
	return OK;
}
int nvmlShutdown(void) { ENTER(-1); return OK; }
int nvmlSystemGetDriverVersion(char *s, unsigned n) { ENTER(-1); snprintf(s, n, "580.%lld", get(-1, "driver", 159)); return OK; }
int nvmlDeviceGetCount_v2(unsigned *n) { ENTER(-1); *n = (unsigned)get(-1, "count", GPUS); return OK; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, dev **d) {
	if (i >= GPUS) return INVALID;
	ENTER((int)i);
	*d = &gpus[i];
	return OK;
}
int nvmlDeviceGetUUID(dev *d, char *s, unsigned n) {
	ENTER(d->gpu);
	int generation = (int)get(d->gpu, "replaced", 0);
	if (d->mig < 0) snprintf(s, n, "GPU-%d%07d", generation, d->gpu);
	else snprintf(s, n, "MIG-%d%06d%d", generation, d->gpu, d->mig);
	return OK;
}
int nvmlDeviceGetName(dev *d, char *s, unsigned n) {
	ENTER(d->gpu);
	if (d->mig < 0) snprintf(s, n, "NVIDIA H100 80GB HBM3");
	else snprintf(s, n, "NVIDIA H100 80GB HBM3 MIG %s", d->mig == 0 ? "3g.40gb" : "1g.10gb");
	return OK;
}
typedef struct { char legacy[16]; unsigned domain, bus, device, id, subsystem; char bus_id[32]; } pci;
int nvmlDeviceGetPciInfo_v3(dev *d, pci *p) {
	ENTER(d->gpu);
	memset(p, 0, sizeof *p);
	snprintf(p->bus_id, sizeof p->bus_id, "00000000:%02X:00.0", 0x1a + d->gpu);
	return OK;
}
int nvmlDeviceGetMinorNumber(dev *d, unsigned *n) { ENTER(d->gpu); BOARD_ONLY(d); *n = d->gpu; return OK; }
int nvmlDeviceGetNumGpuCores(dev *d, unsigned *n) { ENTER(d->gpu); BOARD_ONLY(d); *n = 16896; return OK; }
int nvmlDeviceGetCudaComputeCapability(dev *d, int *major, int *minor) {
	ENTER(d->gpu);
	*major = (int)get(d->gpu, "major", 9);
	*minor = 0;
	return OK;
}

// MIG
int nvmlDeviceGetMigMode(dev *d, unsigned *current, unsigned *pending) {
	ENTER(d->gpu);
	*current = *pending = mig_count(d->gpu) > 0;
	return OK;
}
int nvmlDeviceGetMaxMigDeviceCount(dev *d, unsigned *n) { ENTER(d->gpu); *n = MIGS; return OK; }
int nvmlDeviceGetMigDeviceHandleByIndex(dev *d, unsigned i, dev **out) {
	ENTER(d->gpu);
	if ((int)i >= mig_count(d->gpu)) return NOT_FOUND;
	*out = &migs[d->gpu][i];
	return OK;
}
int nvmlDeviceGetGpuInstanceId(dev *d, unsigned *id) { ENTER(d->gpu); if (d->mig < 0) return NOT_SUPPORTED; *id = d->mig + 2; return OK; }
typedef struct { unsigned sm, engines[5], slices[2]; unsigned long long mb; } attributes;
int nvmlDeviceGetAttributes_v2(dev *d, attributes *a) {
	ENTER(d->gpu);
	if (d->mig < 0) return NOT_SUPPORTED;
	memset(a, 0, sizeof *a);
	a->sm = d->mig == 0 ? 60 : 16;
	return OK;
}

// Readings
typedef struct { unsigned gpu, memory; } rates;
int nvmlDeviceGetUtilizationRates(dev *d, rates *u) {
	ENTER(d->gpu);
	BOARD_ONLY(d);
	if (mig_count(d->gpu)) return NOT_SUPPORTED;
	u->gpu = (unsigned)get(d->gpu, "utilization", 10 * d->gpu);
	u->memory = (unsigned)get(d->gpu, "controller", 5 * d->gpu);
	return OK;
}
static int percent(dev *d, unsigned *p, unsigned *us, const char *what, int otherwise) {
	BOARD_ONLY(d);
	if (mig_count(d->gpu)) return NOT_SUPPORTED;
	*p = (unsigned)get(d->gpu, what, otherwise);
	*us = 167000;
	return OK;
}
int nvmlDeviceGetEncoderUtilization(dev *d, unsigned *p, unsigned *us) { ENTER(d->gpu); return percent(d, p, us, "encoder", d->gpu); }
int nvmlDeviceGetDecoderUtilization(dev *d, unsigned *p, unsigned *us) { ENTER(d->gpu); return percent(d, p, us, "decoder", 2 * d->gpu); }

#define GIB (1ull << 30)
static unsigned long long total(dev *d) { return d->mig < 0 ? 80 * GIB : d->mig == 0 ? 40 * GIB : 10 * GIB; }
static unsigned long long used(dev *d) { return (unsigned long long)get(d->gpu, "used", (d->gpu + 1) * (d->mig < 0 ? GIB : GIB / 4)); }
typedef struct { unsigned long long total, free, used; } memory1;
int nvmlDeviceGetMemoryInfo(dev *d, memory1 *m) {
	ENTER(d->gpu);
	*m = (memory1){total(d), total(d) - used(d) - GIB / 2, used(d) + GIB / 2};
	return OK;
}
typedef struct { unsigned version; unsigned long long total, reserved, free, used; } memory2;
#ifndef OLD
int nvmlDeviceGetMemoryInfo_v2(dev *d, memory2 *m) {
	ENTER(d->gpu);
	if (m->version != (sizeof *m | 2 << 24)) return 25;
	*m = (memory2){m->version, total(d), GIB / 2, total(d) - used(d) - GIB / 2, used(d)};
	return OK;
}
#endif
int nvmlDeviceGetTemperature(dev *d, unsigned sensor, unsigned *t) { ENTER(d->gpu); BOARD_ONLY(d); *t = 30 + d->gpu + sensor; return OK; }
int nvmlDeviceGetNumFans(dev *d, unsigned *n) { ENTER(d->gpu); *n = (unsigned)get(d->gpu, "fans", 0); return OK; }
int nvmlDeviceGetFanSpeed_v2(dev *d, unsigned fan, unsigned *p) { ENTER(d->gpu); *p = (unsigned)get(d->gpu, "fan", 40 + fan); return OK; }
int nvmlDeviceGetPowerUsage(dev *d, unsigned *mw) { ENTER(d->gpu); BOARD_ONLY(d); *mw = 100000 + 1000 * d->gpu; return OK; }
int nvmlDeviceGetEnforcedPowerLimit(dev *d, unsigned *mw) { ENTER(d->gpu); BOARD_ONLY(d); *mw = 700000; return OK; }
int nvmlDeviceGetTotalEnergyConsumption(dev *d, unsigned long long *mj) {
	ENTER(d->gpu);
	BOARD_ONLY(d);
	*mj = (unsigned long long)get(d->gpu, "energy", 123456789 + 1000 * d->gpu);
	return OK;
}
int nvmlDeviceGetClockInfo(dev *d, unsigned domain, unsigned *mhz) {
	static const unsigned clocks[] = {1980, 1975, 2619};
	ENTER(d->gpu);
	BOARD_ONLY(d);
	if (domain > 2) return INVALID;
	*mhz = clocks[domain];
	return OK;
}
#ifdef OLD
int nvmlDeviceGetCurrentClocksThrottleReasons(dev *d, unsigned long long *bits)
#else
int nvmlDeviceGetCurrentClocksEventReasons(dev *d, unsigned long long *bits)
#endif
{
	ENTER(d->gpu);
	BOARD_ONLY(d);
	*bits = (unsigned long long)get(d->gpu, "reasons", d->gpu == 3 ? 0x4 | 0x20 : 0x1);
	return OK;
}
int nvmlDeviceGetTotalEccErrors(dev *d, unsigned kind, unsigned counter, unsigned long long *n) {
	ENTER(d->gpu);
	BOARD_ONLY(d);
	(void)counter;
	*n = d->gpu == 4 ? 3 + kind : 0;
	return OK;
}
int nvmlDeviceGetPcieReplayCounter(dev *d, unsigned *n) { ENTER(d->gpu); BOARD_ONLY(d); *n = d->gpu; return OK; }
int nvmlDeviceGetPcieThroughput(dev *d, unsigned direction, unsigned *kib) { ENTER(d->gpu); BOARD_ONLY(d); *kib = 1000 + direction; return OK; }
int nvmlDeviceGetMaxPcieLinkGeneration(dev *d, unsigned *n) { ENTER(d->gpu); *n = 5; return OK; }
int nvmlDeviceGetMaxPcieLinkWidth(dev *d, unsigned *n) { ENTER(d->gpu); *n = 16; return OK; }

// Fields
#ifndef OLD
typedef struct { unsigned id, scope; long long timestamp, latency; int type, ret; unsigned long long value; } field;
static int fields_inside;
int nvmlDeviceGetFieldValues(dev *d, int n, field *f) {
	ENTER(d->gpu);
	if (__sync_add_and_fetch(&fields_inside, 1) > 1) fake_set(-1, "fields side by side", 1);
	for (int i = 0; i < n; i++) {
		char key[32];
		snprintf(key, sizeof key, "field%u", f[i].id);
		f[i].ret = (int)of(d->gpu, "ret", key, 0);
		f[i].type = 1;
		if (f[i].ret) continue;
		switch (f[i].id) {
		case 82: f[i].value = 40 + d->gpu; break;
		case 185: f[i].value = 100000 + 1000 * d->gpu; break;
		case 186: f[i].value = 110000 + 1000 * d->gpu; break;
		case 91: f[i].value = 18; break;
		case 138: case 139:
			if (f[i].scope != 0xffffffffu) { f[i].ret = INVALID; break; }
			f[i].type = 3;
			f[i].value = (unsigned long long)get(d->gpu, "nvlink", 1000000) * (f[i].id - 137);
			break;
		case 202: case 204:
			f[i].type = 3;
			f[i].value = 1000 * (f[i].id - 201) + f[i].scope;
			break;
		case 197: case 198:
			f[i].value = (unsigned)get(d->gpu, key, 0);
			break;
		default: f[i].ret = INVALID;
		}
	}
	__sync_sub_and_fetch(&fields_inside, 1);
	return OK;
}
#endif

// Processes
typedef struct { unsigned pid; unsigned long long memory; unsigned gi, ci; } process;
static unsigned first_pid(int gpu) { return 1000 * (gpu + 1) + (unsigned)get(gpu, "pids", 0); }
static int list(dev *d, unsigned *n, process *p, const char *what, int otherwise, int base) {
	unsigned have = (unsigned)get(d->gpu, what, otherwise), room = *n;
	int hidden = (int)get(d->gpu, "no memory", 0);
	int none = d->mig < 0 && mig_count(d->gpu) > 0 && strcmp(what, "compute");
	if (none) have = 0;
	*n = have;
	if (room < have) return TOO_SMALL;
	for (unsigned i = 0; i < have; i++) {
		unsigned pid = first_pid(d->gpu) + base + 100 * (d->mig + 1) + i;
		p[i] = (process){pid, hidden ? ~0ull : (i + 1) * GIB / 64, ~0u, ~0u};
	}
	return OK;
}
#ifdef OLD
int nvmlDeviceGetComputeRunningProcesses_v2(dev *d, unsigned *n, process *p) { ENTER(d->gpu); return list(d, n, p, "compute", 1, 0); }
#else
int nvmlDeviceGetComputeRunningProcesses_v3(dev *d, unsigned *n, process *p) { ENTER(d->gpu); return list(d, n, p, "compute", 1, 0); }
int nvmlDeviceGetGraphicsRunningProcesses_v3(dev *d, unsigned *n, process *p) { ENTER(d->gpu); return list(d, n, p, "graphics", d->gpu == 0, 0); }
int nvmlDeviceGetMPSComputeRunningProcesses_v3(dev *d, unsigned *n, process *p) { ENTER(d->gpu); return list(d, n, p, "mps", d->gpu == 0, 50); }
typedef struct { unsigned pid; unsigned long long timestamp; unsigned sm, memory, encoder, decoder; } use;
int nvmlDeviceGetProcessUtilization(dev *d, use *u, unsigned *n, unsigned long long since) {
	ENTER(d->gpu);
	BOARD_ONLY(d);
	unsigned have = (unsigned)get(d->gpu, "compute", 1) * 2, room = *n;
	if (get(d->gpu, "quiet", 0)) return NOT_FOUND;
	*n = have;
	if (room < have) return TOO_SMALL;
	for (unsigned i = 0; i < have; i++)
		u[i] = (use){first_pid(d->gpu) + i / 2, since + 1000 * (1 + i % 2), i % 2 ? 30 : 50, 10, d->gpu == 2 ? 8 : 0, 0};
	return OK;
}

// Performance counters
typedef struct { int gpu; } gpm;
typedef struct { unsigned version, supported; } support;
typedef struct { unsigned id; int ret; double value; char *names[3]; } metric;
typedef struct { unsigned version, n; gpm *a, *b; metric m[1]; } metrics;
int nvmlGpmQueryDeviceSupport(dev *d, support *s) { ENTER(d->gpu); if (s->version != 1) return 25; s->supported = get(d->gpu, "major", 9) >= 9; return OK; }
int nvmlGpmSampleAlloc(gpm **g) { ENTER(-1); *g = calloc(1, sizeof **g); fake_set(-1, "samples", get(-1, "samples", 0) + 1); return OK; }
int nvmlGpmSampleFree(gpm *g) { ENTER(-1); free(g); fake_set(-1, "samples", get(-1, "samples", 0) - 1); return OK; }
int nvmlGpmSampleGet(dev *d, gpm *g) { ENTER(d->gpu); if (mig_count(d->gpu)) return NOT_SUPPORTED; g->gpu = d->gpu; return OK; }
int nvmlGpmMigSampleGet(dev *d, unsigned gi, gpm *g) { ENTER(d->gpu); (void)gi; g->gpu = d->gpu; return OK; }
int nvmlGpmMetricsGet(metrics *m) {
	ENTER(m->a->gpu);
	if (m->version != 1) return 25;
	for (unsigned i = 0; i < m->n; i++) {
		m->m[i].ret = OK;
		switch (m->m[i].id) {
		case 1: m->m[i].value = 25; break;
		case 20: m->m[i].value = (double)get(m->a->gpu, "transmit", 100); break;
		case 21: m->m[i].value = (double)get(m->a->gpu, "receive", 200); break;
		default: m->m[i].ret = INVALID;
		}
	}
	return OK;
}

// Events
typedef struct { dev *device; unsigned long long type, data; unsigned gi, ci; } event;
int nvmlEventSetCreate(int **s) { ENTER(-1); *s = calloc(1, sizeof **s); return OK; }
int nvmlEventSetFree(int *s) { ENTER(-1); free(s); return OK; }
int nvmlDeviceRegisterEvents(dev *d, unsigned long long kinds, int *s) { ENTER(d->gpu); (void)s; fake_set(d->gpu, "registered", (long long)kinds); return OK; }
int nvmlEventSetWait_v2(int *s, event *e, unsigned ms) {
	(void)s;
	ENTER(-1);
	for (unsigned waited = 0; waited < ms && waited < 20; waited += 5) {
		for (int i = 0; i < GPUS; i++) {
			long long xid = get(i, "xid", 0);
			if (!xid) continue;
			fake_set(i, "xid", 0);
			*e = (event){&gpus[i], 8, (unsigned long long)xid, ~0u, ~0u};
			return OK;
		}
		if (get(-1, "ret:nvmlEventSetWait_v2", 0)) return TIMEOUT;
		usleep(5000);
	}
	return TIMEOUT;
}
#endif
