#!/usr/bin/env bash
# Checks the CUDA source on a live GPU: launches of PyTorch (eager, graphs,
# compiled, cuBLAS), Triton and JAX against a profiler's count, bytes allocated
# and copied, kernel names, the occupancy model, what the probes cost, and how long
# they take to come and go.
#
#   e2e/gpu/cuda/run.sh [trace binary] [attach|counts|memory|occupancy|cost ...]
#
# Needs root, an nvidia GPU and a python3 with PyTorch, Triton and JAX. The binary
# is built with Go when there is none:
#
#   CGO_ENABLED=0 go build -o bin/cuda-trace ./e2e/gpu/cuda/trace
#
# Everything measured is left in $OUT. Takes about eight minutes; the parts can
# be named to run them one by one.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
OUT=${OUT:-$(mktemp -d)}
bin=${1:-$root/bin/cuda-trace}
[ $# -gt 0 ] && shift
if [ ! -x "$bin" ]; then
	bin=$OUT/cuda-trace
	(cd "$root" && CGO_ENABLED=0 go build -o "$bin" ./e2e/gpu/cuda/trace) || exit 1
fi
uname -r
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
PYTHONUNBUFFERED=1 python3 "$here/check.py" "$bin" "$OUT" "$@"
code=$?
tail -n 20 "$OUT/trace.log"
[ "$bin" = "$OUT/cuda-trace" ] && rm -f "$bin"
exit $code
