"""Counts calls to exported functions with the kernel's own uprobe events.

It shares nothing with the collector's probes but the kernel, so its counts are
a second opinion.
"""

import os
import struct

ROOT = "/sys/kernel/tracing"


def exported(path):
    """Returns the file offset of every exported function of a shared library."""
    with open(path, "rb") as f:
        head = f.read(64)
        (shoff,) = struct.unpack_from("<Q", head, 40)
        (phoff,) = struct.unpack_from("<Q", head, 32)
        phentsize, phnum, shentsize, shnum = struct.unpack_from("<HHHH", head, 54)
        f.seek(phoff)
        segments = []
        for _ in range(phnum):
            kind, flags, offset, vaddr, _, filesz = struct.unpack_from("<IIQQQQ", f.read(phentsize))
            if kind == 1 and flags & 1:
                segments.append((vaddr, filesz, offset))
        f.seek(shoff)
        sections = [struct.unpack_from("<IIQQQQIIQQ", f.read(shentsize)) for _ in range(shnum)]
        functions = {}
        for s in sections:
            if s[1] != 11:  # SHT_DYNSYM
                continue
            strings = sections[s[6]]
            f.seek(strings[4])
            names = f.read(strings[5])
            f.seek(s[4])
            table = f.read(s[5])
            for at in range(0, len(table), 24):
                name, info, _, section, value, _ = struct.unpack_from("<IBBHQQ", table, at)
                if section == 0 or info & 15 != 2:
                    continue
                for vaddr, size, offset in segments:
                    if vaddr <= value < vaddr + size:
                        text = names[name : names.index(b"\0", name)].decode()
                        functions[text] = value - vaddr + offset
        return functions


def write(name, text):
    fd = os.open(os.path.join(ROOT, name), os.O_WRONLY | os.O_APPEND)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)


class Counter:
    def __init__(self, library, names):
        if not os.path.exists(ROOT + "/uprobe_events"):
            os.system(f"mount -t tracefs tracefs {ROOT}")
        offsets = exported(library)
        self.library = library
        self.probes = {n: offsets[n] for n in names if n in offsets}

    def __enter__(self):
        for name, offset in self.probes.items():
            write("uprobe_events", f"p:truth/{name} {self.library}:{offset:#x}")
        write("events/truth/enable", "1")
        return self

    def read(self):
        counts = dict.fromkeys(self.probes, 0)
        with open(ROOT + "/uprobe_profile") as f:
            for line in f:
                fields = line.split()
                if fields[1] in counts:
                    counts[fields[1]] += int(fields[2])
        return counts

    def __exit__(self, *_):
        write("events/truth/enable", "0")
        for name in self.probes:
            write("uprobe_events", f"-:truth/{name}")
