package nvml

import (
	"math"
	"testing"
	"unsafe"
)

func TestStructuresAreLaidOutAsTheLibraryExpects(t *testing.T) {
	f := func(name string, got, want uintptr) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	f("memory v1", unsafe.Sizeof(memoryV1{}), 24)
	f("memory v2", unsafe.Sizeof(memoryV2{}), 40)
	f("memory v2 total", unsafe.Offsetof(memoryV2{}.total), 8)
	f("memory v2 reserved", unsafe.Offsetof(memoryV2{}.reserved), 16)
	f("memory v2 free", unsafe.Offsetof(memoryV2{}.free), 24)
	f("memory v2 used", unsafe.Offsetof(memoryV2{}.used), 32)
	f("memory v2 version", uintptr(version(unsafe.Sizeof(memoryV2{}), 2)), 0x02000028)
	f("PCI", unsafe.Sizeof(pciInfo{}), 68)
	f("PCI domain", unsafe.Offsetof(pciInfo{}.domain), 16)
	f("PCI bus id", unsafe.Offsetof(pciInfo{}.busID), 36)
	f("field", unsafe.Sizeof(Field{}), 40)
	f("field scope", unsafe.Offsetof(Field{}.Scope), 4)
	f("field timestamp", unsafe.Offsetof(Field{}.Timestamp), 8)
	f("field type", unsafe.Offsetof(Field{}.valueType), 24)
	f("field return", unsafe.Offsetof(Field{}.ret), 28)
	f("field value", unsafe.Offsetof(Field{}.value), 32)
	f("process", unsafe.Sizeof(processInfo{}), 24)
	f("process memory", unsafe.Offsetof(processInfo{}.usedMemory), 8)
	f("process GPU instance", unsafe.Offsetof(processInfo{}.gpuInstance), 16)
	f("process compute instance", unsafe.Offsetof(processInfo{}.computeInstanceID), 20)
	f("process sample", unsafe.Sizeof(ProcessSample{}), 32)
	f("process sample timestamp", unsafe.Offsetof(ProcessSample{}.Timestamp), 8)
	f("process sample SM", unsafe.Offsetof(ProcessSample{}.SM), 16)
	f("process sample encoder", unsafe.Offsetof(ProcessSample{}.Encoder), 24)
	f("process sample decoder", unsafe.Offsetof(ProcessSample{}.Decoder), 28)
	f("attributes", unsafe.Sizeof(attributes{}), 40)
	f("GPM metric", unsafe.Sizeof(gpmMetric{}), 40)
	f("GPM metric value", unsafe.Offsetof(gpmMetric{}.value), 8)
	f("GPM sample 1", unsafe.Offsetof(gpmMetrics{}.sample1), 8)
	f("GPM sample 2", unsafe.Offsetof(gpmMetrics{}.sample2), 16)
	f("GPM metrics", unsafe.Offsetof(gpmMetrics{}.metrics), 24)
	f("event", unsafe.Sizeof(eventData{}), 32)
	f("event type", unsafe.Offsetof(eventData{}.eventType), 8)
	f("event data", unsafe.Offsetof(eventData{}.data), 16)
}

func TestFieldValuesOfEveryType(t *testing.T) {
	f := func(kind int32, raw uint64, want uint64, ok bool) {
		t.Helper()
		field := Field{valueType: kind}
		*(*uint64)(unsafe.Pointer(&field.value)) = raw
		if got, err := field.Uint(); got != want || (err == nil) != ok {
			t.Errorf("type %d, %#x: %d, %v", kind, raw, got, err)
		}
	}
	f(0, math.Float64bits(2.9), 2, true)
	f(0, math.Float64bits(-1), 0, false)
	f(0, math.Float64bits(math.NaN()), 0, false)
	f(1, 0xffffffff_00000007, 7, true) // what is above a narrow value is rubbish
	f(6, 0xffff_0007, 7, true)
	f(2, 1<<40, 1<<40, true)
	f(3, 1<<40, 1<<40, true)
	refused := Field{ret: int32(NotSupported)}
	if _, err := refused.Uint(); !Unsupported(err) {
		t.Errorf("refused: %v", err)
	}
}

func TestErrorsSayWhatToDoNext(t *testing.T) {
	f := func(r Return, lost, unsupported, unloaded bool) {
		t.Helper()
		if Lost(r) != lost || Unsupported(r) != unsupported || Unloaded(r) != unloaded {
			t.Errorf("%v: lost %v, unsupported %v, unloaded %v", r, Lost(r), Unsupported(r), Unloaded(r))
		}
	}
	f(GPUIsLost, true, false, false)
	f(ResetRequired, true, false, false)
	f(NotSupported, false, true, false)
	f(FunctionNotFound, false, true, false)
	f(DriverNotLoaded, false, false, true)
	f(Timeout, false, false, false)
	if Return(77).Error() != "error 77" || Lost(nil) {
		t.Error("unknown errors")
	}
}
