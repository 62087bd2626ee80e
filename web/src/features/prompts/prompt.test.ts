import { expect, test } from "vitest";
import type { Prompt, PromptVersion } from "./api/get-prompt";
import { diffLines, nextNumber, parseMeta, parseTags, versionOf } from "./prompt";

const version = (number?: string): PromptVersion => ({ id: number ?? "d", version: number, status: number ? "PUBLISHED" : "DRAFT", prompt: "", variables: [], tags: [], metaProperties: {}, createdBy: "", createdAt: "", updatedAt: "" });
const prompt = (...numbers: (string | undefined)[]): Prompt => ({ id: "p", name: "p", createdBy: "", createdAt: "", versions: numbers.map(version) });

test("the next number follows the highest published one", () => {
  expect(nextNumber(prompt(undefined), "patch")).toBe("1.0.0");
  const p = prompt(undefined, "10.2.3", "9.9.9");
  expect((["major", "minor", "patch"] as const).map((b) => nextNumber(p, b))).toEqual(["11.0.0", "10.3.0", "10.2.4"]);
});

test("a URL names a version, or the first is shown", () => {
  const p = prompt(undefined, "1.0.0");
  expect(versionOf(p, "1.0.0")?.version).toBe("1.0.0");
  expect(versionOf(p, "draft")?.status).toBe("DRAFT");
  expect(versionOf(p, "7.0.0")?.status).toBe("DRAFT");
});

test("lines far from a change are counted, not shown", () => {
  const same = "abcdefghij".split("").join("\n") + "\n";
  const lines = diffLines([{ op: "same", text: same }, { op: "remove", text: "old\n" }, { op: "add", text: "new\nlines\n" }, { op: "same", text: same }]);
  expect(lines.map((l) => (typeof l === "number" ? l : `${l.op[0]}${l.text}`))).toEqual([7, "sh", "si", "sj", "rold", "anew", "alines", "sa", "sb", "sc", 7]);
  expect(diffLines([{ op: "same", text: "a\n" }, { op: "add", text: "\n" }])).toEqual([{ op: "same", text: "a" }, { op: "add", text: "" }]);
});

test("free properties are a JSON object, tags have commas between", () => {
  expect(parseMeta("")).toEqual({});
  expect(parseMeta('{"model":"gpt-4o"}')).toEqual({ model: "gpt-4o" });
  expect([parseMeta("[1]"), parseMeta("null"), parseMeta("{")]).toEqual([undefined, undefined, undefined]);
  expect(parseTags("a, b,,a")).toEqual(["a", "b"]);
});
