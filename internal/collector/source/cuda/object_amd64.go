package cuda

import (
	"debug/elf"
	_ "embed"
)

// object holds the programs, compiled from bpf/cuda.c.
//
//go:embed bpf/cuda_amd64.o
var object []byte

// proven says that the programs have run on this architecture's hardware.
const proven = true

// machine is what the libraries to probe are built for.
const machine = elf.EM_X86_64
