package cuda

import "slices"

// op is what a symbol does, as enum op of bpf/state.h numbers it.
type op uint8

const (
	launchDim3 op = iota + 1
	launchFlat
	launchConfig
	graphLaunch
	copyAsync
	free
	eventRecord
	waitEvent
	beginCapture
	contextSet
	contextPush
	contextPop
	register
	initialize
	alloc // from here on the return is probed too
	allocPitch
	alloc3D
	copyBatch
	syncStream
	syncDevice
	syncEvent
	setDevice
	contextNew
	endCapture
	instantiate
	getKernel
	getFunction
)

// Where a copy's byte count and kind are found, as in bpf/memory.h.
const (
	copyKindArg  = 0
	copy2D       = 1
	copyPeer     = 2
	copy3D       = 3
	copyDriver   = 4 // plus the kind
	copyDriver2D = 12
	copyDriver3D = 13

	copyAttributes = 14
	copyArray      = 16 // plus the kind
)

// How a batch of copies is given, as in bpf/memory.h.
const (
	batchTellsFailure = 1
	batch3D           = 2
	batchOfOne        = 4
)

// Kinds of copies, as CUDA numbers them.
const (
	hostToHost = iota
	hostToDevice
	deviceToHost
	deviceToDevice
	unknownKind
)

// symbol is an exported function to probe.
type symbol struct {
	name    string
	op      op
	variant uint8
	// twin is the suffix of the form whose stream 0 is the thread's own, "" when
	// there is none.
	twin string
}

const (
	ptsz = "_ptsz"
	ptds = "_ptds"
)

// runtimeSymbols are what libcudart exports. __cudaLaunchKernel is left out: it
// is a wrapper that calls cudaLaunchKernel.
var runtimeSymbols = []symbol{
	{"cudaLaunchKernel", launchDim3, 0, ptsz},
	{"cudaLaunchCooperativeKernel", launchDim3, 0, ptsz},
	{"cudaLaunchKernelExC", launchConfig, 0, ptsz},
	{"cudaGraphLaunch", graphLaunch, 0, ptsz},

	{"cudaMemcpyAsync", copyAsync, copyKindArg, ptsz},
	{"cudaMemcpy2DAsync", copyAsync, copy2D, ptsz},
	{"cudaMemcpy3DAsync", copyAsync, copy3D, ptsz},
	{"cudaMemcpyPeerAsync", copyAsync, copyPeer, ""},
	{"cudaMemcpyWithAttributesAsync", copyAsync, copyAttributes, ptsz},
	{"cudaMemcpyBatchAsync", copyBatch, 0, ptsz},
	{"cudaMemcpy3DBatchAsync", copyBatch, batch3D, ptsz},
	{"cudaMemcpy3DWithAttributesAsync", copyBatch, batchOfOne, ptsz},

	{"cudaMalloc", alloc, 0, ""},
	{"cudaMallocManaged", alloc, 0, ""},
	{"cudaMallocAsync", alloc, 0, ptsz},
	{"cudaMallocFromPoolAsync", alloc, 0, ptsz},
	{"cudaMallocPitch", allocPitch, 0, ""},
	{"cudaMalloc3D", alloc3D, 0, ""},
	{"cudaFree", free, 0, ""},
	{"cudaFreeAsync", free, 0, ptsz},

	{"cudaStreamSynchronize", syncStream, 0, ptsz},
	{"cudaStreamQuery", syncStream, 0, ptsz},
	{"cudaDeviceSynchronize", syncDevice, 0, ""},
	{"cudaMemcpy", syncDevice, 0, ptds},
	{"cudaMemcpy2D", syncDevice, 0, ptds},
	{"cudaMemcpy3D", syncDevice, 0, ptds},
	{"cudaMemcpyToSymbol", syncDevice, 0, ptds},
	{"cudaMemcpyFromSymbol", syncDevice, 0, ptds},
	{"cudaEventSynchronize", syncEvent, 0, ""},
	{"cudaEventQuery", syncEvent, 0, ""},
	{"cudaEventRecord", eventRecord, 0, ptsz},
	{"cudaEventRecordWithFlags", eventRecord, 0, ptsz},

	{"cudaStreamWaitEvent", waitEvent, 0, ptsz},
	{"cudaStreamBeginCapture", beginCapture, 0, ptsz},
	{"cudaStreamBeginCaptureToGraph", beginCapture, 0, ptsz},
	{"cudaStreamEndCapture", endCapture, 0, ptsz},
	{"cudaGraphInstantiate", instantiate, 0, ""},
	{"cudaGraphInstantiateWithFlags", instantiate, 0, ""},
	{"cudaGraphInstantiateWithParams", instantiate, 0, ptsz},

	{"cudaSetDevice", setDevice, 0, ""},
	{"__cudaRegisterFunction", register, 0, ""},
	{"__cudaGetKernel", getKernel, 0, ""},
	{"cudaGetKernel", getKernel, 0, ""},
	{"cudaGetFuncBySymbol", getKernel, 0, ""},
}

// runtime12Symbols are those of libcudart.so.12 that differ.
var runtime12Symbols = []symbol{
	{"cudaMemcpyBatchAsync", copyBatch, batchTellsFailure, ptsz},
	{"cudaMemcpy3DBatchAsync", copyBatch, batch3D | batchTellsFailure, ptsz},
}

// driverSymbols are what libcuda exports. cuLaunchHostFunc is no kernel. The
// variant of a context's creation is the argument that holds its device.
var driverSymbols = []symbol{
	{"cuLaunchKernel", launchFlat, 0, ptsz},
	{"cuLaunchCooperativeKernel", launchFlat, 0, ptsz},
	{"cuLaunchKernelEx", launchConfig, 0, ptsz},
	{"cuGraphLaunch", graphLaunch, 0, ptsz},

	{"cuMemcpyHtoDAsync_v2", copyAsync, copyDriver + hostToDevice, ptsz},
	{"cuMemcpyDtoHAsync_v2", copyAsync, copyDriver + deviceToHost, ptsz},
	{"cuMemcpyDtoDAsync_v2", copyAsync, copyDriver + deviceToDevice, ptsz},
	{"cuMemcpyAsync", copyAsync, copyDriver + unknownKind, ptsz},
	{"cuMemcpyPeerAsync", copyAsync, copyPeer, ptsz},
	{"cuMemcpy2DAsync_v2", copyAsync, copyDriver2D, ptsz},
	{"cuMemcpy3DAsync_v2", copyAsync, copyDriver3D, ptsz},
	{"cuMemcpy3DPeerAsync", copyAsync, copyDriver3D, ptsz}, // contexts are where others have spare words
	{"cuMemcpyHtoAAsync_v2", copyAsync, copyArray + hostToDevice, ptsz},
	{"cuMemcpyAtoHAsync_v2", copyAsync, copyArray + deviceToHost, ptsz},
	{"cuMemcpyWithAttributesAsync", copyAsync, copyAttributes, ptsz},
	{"cuMemcpyBatchAsync", copyBatch, batchTellsFailure, ptsz},
	{"cuMemcpyBatchAsync_v2", copyBatch, 0, ptsz},
	{"cuMemcpy3DBatchAsync", copyBatch, batch3D | batchTellsFailure, ptsz},
	{"cuMemcpy3DBatchAsync_v2", copyBatch, batch3D, ptsz},
	{"cuMemcpy3DWithAttributesAsync", copyBatch, batchOfOne, ptsz},

	{"cuMemAlloc_v2", alloc, 0, ""},
	{"cuMemAllocManaged", alloc, 0, ""},
	{"cuMemAllocAsync", alloc, 0, ptsz},
	{"cuMemAllocFromPoolAsync", alloc, 0, ptsz},
	{"cuMemCreate", alloc, 0, ""},
	{"cuMemAllocPitch_v2", allocPitch, 0, ""},
	{"cuMemFree_v2", free, 0, ""},
	{"cuMemFreeAsync", free, 0, ptsz},
	{"cuMemRelease", free, 0, ""},

	{"cuStreamSynchronize", syncStream, 0, ptsz},
	{"cuStreamQuery", syncStream, 0, ptsz},
	{"cuCtxSynchronize", syncDevice, 0, ""},
	{"cuCtxSynchronize_v2", syncDevice, 0, ""},
	{"cuMemcpy", syncDevice, 0, ptds},
	{"cuMemcpyHtoD_v2", syncDevice, 0, ptds},
	{"cuMemcpyDtoH_v2", syncDevice, 0, ptds},
	{"cuMemcpyDtoD_v2", syncDevice, 0, ptds},
	{"cuMemcpy2D_v2", syncDevice, 0, ptds},
	{"cuMemcpy2DUnaligned_v2", syncDevice, 0, ptds},
	{"cuMemcpy3D_v2", syncDevice, 0, ptds},
	{"cuMemcpyHtoA_v2", syncDevice, 0, ptds},
	{"cuMemcpyAtoH_v2", syncDevice, 0, ptds},
	{"cuEventSynchronize", syncEvent, 0, ""},
	{"cuEventQuery", syncEvent, 0, ""},
	{"cuEventRecord", eventRecord, 0, ptsz},
	{"cuEventRecordWithFlags", eventRecord, 0, ptsz},

	{"cuStreamWaitEvent", waitEvent, 0, ptsz},
	{"cuStreamBeginCapture_v2", beginCapture, 0, ptsz},
	{"cuStreamBeginCaptureToGraph", beginCapture, 0, ptsz},
	{"cuStreamEndCapture", endCapture, 0, ptsz},
	{"cuGraphInstantiate_v2", instantiate, 0, ""},
	{"cuGraphInstantiateWithFlags", instantiate, 0, ""},
	{"cuGraphInstantiateWithParams", instantiate, 0, ptsz},

	{"cuInit", initialize, 0, ""},
	{"cuCtxSetCurrent", contextSet, 0, ""},
	{"cuCtxPushCurrent_v2", contextPush, 0, ""},
	{"cuCtxPopCurrent_v2", contextPop, 0, ""},
	{"cuDevicePrimaryCtxRetain", contextNew, 1, ""},
	{"cuCtxCreate_v2", contextNew, 2, ""},
	{"cuCtxCreate_v4", contextNew, 3, ""},
	{"cuCtxCreate_v3", contextNew, 4, ""},
	{"cuModuleGetFunction", getFunction, 0, ""},
	{"cuLibraryGetKernel", getFunction, 0, ""},
	{"cuKernelGetFunction", getKernel, 0, ""},
}

// group is a set of probes that are attached and detached together. The calls
// of the first three need no probe in a runtime library that is known to hand
// each of them on to the driver; a driver library has only the last two.
type group uint8

const (
	launches group = iota
	graphs
	copies
	rest
	returns
	groups
)

func (o op) group() group {
	switch o {
	case launchDim3, launchFlat, launchConfig:
		return launches
	case graphLaunch:
		return graphs
	case copyAsync:
		return copies
	}
	return rest
}

// probe is one place to attach to.
type probe struct {
	offset uint64 // in the file
	cookie uint64
}

// cookie packs what the programs need to know of a symbol.
func (s symbol) cookie(driver, perThread bool, library uint8) uint64 {
	c := uint64(s.op) | uint64(s.variant)<<10 | uint64(library)<<16
	if driver {
		c |= 1 << 8
	}
	if perThread {
		c |= 1 << 9
	}
	return c
}

// probes returns the probes of the symbols that a library has, by group. Of names
// for one function the first is probed: two probes there would count its calls
// twice.
func probes(kind libraryKind, library uint8, img image) [groups][]probe {
	var out [groups][]probe
	taken := map[uint64]bool{}
	table := runtimeSymbols
	switch {
	case kind == driverLibrary:
		table = driverSymbols
	case img.soname == "libcudart.so.12":
		table = slices.Concat(runtime12Symbols, runtimeSymbols)
	}
	add := func(s symbol, name string, perThread bool) {
		offset, ok := img.offsets[name]
		if !ok || taken[offset] {
			return
		}
		taken[offset] = true
		p := probe{offset, s.cookie(kind == driverLibrary, perThread, library)}
		g := rest
		if kind == runtimeLibrary {
			g = s.op.group()
		}
		out[g] = append(out[g], p)
		if s.op >= alloc {
			out[returns] = append(out[returns], p)
		}
	}
	for _, s := range table {
		add(s, s.name, false)
		if s.twin != "" {
			add(s, s.name+s.twin, true)
		}
	}
	return out
}
