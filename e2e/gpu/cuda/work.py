"""Does one kind of CUDA work and says how much, as JSON on the last line.

usage: work.py KIND [ARGUMENT...]

The work happens between two samples of the tracer, which answers at
http://127.0.0.1:19190/sample; what a profiler saw in that time is the truth.
"""

import collections
import ctypes
import gzip
import json
import os
import sys
import tempfile
import time
import urllib.request

TRACER = "http://127.0.0.1:19190/sample"


def sample():
    """Returns the tracer's points of this process: (metric, attributes, value)."""
    with urllib.request.urlopen(TRACER, timeout=60) as r:
        text = r.read().decode()
    points, notes = [], []
    for line in text.splitlines():
        if line.startswith("#"):
            notes.append(line)
            continue
        name, rest = line.split("{", 1)
        attrs, value = rest.rsplit("} ", 1) if "} count=" not in rest else rest.split("} count=", 1)
        pairs = {}
        for pair in split_escaped(attrs):
            if "=" in pair:
                k, v = pair.split("=", 1)
                pairs[k] = v
        if "} count=" in rest:
            fields = value.split(" ", 2)
            value = (int(fields[0]), float(fields[1].removeprefix("sum=")))
        else:
            value = float(value)
        points.append((name, pairs, value))
    mine = str(os.getpid())
    return [p for p in points if p[1].get("process.pid", mine) == mine], notes


def split_escaped(text):
    """Splits at commas that have no backslash before them."""
    part, out, escaped = "", [], False
    for c in text:
        if escaped:
            part += c
            escaped = False
        elif c == "\\":
            escaped = True
        elif c == ",":
            out.append(part)
            part = ""
        else:
            part += c
    return out + [part]


def total(points, metric, **attrs):
    n = 0
    for name, have, value in points:
        if name == metric and all(have.get(k.replace("_", ".")) == v for k, v in attrs.items()):
            n += value[0] if isinstance(value, tuple) else value
    return n


def by_name(points):
    names = collections.Counter()
    for name, have, value in points:
        if name == "gpu.kernel.launch.calls":
            names[have["cuda.kernel.name"]] += int(value)
    return names


def difference(after, before):
    return {
        "launches": int(total(after, "gpu.kernel.launch.calls") - total(before, "gpu.kernel.launch.calls")),
        "graphs": int(total(after, "gpu.graph.launch.calls") - total(before, "gpu.graph.launch.calls")),
        "names": dict(by_name(after) - by_name(before)),
    }


def profiled(torch, work):
    """Runs work under PyTorch's profiler between two samples."""
    work()  # warm up: compile, load, capture
    torch.cuda.synchronize()
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA, ProfilerActivity.CPU]) as p:
        torch.zeros(1, device="cuda").add_(1)
        torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CUDA, ProfilerActivity.CPU]) as p:
        torch.cuda.synchronize()
        before, _ = sample()
        work()
        torch.cuda.synchronize()
        after, notes = sample()
    path = os.path.join(tempfile.mkdtemp(), "trace.json")
    p.export_chrome_trace(path)
    with (gzip.open(path) if path.endswith(".gz") else open(path)) as f:
        events = json.load(f)["traceEvents"]
    graphs, kernels, names = set(), set(), collections.Counter()
    for e in events:
        correlation = e.get("args", {}).get("correlation")
        if "GraphLaunch" in e.get("name", ""):
            graphs.add(correlation)
    for e in events:
        if e.get("cat") == "kernel":
            correlation = e["args"]["correlation"]
            if correlation not in graphs:
                kernels.add(correlation)
                names[e["name"]] += 1
    result = difference(after, before)
    result.update(profiler_launches=len(kernels), profiler_graphs=len(graphs), profiler_names=dict(names), notes=notes)
    return result


def eager():
    import torch

    model = torch.nn.TransformerEncoderLayer(256, 4, 512, batch_first=True, device="cuda")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    x = torch.randn(8, 64, 256, device="cuda")

    def work():
        for _ in range(50):
            optimizer.zero_grad()
            model(x).sum().backward()
            optimizer.step()

    return profiled(torch, work)


def graphs():
    import torch

    model = torch.nn.Sequential(*[torch.nn.Linear(256, 256, device="cuda") for _ in range(8)])
    x = torch.randn(16, 256, device="cuda")
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(3):
            model(x)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = model(x)

    def work():
        for _ in range(200):
            graph.replay()
            y.mul(2)

    return profiled(torch, work)


def capture():
    """Captures inside the measured time: captured launches are not counted."""
    import torch

    x = torch.randn(1 << 16, device="cuda")

    def work():
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            y = x
            for _ in range(20):
                y = y + 1
        for _ in range(10):
            graph.replay()

    return profiled(torch, work)


def compiled():
    import torch

    @torch.compile
    def f(a, b):
        return torch.softmax(torch.relu(a @ b) + 1, dim=-1).sum(-1)

    a, b = torch.randn(512, 512, device="cuda"), torch.randn(512, 512, device="cuda")

    def work():
        for _ in range(300):
            f(a, b)

    return profiled(torch, work)


def triton():
    import torch
    import triton as t
    import triton.language as tl

    @t.jit
    def scale_kernel(p, n, BLOCK: tl.constexpr):
        i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(p + i, tl.load(p + i, mask=i < n) * 2, mask=i < n)

    x = torch.ones(1 << 16, device="cuda")

    def work():
        for _ in range(500):
            scale_kernel[(64,)](x, x.numel(), BLOCK=1024)

    return profiled(torch, work)


def cublas():
    import torch

    a = torch.randn(1024, 1024, device="cuda", dtype=torch.bfloat16)
    b = torch.randn(64, 128, 128, device="cuda")

    def work():
        for _ in range(200):
            torch.mm(a, a)
            torch.bmm(b, b)
            torch.nn.functional.linear(a, a)

    return profiled(torch, work)


def jax():
    """The truth is what the kernel's own counters of tracefs saw at the driver."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax as j
    import jax.numpy as jnp

    @j.jit
    def step(x):
        return jnp.sort(jnp.tanh(x @ x), axis=0) * 0.5

    x = jnp.ones((512, 512))
    small = jnp.ones((8,))

    def work():
        nonlocal x, small
        for _ in range(200):
            x = step(x)
            small = small + 1
        x.block_until_ready()
        small.block_until_ready()

    work()
    from tracefs import Counter

    with Counter(libcuda(), DRIVER_LAUNCHES) as truth:
        time.sleep(0.2)
        before, _ = sample()
        first = truth.read()
        work()
        last = truth.read()
        after, notes = sample()
    result = difference(after, before)
    count = {name: last[name] - first[name] for name in last}
    result.update(
        profiler_launches=sum(n for name, n in count.items() if "Graph" not in name),
        profiler_graphs=sum(n for name, n in count.items() if "Graph" in name),
        profiler_names={},
        driver_calls={k: v for k, v in count.items() if v},
        notes=notes,
    )
    return result


DRIVER_LAUNCHES = [
    name + suffix
    for name in ("cuLaunchKernel", "cuLaunchKernelEx", "cuLaunchCooperativeKernel", "cuGraphLaunch")
    for suffix in ("", "_ptsz")
]


def libcuda():
    with open("/proc/self/maps") as f:
        for line in f:
            path = line.split(maxsplit=5)[-1].strip()
            if "/libcuda.so" in path:
                return path
    raise SystemExit("libcuda is not mapped")


def mapped(name):
    with open("/proc/self/maps") as f:
        for line in f:
            path = line.split(maxsplit=5)[-1].strip()
            if name in path:
                return path
    return None


def memory():
    """Allocates and copies known numbers of bytes through the runtime."""
    import torch

    torch.cuda.init()
    torch.zeros(1, device="cuda")
    torch.cuda.synchronize()
    rt = ctypes.CDLL(mapped("/libcudart.so"))
    before, _ = sample()
    pointer, asked, copied = ctypes.c_void_p(), 0, collections.Counter()

    def check(code):
        if code:
            raise SystemExit(f"CUDA call failed: {code}")

    for size in (1 << 20, 3 << 20, 12345):
        check(rt.cudaMalloc(ctypes.byref(pointer), ctypes.c_size_t(size)))
        asked += size
        check(rt.cudaFree(pointer))
        check(rt.cudaMallocAsync(ctypes.byref(pointer), ctypes.c_size_t(size), None))
        asked += size
        check(rt.cudaFreeAsync(pointer, None))
        check(rt.cudaMallocManaged(ctypes.byref(pointer), ctypes.c_size_t(size), 1))
        asked += size
        check(rt.cudaFree(pointer))
    refused = rt.cudaMalloc(ctypes.byref(pointer), ctypes.c_size_t(1 << 50))
    rt.cudaGetLastError()
    size = 1 << 20
    host = ctypes.create_string_buffer(size)
    check(rt.cudaMalloc(ctypes.byref(pointer), ctypes.c_size_t(size)))
    asked += size
    for n in (100, 4096, size):
        check(rt.cudaMemcpyAsync(pointer, host, ctypes.c_size_t(n), 1, None))
        copied["HostToDevice"] += n
        check(rt.cudaMemcpyAsync(host, pointer, ctypes.c_size_t(n), 2, None))
        copied["DeviceToHost"] += n
    check(rt.cudaMemcpyAsync(ctypes.c_void_p(pointer.value + (size >> 1)), pointer, ctypes.c_size_t(size >> 2), 3, None))
    copied["DeviceToDevice"] += size >> 2
    if hasattr(rt, "cudaMemcpyBatchAsync"):
        copied["Unknown"] += copy_batch(rt, check, pointer.value, [1000, 200_000, 30])
    copied["DeviceToDevice"] += copy_boxes(rt, check, pointer.value)
    if hasattr(rt, "cudaMemcpy3DBatchAsync"):
        copied["Unknown"] += copy_box_batch(rt, check, pointer.value)
    check(rt.cudaDeviceSynchronize())
    after, notes = sample()
    counted = collections.Counter()
    for sign, points in ((1, after), (-1, before)):
        for name, attrs, value in points:
            if name == "gpu.memory.copies":
                counted[attrs["cuda.memcpy.kind"]] += sign * int(value[1])
    return {
        "asked": asked,
        "allocated": int(total(after, "gpu.memory.allocations") - total(before, "gpu.memory.allocations")),
        "copied": dict(copied),
        "counted": {k: v for k, v in counted.items() if v},
        "refused": refused,
        "notes": notes,
    }


def copy_batch(rt, check, device, sizes):
    """Copies inside the memory at device by one batch; returns the bytes."""
    stream = ctypes.c_void_p()
    check(rt.cudaStreamCreate(ctypes.byref(stream)))
    n = len(sizes)
    dsts = (ctypes.c_void_p * n)(*[device + (1 << 19) + sum(sizes[:i]) for i in range(n)])
    srcs = (ctypes.c_void_p * n)(*[device + sum(sizes[:i]) for i in range(n)])
    attributes = (ctypes.c_uint32 * 6)(1)  # sources are read in the order of the stream
    first, failed = ctypes.c_size_t(0), ctypes.c_size_t(0)
    args = [dsts, srcs, (ctypes.c_size_t * n)(*sizes), ctypes.c_size_t(n), attributes, ctypes.byref(first), ctypes.c_size_t(1)]
    if "libcudart.so.12" in rt._name:
        args.append(ctypes.byref(failed))
    check(rt.cudaMemcpyBatchAsync(*args, stream))
    check(rt.cudaStreamSynchronize(stream))
    check(rt.cudaStreamDestroy(stream))
    return sum(sizes)


def copy_boxes(rt, check, device):
    """Copies boxes of bytes between pointers and into an array; returns the bytes."""
    words = ctypes.c_uint64 * 20  # as cudaMemcpy3DParms
    pitched = lambda at, width: {0: at, 1: 512, 2: width, 3: 8}
    box = words()
    for i, v in pitched(device, 256).items():
        box[4 + i] = v
    for i, v in pitched(device + (1 << 19), 256).items():
        box[12 + i] = v
    box[16:19] = [256, 4, 2]
    box[19] = 3
    check(rt.cudaMemcpy3DAsync(box, None))
    total = 256 * 4 * 2

    array, format = ctypes.c_void_p(), (ctypes.c_int * 5)(32, 0, 0, 0, 2)  # one float for each element
    check(rt.cudaMallocArray(ctypes.byref(array), format, ctypes.c_size_t(64), ctypes.c_size_t(8), 0))
    box[8] = array.value
    box[12:16] = [0, 0, 0, 0]
    box[16:19] = [64, 8, 1]  # elements
    check(rt.cudaMemcpy3DAsync(box, None))
    check(rt.cudaDeviceSynchronize())
    check(rt.cudaFreeArray(array))
    return total + 64 * 8 * 4


def copy_box_batch(rt, check, device):
    """Copies two boxes of bytes by one batch; returns the bytes."""
    stream, failed = ctypes.c_void_p(), ctypes.c_size_t(0)
    check(rt.cudaStreamCreate(ctypes.byref(stream)))
    boxes = (ctypes.c_uint64 * 28)()
    for at, height in ((0, 4), (14, 8)):
        boxes[at : at + 4] = [1, device + (at << 12), 256, height]  # a pointer: rows of 256 bytes
        boxes[at + 5 : at + 9] = [1, device + (1 << 19) + (at << 12), 256, height]
        boxes[at + 10 : at + 14] = [256, height, 2, 1]  # the extent; sources are read in the order of the stream
    args = [ctypes.c_size_t(2), boxes]
    if "libcudart.so.12" in rt._name:
        args.append(ctypes.byref(failed))
    check(rt.cudaMemcpy3DBatchAsync(*args, ctypes.c_uint64(0), stream))
    check(rt.cudaStreamSynchronize(stream))
    check(rt.cudaStreamDestroy(stream))
    return 256 * 4 * 2 + 256 * 8 * 2


def occupancy():
    """Keeps the device busy for a known part of the time, with known threads."""
    import torch

    clock = torch.cuda.get_device_properties(0).multi_processor_count
    x = torch.zeros(1, device="cuda")
    torch.cuda._sleep(1000)
    torch.cuda.synchronize()
    start = time.monotonic()
    torch.cuda._sleep(100_000_000)
    torch.cuda.synchronize()
    per_second = 100_000_000 / (time.monotonic() - start)

    def phase(busy, idle, seconds=2.0, work=None):
        sample()
        begin, spent = time.monotonic(), 0.0
        while time.monotonic() - begin < seconds:
            t = time.monotonic()
            (work or (lambda: torch.cuda._sleep(int(busy * per_second))))()
            torch.cuda.synchronize()
            spent += time.monotonic() - t
            if idle:
                time.sleep(idle)
        length = time.monotonic() - begin
        points, _ = sample()
        return {
            "busy": spent / length,
            "active": total(points, "process.gpu.estimated.sm_active"),
            "device": total(points, "hw.gpu.estimated.sm_active"),
            "cores": total(points, "process.gpu.core.usage"),
            "limit": total(points, "hw.gpu.core.limit"),
        }

    big = torch.zeros(1 << 26, device="cuda")
    torch.cuda.synchronize()  # or the fill would count until the first phase ends

    def fill():
        for _ in range(200):
            big.add_(1)

    sample()
    time.sleep(0.5)
    idle, _ = sample()
    return {
        "multiprocessors": clock,
        "idle": total(idle, "hw.gpu.estimated.sm_active"),
        "half": phase(0.02, 0.02),
        "full": phase(0.05, 0),
        "wide": phase(0, 0, work=fill),
        "x": float(x),
    }


def loop(seconds="2"):
    """A loop bound by launching; says launches per second."""
    import torch

    x = torch.zeros(16, device="cuda")
    for _ in range(1000):
        x.add_(1)
    torch.cuda.synchronize()
    rates = []
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        start = time.perf_counter()
        for _ in range(20000):
            x.add_(1)
        rates.append(20000 / (time.perf_counter() - start))
        torch.cuda.synchronize()
    rates.sort()
    return {"best": rates[-1], "median": rates[len(rates) // 2]}


def steady(rate="50000", seconds="3"):
    """Launches at a fixed rate; says the CPU time that one launch takes."""
    import torch

    rate, x = int(rate), torch.zeros(16, device="cuda")
    for _ in range(1000):
        x.add_(1)
    torch.cuda.synchronize()
    done, cpu, begin = 0, 0.0, time.perf_counter()
    while time.perf_counter() - begin < float(seconds):
        due = int((time.perf_counter() - begin) * rate)
        if due > done:
            start = time.thread_time()
            for _ in range(due - done):
                x.add_(1)
            cpu += time.thread_time() - start
            done = due
    torch.cuda.synchronize()
    length = time.perf_counter() - begin
    return {"launches": done, "rate": done / length, "cpu_us_per_launch": cpu / done * 1e6}


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
