// Package cuda counts CUDA calls with eBPF, in the kernel, and estimates from
// them how busy processes keep a device.
//
//  1. libraries_linux.go finds libcudart and libcuda in install paths and in the
//     maps of processes; watch_linux.go learns of files mapped later.
//  2. symbols.go is the table of calls; elf.go finds them in a file. load_linux.go
//     loads the programs; place_linux.go and programs_linux.go attach them, once to
//     each real file; tracer_linux.go removes probes that turn out needless, and
//     detach_linux.go all of them in the end.
//  3. bpf/cuda.c counts by process, device and kernel, and keeps the open span of
//     each stream. Only rare things travel: names, new processes, ended spans.
//  4. records.go decodes those; names.go names kernels, with the help of
//     hostfunc_linux.go; visible.go tells which device a process means by a number.
//  5. occupancy.go is the model.
//  6. totals.go adds up what the kernel counted and emits it.
package cuda
