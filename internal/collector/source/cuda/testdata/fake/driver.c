// A libcuda that does nothing but hand out handles.
#include <stddef.h>
#include <stdint.h>

#define CALL(name) \
	int name(void) { return 0; }
#define TWICE(name) CALL(name) CALL(name##_ptsz)

static uint64_t next = 0x100000;

static uint64_t handle(void) { return __atomic_add_fetch(&next, 16, __ATOMIC_RELAXED); }

CALL(cuInit)
TWICE(cuMemcpyHtoDAsync_v2) TWICE(cuMemcpyDtoHAsync_v2) TWICE(cuMemcpyDtoDAsync_v2)
TWICE(cuMemcpyAsync) TWICE(cuMemcpyPeerAsync) TWICE(cuMemcpy2DAsync_v2) TWICE(cuMemcpy3DAsync_v2)
TWICE(cuMemcpy3DPeerAsync) TWICE(cuMemcpyHtoAAsync_v2) TWICE(cuMemcpyAtoHAsync_v2) TWICE(cuMemcpyWithAttributesAsync)
TWICE(cuMemcpyBatchAsync) CALL(cuMemcpyBatchAsync_v2_ptsz)
TWICE(cuMemcpy3DBatchAsync) TWICE(cuMemcpy3DBatchAsync_v2) TWICE(cuMemcpy3DWithAttributesAsync)
CALL(cuMemcpyHtoD_v2)
CALL(cuMemFree_v2) TWICE(cuMemFreeAsync) CALL(cuMemRelease)
TWICE(cuStreamSynchronize) CALL(cuCtxSynchronize) CALL(cuCtxSynchronize_v2)
CALL(cuEventSynchronize) TWICE(cuEventRecord) TWICE(cuStreamWaitEvent)
TWICE(cuStreamBeginCapture_v2)
CALL(cuCtxSetCurrent) CALL(cuCtxPushCurrent_v2) CALL(cuCtxPopCurrent_v2)

#define OUT(name) \
	int name(uint64_t *out) { *out = handle(); return 0; }

OUT(cuMemAlloc_v2) OUT(cuMemAllocAsync) OUT(cuMemAllocAsync_ptsz) OUT(cuMemAllocFromPoolAsync)
OUT(cuMemAllocManaged) OUT(cuMemCreate)
OUT(cuDevicePrimaryCtxRetain) OUT(cuCtxCreate_v2) OUT(cuCtxCreate_v4)
OUT(cuModuleGetFunction) OUT(cuLibraryGetKernel) OUT(cuKernelGetFunction)
OUT(cuGraphInstantiateWithFlags)

int cuMemAllocPitch_v2(uint64_t *out, size_t *pitch, size_t width)
{
	*out = handle();
	*pitch = (width + 511) & ~511ul;
	return 0;
}

int cuStreamEndCapture(uint64_t stream, uint64_t *graph)
{
	(void)stream;
	*graph = handle();
	return 0;
}

// A batch without sizes is refused.
int cuMemcpyBatchAsync_v2(void *dsts, void *srcs, size_t *sizes)
{
	(void)dsts, (void)srcs;
	return sizes ? 0 : 1;
}

// An event query that is not ready.
int cuEventQuery(void) { return 600; }
