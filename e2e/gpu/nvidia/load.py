"""Keeps a GPU busy in one of several ways until it is killed.

idle-holder  holds memory and does nothing
training     a training loop
full         fills the memory, then trains in what is left
copy         copies memory to the GPU and back once a file appears

Writes "ready" to the file named last when the work is under way.
"""

import os
import sys
import time

import torch


def ready(path):
    with open(path, "w") as f:
        f.write(str(os.getpid()))


def training(device, on_start):
    model = torch.nn.Sequential(
        torch.nn.Linear(4096, 8192), torch.nn.ReLU(), torch.nn.Linear(8192, 4096)
    ).to(device, torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    x = torch.randn(8192, 4096, device=device, dtype=torch.bfloat16)
    step = 0
    while True:
        loss = model(x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        if step % 20 == 0:
            torch.cuda.synchronize()
        if step == 40:
            on_start()


def copy(device, go, nbytes, on_start):
    chunk = 1 << 30
    there = torch.empty(chunk, dtype=torch.uint8, pin_memory=True)
    here = torch.empty(chunk, dtype=torch.uint8, device=device)
    here.copy_(there)
    torch.cuda.synchronize()
    on_start()
    while not os.path.exists(go):
        time.sleep(0.01)
    for _ in range(nbytes // chunk):
        here.copy_(there, non_blocking=True)
        torch.cuda.synchronize()
        there.copy_(here, non_blocking=True)
        torch.cuda.synchronize()
    open(go + ".done", "w").close()
    while True:
        time.sleep(1)


def main():
    kind, mark = sys.argv[1], sys.argv[-1]
    device = torch.device("cuda:0")
    if kind == "training":
        training(device, lambda: ready(mark))
    elif kind == "full":
        free, _ = torch.cuda.mem_get_info()
        held = torch.empty(free - (6 << 30), dtype=torch.uint8, device=device)
        held.zero_()
        training(device, lambda: ready(mark))
    elif kind == "copy":
        copy(device, sys.argv[2], int(sys.argv[3]), lambda: ready(mark))
    else:
        held = torch.ones(2 << 30, dtype=torch.uint8, device=device)
        torch.cuda.synchronize()
        ready(mark)
        while held is not None:
            time.sleep(1)


if __name__ == "__main__":
    main()
