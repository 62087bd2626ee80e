import { describe, expect, it } from "vitest";
import { readStack } from "./stack";

describe("a stack trace", () => {
  const kinds = (stack: string): string => readStack(stack).map((l) => l.kind[0]).join("");
  it("of Python has the source below each frame", () => {
    expect(kinds('Traceback (most recent call last):\n  File "/app/a.py", line 3, in run\n    go()\n  File "/usr/lib/python3.12/json/decoder.py", line 1, in go\n    x\nKeyError: 1\n')).toBe("toollt");
  });
  it("of Go names a function above its place", () => {
    expect(kinds("panic: x\n\ngoroutine 1 [running]:\nruntime.gopanic(0x1)\n\t/usr/local/go/src/runtime/panic.go:1 +0x1\nmain.run(0x1)\n\t/src/main.go:13 +0x2")).toBe("tttlloo");
  });
  it("of JavaScript and Java has frames that begin with at", () => {
    expect(kinds("Error: x\n    at f (/srv/a.js:1:2)\n    at g (/srv/node_modules/b.js:3:4)\n    at node:internal/x:1")).toBe("toll");
    expect(kinds("java.lang.Error\n\tat com.example.A.run(A.java:3)\n\tat java.base/java.lang.Thread.run(Thread.java:1)\nCaused by: x")).toBe("tolt");
  });
});
