#!/usr/bin/env bash
# Checks the nvidia source on a live host: everything that nvidia-smi reports too
# must be the same, while the GPU is idle, trains, is full, and is shared by two
# processes; bytes copied over the bus must show; and the calls of a tick are timed.
#
#   e2e/gpu/nvidia/run.sh [test binary]
#
# Needs an nvidia GPU, nvidia-smi and a python3 with PyTorch. The binary is built
# with Go when none is given:
#
#   CGO_ENABLED=0 go test -c -tags gpu -o nvidia.test ./internal/collector/source/nvidia
#
# Recordings, times and a summary are left in $OUT.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
OUT=${OUT:-$(mktemp -d)}
work=$(mktemp -d)
bin=${1:-}
failed=0
declare -a pids=()

if [ -z "$bin" ]; then
	bin=$work/nvidia.test
	(cd "$root" && CGO_ENABLED=0 go test -c -tags gpu -o "$bin" ./internal/collector/source/nvidia) || exit 1
fi
bin=$(realpath "$bin")
mkdir -p "$OUT"
exec > >(tee "$OUT/summary.txt") 2>&1

stop() {
	for p in "${pids[@]}"; do kill "$p" 2>/dev/null; wait "$p" 2>/dev/null; done
	pids=()
}
trap 'stop; rm -rf "$work"' EXIT

# start KIND ARGS...: runs a load and waits until it is under way.
start() {
	local mark=$work/ready.$RANDOM
	python3 "$here/load.py" "$@" "$mark" &
	last=$!
	pids+=("$last")
	for _ in $(seq 600); do
		[ -e "$mark" ] && return 0
		kill -0 "$last" 2>/dev/null || break
		sleep 0.1
	done
	echo "FAIL: load $1 did not start"
	failed=1
	return 1
}

# check NAME TESTS FLAGS...: runs tests of the binary.
check() {
	local name=$1 tests=$2
	shift 2
	echo "== $name"
	if (cd "$work" && "$bin" -test.v -test.timeout 120s -test.run "$tests" -record "$OUT" -load "$name" "$@"); then
		echo "ok: $name"
	else
		echo "FAIL: $name"
		failed=1
	fi
}

all='^(TestLiveReadings|TestLiveReadingsEqualThoseOfNvidiaSMI|TestLiveProcessesEqualThoseOfNvidiaSMI|TestLiveTickTimes)$'

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
check h200-idle "$all"

start training && check h200-training "$all" -busy "$last"
stop

start full && check h200-full '^(TestLiveReadings|TestLiveReadingsEqualThoseOfNvidiaSMI|TestLiveProcessesEqualThoseOfNvidiaSMI)$' -busy "$last"
stop

if start idle-holder; then
	idle=$last
	start training && check h200-two '^(TestLiveReadings|TestLiveReadingsEqualThoseOfNvidiaSMI|TestLiveProcessesEqualThoseOfNvidiaSMI)$' -busy "$last" -idle "$idle"
fi
stop

bytes=$((32 << 30))
start copy "$work/go" "$bytes" && check h200-copy '^TestLivePCIeBytes$' -go "$work/go" -bytes "$bytes"
stop

[ $failed = 0 ] && echo "ALL OK: recordings in $OUT" || echo "SOMETHING FAILED: see above"
exit $failed
