// A libcudart whose calls reach libcuda as those of the real one do.
#include <stddef.h>
#include <stdint.h>

#ifdef ALONE
#define PASS(driver, ...) 0
#else
#define PASS(driver, ...) driver(__VA_ARGS__)
#endif

int cuMemAlloc_v2(uint64_t *, size_t), cuMemAllocAsync(uint64_t *, size_t, uint64_t);
int cuMemAllocManaged(uint64_t *, size_t, unsigned), cuMemAllocPitch_v2(uint64_t *, size_t *, size_t, size_t, unsigned);
int cuMemAllocFromPoolAsync(uint64_t *, size_t, uint64_t, uint64_t);
int cuMemFree_v2(uint64_t), cuMemFreeAsync(uint64_t, uint64_t);
int cuMemcpyHtoDAsync_v2(uint64_t, uint64_t, size_t, uint64_t), cuMemcpyHtoD_v2(uint64_t, uint64_t, size_t);
int cuMemcpy2DAsync_v2(void *, uint64_t);
int cuStreamSynchronize(uint64_t), cuCtxSynchronize_v2(uint64_t), cuEventSynchronize(uint64_t);
int cuEventRecord(uint64_t, uint64_t), cuStreamWaitEvent(uint64_t, uint64_t, unsigned);
int cuStreamBeginCapture_v2(uint64_t, int), cuStreamEndCapture(uint64_t, uint64_t *);
int cuGraphInstantiateWithFlags(uint64_t *, uint64_t, uint64_t);
int cuDevicePrimaryCtxRetain(uint64_t *, int), cuCtxSetCurrent(uint64_t);
int cuLibraryGetKernel(uint64_t *, uint64_t, const char *), cuInit(unsigned);

// A handle of the runtime, and the one that the driver has for the same kernel.
uint64_t driver_handle_of[2] = {~0ull};

int setDriverHandle(uint64_t of, uint64_t driver)
{
	driver_handle_of[0] = of;
	driver_handle_of[1] = driver;
	return 0;
}

// Real calls refuse sizes like this one.
static int refused(size_t size) { return size > 1ul << 50 ? 2 : 0; }

int cudaMalloc(uint64_t *p, size_t n) { return refused(n) ? 2 : PASS(cuMemAlloc_v2, p, n); }
int cudaMallocManaged(uint64_t *p, size_t n, unsigned f) { return PASS(cuMemAllocManaged, p, n, f); }
int cudaMallocAsync(uint64_t *p, size_t n, uint64_t s) { return PASS(cuMemAllocAsync, p, n, s); }
int cudaMallocFromPoolAsync(uint64_t *p, size_t n, uint64_t pool, uint64_t s) { return PASS(cuMemAllocFromPoolAsync, p, n, pool, s); }
int cudaMallocPitch(uint64_t *p, size_t *pitch, size_t w, size_t h) { return PASS(cuMemAllocPitch_v2, p, pitch, w, h, 4); }

struct pitched { uint64_t p; size_t pitch, x, y; };
struct extent { size_t w, h, d; };

int cudaMalloc3D(struct pitched *out, struct extent e) { return PASS(cuMemAllocPitch_v2, &out->p, &out->pitch, e.w, e.h * e.d, 4); }

int cudaFree(uint64_t p) { return PASS(cuMemFree_v2, p); }
int cudaFreeAsync(uint64_t p, uint64_t s) { return PASS(cuMemFreeAsync, p, s); }
int cudaMemcpyAsync(uint64_t d, uint64_t s, size_t n, int kind, uint64_t stream) { return PASS(cuMemcpyHtoDAsync_v2, d, s, n, stream); }

int cudaMemcpy2DAsync(uint64_t d, size_t dp, uint64_t s, size_t sp, size_t w, size_t h, int kind, uint64_t stream)
{
	size_t params[16] = {[14] = w, [15] = h};
	return PASS(cuMemcpy2DAsync_v2, params, stream);
}

// Extents are in elements where an array, here of 4 bytes for each, is involved.
struct params_3d { uint64_t src_array, src[7], dst_array, dst[7], extent[3], kind; };

int cuMemcpy3DAsync_v2(void *, uint64_t);

int cudaMemcpy3DAsync(struct params_3d *p, uint64_t stream)
{
	size_t element = p->src_array || p->dst_array ? 4 : 1;
	size_t params[25] = {[4] = p->src_array ? 3 : 1, [15] = p->dst_array ? 3 : 2, [22] = p->extent[0] * element, [23] = p->extent[1], [24] = p->extent[2]};
	return PASS(cuMemcpy3DAsync_v2, params, stream);
}

int cuMemcpyBatchAsync_v2(void *, void *, size_t *, size_t, void *, size_t *, size_t, uint64_t);
int cuMemcpy3DBatchAsync_v2(size_t, void *, uint64_t, uint64_t), cuMemcpy3DWithAttributesAsync(void *, uint64_t, uint64_t);
int cuMemcpyWithAttributesAsync(uint64_t, uint64_t, size_t, void *, uint64_t);

int cudaMemcpyWithAttributesAsync(uint64_t d, uint64_t s, size_t n, void *a, uint64_t stream) { return PASS(cuMemcpyWithAttributesAsync, d, s, n, a, stream); }
int cudaMemcpy3DWithAttributesAsync(void *op, uint64_t flags, uint64_t stream) { return PASS(cuMemcpy3DWithAttributesAsync, op, flags, stream); }

#ifdef ALONE // as of CUDA 12
int cudaMemcpyBatchAsync(void *d, void *s, size_t *sizes, size_t n, void *a, size_t *i, size_t m, size_t *failed, uint64_t stream) { return 0; }
int cudaMemcpy3DBatchAsync(size_t n, void *ops, size_t *failed, uint64_t flags, uint64_t stream) { return 0; }
#else
int cudaMemcpy3DBatchAsync(size_t n, void *ops, uint64_t flags, uint64_t stream) { return PASS(cuMemcpy3DBatchAsync_v2, n, ops, flags, stream); }
int cudaMemcpyBatchAsync(void *d, void *s, size_t *sizes, size_t n, void *a, size_t *i, size_t m, uint64_t stream) { return PASS(cuMemcpyBatchAsync_v2, d, s, sizes, n, a, i, m, stream); }
#endif

int cudaMemcpy(uint64_t d, uint64_t s, size_t n, int kind) { return PASS(cuMemcpyHtoD_v2, d, s, n); }
int cudaStreamSynchronize(uint64_t s) { return PASS(cuStreamSynchronize, s); }
int cudaDeviceSynchronize(void) { return PASS(cuCtxSynchronize_v2, 0); }
int cudaEventSynchronize(uint64_t e) { return PASS(cuEventSynchronize, e); }
int cudaEventRecord(uint64_t e, uint64_t s) { return PASS(cuEventRecord, e, s); }
int cudaStreamWaitEvent(uint64_t s, uint64_t e, unsigned f) { return PASS(cuStreamWaitEvent, s, e, f); }
int cudaStreamBeginCapture(uint64_t s, int mode) { return PASS(cuStreamBeginCapture_v2, s, mode); }
int cudaStreamEndCapture(uint64_t s, uint64_t *g) { return PASS(cuStreamEndCapture, s, g); }
int cudaGraphInstantiate(uint64_t *e, uint64_t g, uint64_t f) { return PASS(cuGraphInstantiateWithFlags, e, g, f); }

int cudaSetDevice(int device)
{
	uint64_t context = 0;
	return device > 15 ? 101 : PASS(cuDevicePrimaryCtxRetain, &context, device) + PASS(cuCtxSetCurrent, context);
}

void __cudaRegisterFunction(void **fatbin, const char *host, char *device, const char *name) {}

// As of CUDA 13: a handle for a registered function.
int __cudaGetKernel(uint64_t *out, const char *host) { *out = (uint64_t)host ^ 0x5500000000; return 0; }
