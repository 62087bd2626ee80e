// Package nvml calls nvidia's management library.
//
// Every call returns an error of type Return; a function that the installed
// release lacks answers FunctionNotFound.
package nvml

import (
	"fmt"
	"time"
	"unsafe"

	"platform/internal/collector/dynlib"
)

// Library is the open and initialized library. Its methods may be called from
// any goroutine.
type Library struct {
	lib   *dynlib.Library
	trace func(symbol string, took time.Duration)
	symbols
}

type symbols struct {
	shutdown, driverVersion, count, handleByIndex,
	uuid, name, pci, minor, cores, capability,
	migMode, maxMIG, migHandle, gpuInstance, attributes,
	utilization, encoder, decoder, memory2, memory1, temperature,
	fans, fanSpeed, powerUsage, powerLimit, energy, clock, throttle,
	ecc, replay, throughput, linkGeneration, linkWidth, fields,
	compute, graphics, mps, processUtilization,
	gpmSupport, gpmAlloc, gpmFree, gpmGet, gpmMIGGet, gpmMetrics,
	eventCreate, eventFree, eventRegister, eventWait dynlib.Symbol
}

func (s *symbols) load(lib *dynlib.Library) {
	for _, f := range []struct {
		to    *dynlib.Symbol
		names []string // the newest first
	}{
		{&s.shutdown, []string{"nvmlShutdown"}},
		{&s.driverVersion, []string{"nvmlSystemGetDriverVersion"}},
		{&s.count, []string{"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"}},
		{&s.handleByIndex, []string{"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex"}},
		{&s.uuid, []string{"nvmlDeviceGetUUID"}},
		{&s.name, []string{"nvmlDeviceGetName"}},
		{&s.pci, []string{"nvmlDeviceGetPciInfo_v3"}},
		{&s.minor, []string{"nvmlDeviceGetMinorNumber"}},
		{&s.cores, []string{"nvmlDeviceGetNumGpuCores"}},
		{&s.capability, []string{"nvmlDeviceGetCudaComputeCapability"}},
		{&s.migMode, []string{"nvmlDeviceGetMigMode"}},
		{&s.maxMIG, []string{"nvmlDeviceGetMaxMigDeviceCount"}},
		{&s.migHandle, []string{"nvmlDeviceGetMigDeviceHandleByIndex"}},
		{&s.gpuInstance, []string{"nvmlDeviceGetGpuInstanceId"}},
		{&s.attributes, []string{"nvmlDeviceGetAttributes_v2"}},
		{&s.utilization, []string{"nvmlDeviceGetUtilizationRates"}},
		{&s.encoder, []string{"nvmlDeviceGetEncoderUtilization"}},
		{&s.decoder, []string{"nvmlDeviceGetDecoderUtilization"}},
		{&s.memory2, []string{"nvmlDeviceGetMemoryInfo_v2"}},
		{&s.memory1, []string{"nvmlDeviceGetMemoryInfo"}},
		{&s.temperature, []string{"nvmlDeviceGetTemperature"}},
		{&s.fans, []string{"nvmlDeviceGetNumFans"}},
		{&s.fanSpeed, []string{"nvmlDeviceGetFanSpeed_v2"}},
		{&s.powerUsage, []string{"nvmlDeviceGetPowerUsage"}},
		{&s.powerLimit, []string{"nvmlDeviceGetEnforcedPowerLimit"}},
		{&s.energy, []string{"nvmlDeviceGetTotalEnergyConsumption"}},
		{&s.clock, []string{"nvmlDeviceGetClockInfo"}},
		{&s.throttle, []string{"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"}},
		{&s.ecc, []string{"nvmlDeviceGetTotalEccErrors"}},
		{&s.replay, []string{"nvmlDeviceGetPcieReplayCounter"}},
		{&s.throughput, []string{"nvmlDeviceGetPcieThroughput"}},
		{&s.linkGeneration, []string{"nvmlDeviceGetMaxPcieLinkGeneration"}},
		{&s.linkWidth, []string{"nvmlDeviceGetMaxPcieLinkWidth"}},
		{&s.fields, []string{"nvmlDeviceGetFieldValues"}},
		{&s.compute, []string{"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"}},
		{&s.graphics, []string{"nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v2"}},
		{&s.mps, []string{"nvmlDeviceGetMPSComputeRunningProcesses_v3", "nvmlDeviceGetMPSComputeRunningProcesses_v2"}},
		{&s.processUtilization, []string{"nvmlDeviceGetProcessUtilization"}},
		{&s.gpmSupport, []string{"nvmlGpmQueryDeviceSupport"}},
		{&s.gpmAlloc, []string{"nvmlGpmSampleAlloc"}},
		{&s.gpmFree, []string{"nvmlGpmSampleFree"}},
		{&s.gpmGet, []string{"nvmlGpmSampleGet"}},
		{&s.gpmMIGGet, []string{"nvmlGpmMigSampleGet"}},
		{&s.gpmMetrics, []string{"nvmlGpmMetricsGet"}},
		{&s.eventCreate, []string{"nvmlEventSetCreate"}},
		{&s.eventFree, []string{"nvmlEventSetFree"}},
		{&s.eventRegister, []string{"nvmlDeviceRegisterEvents"}},
		{&s.eventWait, []string{"nvmlEventSetWait_v2", "nvmlEventSetWait"}},
	} {
		*f.to = lib.Optional(f.names...)
	}
}

// Open loads and initializes the first of names that is there. trace, when not
// nil, is told of every call.
func Open(trace func(symbol string, took time.Duration), names ...string) (*Library, error) {
	lib, err := dynlib.Open(names...)
	if err != nil {
		return nil, err
	}
	start, err := lib.Lookup("nvmlInit_v2", "nvmlInit")
	if err != nil {
		lib.Close()
		return nil, err
	}
	l := &Library{lib: lib, trace: trace}
	l.load(lib)
	if err := l.call(start).err(); err != nil {
		lib.Close()
		return nil, fmt.Errorf("initialize %s: %w", lib.Name(), err)
	}
	return l, nil
}

// Close shuts the library down. No call may be under way.
func (l *Library) Close() error {
	err := l.call(l.shutdown).err()
	if e := l.lib.Close(); err == nil {
		err = e
	}
	return err
}

// call calls s; pointers are converted in the argument list itself.
//
//go:uintptrescapes
func (l *Library) call(s dynlib.Symbol, args ...uintptr) Return {
	var began time.Time
	if l.trace != nil {
		began = time.Now()
	}
	r, err := s.Call(args...)
	if l.trace != nil {
		l.trace(s.Name(), time.Since(began))
	}
	if err != nil {
		return FunctionNotFound
	}
	return Return(int32(r))
}

// DriverVersion returns the version of the kernel driver.
func (l *Library) DriverVersion() (string, error) {
	var buf [80]byte
	err := l.call(l.driverVersion, uintptr(unsafe.Pointer(&buf)), uintptr(len(buf))).err()
	return dynlib.Text(buf[:]), err
}

// Count returns how many GPUs there are.
func (l *Library) Count() (int, error) {
	var n uint32
	err := l.call(l.count, uintptr(unsafe.Pointer(&n))).err()
	return int(n), err
}

// Handle names a GPU or MIG instance to the library, until its GPU is reset or
// partitioned anew.
type Handle uintptr

// Handle returns the GPU with that index.
func (l *Library) Handle(index int) (Handle, error) {
	var h uintptr
	err := l.call(l.handleByIndex, uintptr(index), uintptr(unsafe.Pointer(&h))).err()
	return Handle(h), err
}

// Device returns a caller for h.
func (l *Library) Device(h Handle) *Device { return &Device{lib: l, h: uintptr(h), out: &out{}} }
