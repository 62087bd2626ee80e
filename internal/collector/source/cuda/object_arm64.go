package cuda

import (
	"debug/elf"
	_ "embed"
)

// object holds the programs, compiled from bpf/cuda.c.
//
//go:embed bpf/cuda_arm64.o
var object []byte

// proven says that the programs have run on this architecture's hardware.
const proven = false

// machine is what the libraries to probe are built for.
const machine = elf.EM_AARCH64
