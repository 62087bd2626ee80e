// A Level Zero loader with up to eight GPUs that exist nowhere. What they answer
// is fixed by their index and can be changed by fake_set, so a test can lose a
// GPU, refuse a call, or have one hang. Structures must say what they are.
//
// -DOLD leaves out what loaders before 1.9.4 lack: management is then reached
// through zeInit, and only when the environment asks for it.

typedef uint32_t result;
enum { OK = 0, UNINITIALIZED = 0x78000001, UNSUPPORTED = 0x78000003, INVALID = 0x78000004, NULL_HANDLE = 0x78000005 };

#define GPUS 8

// A handle: something of a GPU.
typedef struct { int gpu, kind, index; } thing;

static thing driver, gpus[GPUS], engines[GPUS][8], memories[GPUS][2], sensors[GPUS][3], fans[GPUS][1], powers[GPUS][2], clocks[GPUS][2];
static int ready;

#define ENTER(t) do { if (!(t)) return NULL_HANDLE; if (!ready) return UNINITIALIZED; result r_ = (result)entered((t)->gpu, __func__); if (r_) return r_; } while (0)
#define IS(p, want) do { if ((p)->stype != (want) || (p)->next) return INVALID; } while (0)

static void begin(void) {
	driver.gpu = -1;
	for (int g = 0; g < GPUS; g++) {
		gpus[g].gpu = g;
		static const int kinds[8] = {0, 1, 12, 3, 6, 7, 5, 4};
		for (int i = 0; i < 8; i++) engines[g][i] = (thing){g, kinds[i], i};
		for (int i = 0; i < 2; i++) memories[g][i] = (thing){g, i, i};
		for (int i = 0; i < 3; i++) sensors[g][i] = (thing){g, i, i};
		fans[g][0] = (thing){g, 0, 0};
		for (int i = 0; i < 2; i++) powers[g][i] = (thing){g, i, i};
		for (int i = 0; i < 2; i++) clocks[g][i] = (thing){g, i, i};
	}
	ready = 1;
}

static result give(uint32_t *n, thing **out, thing *from, int have) {
	if (!out || !*n) { *n = (uint32_t)have; return OK; }
	if ((int)*n > have) *n = (uint32_t)have;
	for (uint32_t i = 0; i < *n; i++) out[i] = &from[i];
	return OK;
}

static result start(void) {
	result r = (result)get(-1, "ret:init", 0);
	if (!r) begin();
	return r;
}

#ifdef OLD
result zeInit(uint32_t flags) {
	(void)flags;
	const char *e = getenv("ZES_ENABLE_SYSMAN");
	if (!e || strcmp(e, "1")) return UNINITIALIZED;
	return start();
}
result zeDriverGet(uint32_t *n, thing **out) { ENTER(&driver); return give(n, out, &driver, 1); }
result zeDeviceGet(thing *d, uint32_t *n, thing **out) { ENTER(d); return give(n, out, gpus, (int)get(-1, "count", 1)); }
#else
// Mixing the two ways crashes the real one.
result zesInit(uint32_t flags) { return flags || getenv("ZES_ENABLE_SYSMAN") ? INVALID : start(); }
result zeInit(uint32_t flags) { (void)flags; return INVALID; }
result zesDriverGet(uint32_t *n, thing **out) { ENTER(&driver); return give(n, out, &driver, 1); }
result zesDeviceGet(thing *d, uint32_t *n, thing **out) { ENTER(d); return give(n, out, gpus, (int)get(-1, "count", 1)); }
#endif

typedef struct {
	uint32_t stype; void *next;
	struct { uint32_t stype; void *next; uint32_t type, vendor, device, flags; char skipped[64]; uint8_t uuid[16]; char name[256]; } core;
	uint32_t subdevices;
	char serial[64], board[64], brand[64], model[64], vendor[64], driver[64];
} device_properties;
result zesDeviceGetProperties(thing *d, device_properties *p) {
	ENTER(d);
	IS(p, 1);
	p->core.vendor = 0x8086;
	snprintf(p->core.name, sizeof p->core.name, "Intel(R) Data Center GPU Max 1100");
	snprintf(p->driver, sizeof p->driver, "%s", "unknown");
	return OK;
}
typedef struct { uint32_t stype; void *next; uint32_t domain, bus, device, function; int32_t gen, width; int64_t max; uint8_t bandwidth, packets, replays; } pci_properties;
result zesDevicePciGetProperties(thing *d, pci_properties *p) {
	ENTER(d);
	IS(p, 2);
	p->bus = (uint32_t)get(d->gpu, "bus", 0x4d + d->gpu * 0x10);
	return OK;
}
typedef struct { uint64_t timestamp, replays, packets, receive, transmit; int32_t gen, width; int64_t max; } pci_stats;
result zesDevicePciGetStats(thing *d, pci_stats *s) {
	ENTER(d);
	memset(s, 0, sizeof *s);
	s->receive = (uint64_t)get(d->gpu, "receive", 1000000);
	s->transmit = (uint64_t)get(d->gpu, "transmit", 2000000);
	return OK;
}

// Engines: all, compute, render, copy, decode, encode, one that renders, one
// that computes. They are busy for a part of the device's time in percent.
result zesDeviceEnumEngineGroups(thing *d, uint32_t *n, thing **out) { ENTER(d); return give(n, out, engines[d->gpu], 8); }
typedef struct { uint32_t stype; void *next; int32_t type; uint8_t on_subdevice; uint32_t subdevice; } engine_properties;
result zesEngineGetProperties(thing *t, engine_properties *p) { ENTER(t); IS(p, 5); p->type = t->kind; return OK; }
typedef struct { uint64_t active, timestamp; } engine_stats;
result zesEngineGetActivity(thing *t, engine_stats *s) {
	ENTER(t);
	char key[16];
	snprintf(key, sizeof key, "busy:%d", t->kind);
	s->timestamp = (uint64_t)get(t->gpu, "clock", 1000000);
	s->active = s->timestamp * (uint64_t)get(t->gpu, key, t->kind == 0 ? 60 : 10) / 100;
	return OK;
}

// Memory: one module of the device, one of the host.
result zesDeviceEnumMemoryModules(thing *d, uint32_t *n, thing **out) { ENTER(d); return give(n, out, memories[d->gpu], 2); }
typedef struct { uint32_t stype; void *next; int32_t type; uint8_t on_subdevice; uint32_t subdevice; int32_t location; uint64_t size; int32_t width, channels; } memory_properties;
result zesMemoryGetProperties(thing *t, memory_properties *p) {
	ENTER(t);
	IS(p, 0xb);
	p->location = t->kind == 0;
	p->size = 51539607552ull;
	return OK;
}
typedef struct { uint32_t stype; void *next; int32_t health; uint64_t free, size; } memory_state;
result zesMemoryGetState(thing *t, memory_state *s) {
	ENTER(t);
	IS(s, 0x1e);
	s->size = 51522830336ull;
	s->free = s->size - (uint64_t)get(t->gpu, "used", 8589934592);
	return OK;
}

// Temperatures: global, GPU, memory.
result zesDeviceEnumTemperatureSensors(thing *d, uint32_t *n, thing **out) { ENTER(d); return give(n, out, sensors[d->gpu], 3); }
typedef struct { uint32_t stype; void *next; int32_t type; uint8_t on_subdevice; uint32_t subdevice; double max; uint8_t critical, low, high; } temperature_properties;
result zesTemperatureGetProperties(thing *t, temperature_properties *p) { ENTER(t); IS(p, 0x14); p->type = t->kind; return OK; }
result zesTemperatureGetState(thing *t, double *v) {
	ENTER(t);
	static const double base[3] = {61, 58.5, 47};
	*v = base[t->kind] + t->gpu;
	return OK;
}

result zesDeviceEnumFans(thing *d, uint32_t *n, thing **out) { ENTER(d); return give(n, out, fans[d->gpu], 1); }
result zesFanGetState(thing *t, int32_t unit, int32_t *v) { ENTER(t); if (unit) return INVALID; *v = (int32_t)get(t->gpu, "rpm", 2200); return OK; }

// Power: the card, and a part of it.
#ifndef OLD
result zesDeviceGetCardPowerDomain(thing *d, thing **out) { ENTER(d); *out = &powers[d->gpu][0]; return OK; }
typedef struct { uint32_t stype; void *next; int32_t level, source, unit; uint8_t locked_state, enabled, locked_interval; int32_t interval; uint8_t locked_limit; int32_t limit; } limit_ext;
result zesPowerGetLimitsExt(thing *t, uint32_t *n, limit_ext *l) {
	ENTER(t);
	if (!l) { *n = 2; return OK; }
	for (uint32_t i = 0; i < *n; i++) IS(&l[i], 0x27);
	l[0].level = 3, l[0].unit = 1, l[0].limit = 900000;
	l[1].level = 1, l[1].unit = 2, l[1].limit = 300000;
	return OK;
}
#endif
result zesDeviceEnumPowerDomains(thing *d, uint32_t *n, thing **out) { ENTER(d); return give(n, out, powers[d->gpu], 2); }
typedef struct { uint32_t stype; void *next; uint8_t on_subdevice; uint32_t subdevice; uint8_t control, threshold; int32_t limit, min, max; } power_properties;
result zesPowerGetProperties(thing *t, power_properties *p) { ENTER(t); IS(p, 0xd); p->on_subdevice = t->kind; return OK; }
typedef struct { uint64_t energy, timestamp; } energy_counter;
result zesPowerGetEnergyCounter(thing *t, energy_counter *c) {
	ENTER(t);
	c->timestamp = (uint64_t)get(t->gpu, "clock", 1000000);
	c->energy = c->timestamp * (uint64_t)get(t->gpu, "watts", 150);
	return OK;
}
typedef struct { uint8_t enabled; int32_t power, interval; } sustained;
result zesPowerGetLimits(thing *t, sustained *s, void *burst, void *peak) {
	ENTER(t);
	if (burst || peak) return INVALID;
	s->enabled = 1;
	s->power = 280000;
	return OK;
}

// Clocks: GPU, memory.
result zesDeviceEnumFrequencyDomains(thing *d, uint32_t *n, thing **out) { ENTER(d); return give(n, out, clocks[d->gpu], 2); }
typedef struct { uint32_t stype; void *next; int32_t type; uint8_t on_subdevice; uint32_t subdevice; uint8_t control, event; double min, max; } frequency_properties;
result zesFrequencyGetProperties(thing *t, frequency_properties *p) { ENTER(t); IS(p, 9); p->type = t->kind; return OK; }
typedef struct { uint32_t stype; void *next; double voltage, request, tdp, efficient, actual; uint32_t throttle; } frequency_state;
result zesFrequencyGetState(thing *t, frequency_state *s) {
	ENTER(t);
	IS(s, 0x1b);
	s->actual = t->kind == 0 ? (double)get(t->gpu, "mhz", 1550) : 3200;
	s->throttle = t->kind == 0 ? (uint32_t)get(t->gpu, "throttle", 0) : 0;
	return OK;
}
