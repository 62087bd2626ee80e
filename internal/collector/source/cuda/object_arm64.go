package cuda

import _ "embed"

// object holds the programs, compiled from bpf/cuda.c.
//
//go:embed bpf/cuda_arm64.o
var object []byte

// proven says that the programs have run on this architecture's hardware.
const proven = false
