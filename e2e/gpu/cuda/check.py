"""Checks the CUDA source against what real programs did on a real GPU.

usage: check.py TRACE-BINARY OUT-FOLDER

Prints a line for each check and leaves everything measured in results.json.
Exits with 1 when a check failed.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
TRACE, OUT = os.path.abspath(sys.argv[1]), sys.argv[2]
results, failures = {}, []


class Tracer:
    """The CUDA source in a process of its own."""

    def __init__(self, *args):
        self.log = open(os.path.join(OUT, "trace.log"), "a")
        self.process = subprocess.Popen([TRACE, "-cores", str(CORES), *args], stdout=self.log, stderr=self.log)
        for _ in range(300):
            try:
                self.read()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit("the tracer ended: see trace.log")
                time.sleep(0.1)
        raise SystemExit("the tracer does not answer")

    def read(self):
        with urllib.request.urlopen("http://127.0.0.1:19190/sample", timeout=30) as r:
            return r.read().decode()

    def cpu(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)
        self.log.close()


def work(*args):
    """Runs work.py and returns what it says."""
    out = subprocess.run([sys.executable, os.path.join(HERE, "work.py"), *args], capture_output=True, text=True, timeout=400)
    if out.returncode:
        return {"error": (out.stderr.strip().splitlines() or ["no output"])[-1]}
    return json.loads(out.stdout.strip().splitlines()[-1])


def report(name, ok, text):
    print(("ok    " if ok else "FAIL  ") + name + ": " + text, flush=True)
    if not ok:
        failures.append(name)


def close(a, b, part):
    return abs(a - b) <= part * max(a, b)


def plain(name):
    """A kernel's name without what the profiler adds: return type, parameters."""
    name = name.removeprefix("void ").strip()
    if name.endswith(")"):
        depth = 0
        for i in range(len(name) - 1, 0, -1):
            depth += (name[i] == ")") - (name[i] == "(")
            if depth == 0:
                name = name[:i]
                break
    return re.sub(r"\s+", "", name)[:180]


def check_names(kind, r):
    top = sorted(r["profiler_names"].items(), key=lambda kv: -kv[1])[:10]
    ours = {plain(n) for n in r["names"]}
    missing = [n for n, _ in top if plain(n) not in ours]
    if len(r["names"]) > 60:
        missing = []  # beyond the cap
    report(f"{kind}: names", not missing, f"{len(top) - len(missing)} of the profiler's top {len(top)} are named" + (f"; not {missing[:2]}" if missing else ""))


def check_counts():
    for kind in ("eager", "graphs", "capture", "compiled", "triton", "cublas", "jax"):
        with Tracer():
            r = results[kind] = work(kind)
        if "error" in r:
            report(kind, False, r["error"])
            continue
        report(f"{kind}: launches", close(r["launches"], r["profiler_launches"], 0.01), f"{r['launches']} counted, {r['profiler_launches']} made")
        report(f"{kind}: replays", r["graphs"] == r["profiler_graphs"], f"{r['graphs']} counted, {r['profiler_graphs']} made")
        if r["profiler_names"]:
            check_names(kind, r)
    for kind in ("compiled", "cublas", "jax"):
        with Tracer("-dedup", "process"):
            r = results[kind + " by the process rule"] = work(kind)
        if "error" not in r:
            print(f"      {kind} by the process rule: {r['launches']} counted, {r['profiler_launches']} made", flush=True)


def check_memory():
    with Tracer():
        r = results["memory"] = work("memory")
    if "error" in r:
        report("memory", False, r["error"])
        return
    report("allocations", r["allocated"] == r["asked"], f"{r['allocated']} bytes counted, {r['asked']} asked for")
    report("copies", r["counted"] == r["copied"], f"{r['counted']} counted, {r['copied']} made")


def check_occupancy():
    with Tracer():
        r = results["occupancy"] = work("occupancy")
    if "error" in r:
        report("occupancy", False, r["error"])
        return
    half, full, wide = r["half"], r["full"], r["wide"]
    report("occupancy: idle", r["idle"] == 0, f"{r['idle']}")
    report("occupancy: half", abs(half["active"] - half["busy"]) < 0.05, f"active {half['active']:.3f}, busy {half['busy']:.3f}, {half['cores']:.2f} cores")
    report("occupancy: full", full["active"] > 0.95, f"active {full['active']:.3f}, busy {full['busy']:.3f}")
    report("occupancy: one thread", full["cores"] < 40, f"{full['cores']:.2f} cores")
    report("occupancy: wide", 0.9 * wide["limit"] * wide["active"] < wide["cores"] <= wide["limit"], f"{wide['cores']:.0f} of {wide['limit']:.0f} cores, active {wide['active']:.3f}")


def check_cost():
    """A launch-bound loop with and without the tracer, in turns."""
    best = {"without": [], "with": []}
    steady = {"without": [], "with": []}
    collector = []
    for _ in range(5):  # the smallest of several: other load only adds
        best["without"].append(work("loop")["best"])
        steady["without"].append(work("steady")["cpu_us_per_launch"])
        with Tracer("-every", "1s") as t:
            before, start = t.cpu(), time.monotonic()
            r = work("loop", "4")
            collector.append(((t.cpu() - before) / (time.monotonic() - start), r["median"]))
            best["with"].append(r["best"])
            steady["with"].append(work("steady")["cpu_us_per_launch"])
    results["cost"] = {"launches per second": best, "us of CPU per launch at 50,000 per second": steady, "collector": collector}
    a, b = max(best["without"]), max(best["with"])
    added = min(steady["with"]) - min(steady["without"])
    share = added * 50_000 / 1e6
    print(f"      launch-bound loop: {a:.0f} launches/s without, {b:.0f} with: {100 * (1 - b / a):.1f} % fewer", flush=True)
    report("cost at 50,000 launches/s", share <= 0.05, f"{added:.2f} us more for each launch, {100 * share:.1f} % of the thread")
    cpu, rate = max(collector)
    report("the collector's own CPU", cpu <= 0.02, f"{100 * cpu:.2f} % of a core at about {rate:.0f} launches/s")


def check_attach():
    """Opens and closes the source while a program has both libraries mapped."""
    program = "import sys, torch; torch.zeros(1, device='cuda'); print('ready', flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as held:
        held.stdout.readline()
        with open(os.path.join(OUT, "trace.log"), "a") as f:
            start = f.tell()
        for _ in range(11):
            with Tracer():
                pass
        held.stdin.close()
    with open(os.path.join(OUT, "trace.log")) as f:
        f.seek(start)
        log = f.read()
    took = results["attach"] = {}
    for part, line in {"open": r"^opened in (\S+):", "load": r"load (\S+),", "attach": r"attach (\S+);", "close": r"^closed in (\S+):", "detach": r"detach (\S+),", "release": r"released (\S+)$"}.items():
        took[part] = sorted(milliseconds(d) for d in re.findall(line, log, re.M))
    print("      " + "; ".join(f"{part} {d[0]:.1f}/{d[len(d) // 2]:.1f}/{d[-1]:.1f} ms" for part, d in took.items()) + " (smallest, middle, largest of 11)", flush=True)
    for part in ("open", "close"):
        d = took[part]
        report(f"{part} in less than 100 ms", d[len(d) // 2] < 100, f"{d[len(d) // 2]:.1f} ms")


def milliseconds(text):
    """Reads a duration as Go writes it."""
    value, unit = re.fullmatch(r"([\d.]+)(\D+)", text).groups()
    return float(value) * {"s": 1e3, "ms": 1, "µs": 1e-3}[unit]


def cores():
    out = subprocess.run([sys.executable, "-c", "import torch; print(torch.cuda.get_device_properties(0).multi_processor_count)"], capture_output=True, text=True)
    return int(out.stdout) * 128


CORES = cores()
parts = {"attach": check_attach, "counts": check_counts, "memory": check_memory, "occupancy": check_occupancy, "cost": check_cost}
try:
    for part in sys.argv[3:] or parts:
        parts[part]()
finally:
    with open(os.path.join(OUT, "results.json"), "w") as f:
        json.dump(results, f, indent=1)
print(f"{len(failures)} checks failed" + (": " + ", ".join(failures) if failures else ""))
sys.exit(1 if failures else 0)
