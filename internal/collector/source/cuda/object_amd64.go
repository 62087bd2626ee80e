package cuda

import _ "embed"

// object holds the programs, compiled from bpf/cuda.c.
//
//go:embed bpf/cuda_amd64.o
var object []byte

// proven says that the programs have run on this architecture's hardware.
const proven = true
