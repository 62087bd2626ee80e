import { describe, expect, it } from "vitest";
import { lineCounter } from "@/features/logs/api/export-logs";
import type { Log } from "@/features/logs/api/search-logs";
import { filterWords, type Key } from "@/lib/telemetry/filter";
import { wordsOf } from "@/lib/telemetry/words";
import { prettyJson } from "./json";
import { highlight, idFilters, levelOf, readColumns, readLogsSearch, soughtIn, toggleColumn, writeColumns } from "./log";
import { emptyTail, mostLines, nextTail, type Tail } from "./tail";

describe("the URL", () => {
  it("holds what the page shows, and leaves out what it does not know", () => {
    const search = { q: "timeout", where: "field:service:in:cart", log: "1772600767000000000-46", tail: true, wrap: "true", first: "oldest", columns: "attribute:user.id", around: "host" };
    expect(readLogsSearch(search)).toEqual({ ...search, wrap: true });
    expect(readLogsSearch({ log: "x", tail: "no", first: "newest", columns: "nothing", around: "stream", other: 1 })).toEqual({});
  });

  it("names columns, also those with commas", () => {
    const keys = [{ source: "attribute" as const, key: "a,b%" }, { source: "resource" as const, key: "host.name" }];
    expect(readColumns(writeColumns(keys))).toEqual(keys);
    expect(readColumns("attribute:50%,field:body,attribute:")).toEqual([{ source: "attribute", key: "50%" }]);
    expect(toggleColumn(toggleColumn([], keys[0] as never), keys[0] as never)).toEqual([]);
  });
});

describe("a severity", () => {
  it.each([
    [24, "", "fatal"],
    [17, "INFO", "error"],
    [13, undefined, "warn"],
    [9, "", "info"],
    [5, "", "debug"],
    [1, "", "trace"],
    [0, "Warning", "warn"],
    [undefined, "critical", "fatal"],
    [undefined, "error", "error"],
    [undefined, "", undefined],
  ])("of number %s and text %s is %s", (number, text, level) => expect(levelOf(number, text)).toBe(level));
});

describe("searched words", () => {
  it("are words and whole phrases", () => expect(wordsOf('Connection "timed out" x')).toEqual(["connection", "timed out", "x"]));
  it("are marked whatever their case, also when they mean something in a pattern", () => {
    expect(highlight("a (b) A", ["a", "(b)"])).toEqual([
      { text: "a", sought: true },
      { text: " ", sought: false },
      { text: "(b)", sought: true },
      { text: " ", sought: false },
      { text: "A", sought: true },
    ]);
    expect(highlight("plain", [])).toEqual([{ text: "plain", sought: false }]);
  });
  it("include the filters on the body", () => {
    expect(soughtIn("a", [{ source: "field", key: "body", op: "contains", values: ["B"], not: false }, { source: "field", key: "body", op: "contains", values: ["c"], not: true }])).toEqual(["a", "b"]);
  });
});

describe("a body of JSON", () => {
  const pretty = (text: string): string | undefined => prettyJson(text)?.map((t) => t.text).join("");
  it("is drawn with indents, and keeps its numbers", () => {
    expect(pretty('{"a":12345678901234567890,"b":[1.10,"x, y"],"c":{},"d":[]}')).toBe('{\n  "a": 12345678901234567890,\n  "b": [\n    1.10,\n    "x, y"\n  ],\n  "c": {},\n  "d": []\n}');
    expect(pretty("[]")).toBe("[]");
  });
  it.each(["plain", "{not json}", "12", '"text"', ""])("is not %s", (text) => expect(prettyJson(text)).toBeUndefined());
});

describe("an export", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  it("counts the records of CSV, whose cells may hold line breaks", () => {
    const count = lineCounter("csv");
    expect(count(bytes('at,body\n1,"two\nli'))).toBe(0);
    expect(count(bytes('nes"\n2,"say ""x"""\n'))).toBe(2);
  });
  it("counts the records of NDJSON", () => expect(lineCounter("ndjson")(bytes('{"a":"\\""}\n{}\n'))).toBe(2));
});

describe("a word that is an id", () => {
  const keys = [{ source: "attribute", key: "request.id" }, { source: "attribute", key: "http.route" }, { source: "resource", key: "k8s.pod.uid" }] as Key[];
  const found = (text: string): string[] => idFilters(text, keys).map((f) => filterWords(f));
  it("is looked for in ids", () => {
    expect(found("4BF92F3577B34DA6A3CE929D0E0E4736")).toEqual(["traceId is 4bf92f3577b34da6a3ce929d0e0e4736", "request.id is 4BF92F3577B34DA6A3CE929D0E0E4736", "k8s.pod.uid is 4BF92F3577B34DA6A3CE929D0E0E4736"]);
    expect(found("00f067aa0ba902b7")).toContain("spanId is 00f067aa0ba902b7");
    expect(found("req-7f3")).toEqual(["request.id is req-7f3", "k8s.pod.uid is req-7f3"]);
    expect(found('"req-7f3"')).toHaveLength(2);
  });
  it("is none without a digit, or among others", () => {
    expect([found("timeout"), found("error 42"), found(""), found("42")]).toEqual([[], [], [], []]);
  });
});

describe("a tail", () => {
  const line = (at: number): Log => ({ id: `${1772600767000000000n + BigInt(at)}-1`, at: "", service: "s", body: String(at) });
  const bodies = (tail: Tail): string => tail.lines.map((l) => l.body).join();
  const came = (tail: Tail, ...at: number[]): Tail => nextTail(tail, { type: "came", items: at.map(line), skipped: false });

  it("shows what arrives, late lines where they belong", () => {
    const tail = came(came(emptyTail, 1, 5), 3, 7);
    expect(bodies(tail)).toBe("1,3,5,7");
    expect(tail.ready).toBe(true);
  });

  it("holds what arrives while older lines are read, and counts it", () => {
    const paused = came(nextTail(came(emptyTail, 1), { type: "follow", on: false }), 2, 3);
    expect([bodies(paused), paused.waiting]).toEqual(["1", 2]);
    const on = nextTail(paused, { type: "follow", on: true });
    expect([bodies(on), on.waiting, on.held]).toEqual(["1,2,3", 0, []]);
  });

  it("keeps a bounded number of lines, and counts all that waited", () => {
    const many = Array.from({ length: mostLines + 10 }, (_, i) => i);
    const tail = came(emptyTail, ...many);
    expect([tail.lines.length, tail.lines[0]?.body]).toEqual([mostLines, "10"]);
    const paused = came(nextTail(tail, { type: "follow", on: false }), ...many);
    expect([paused.held.length, paused.waiting]).toEqual([mostLines, mostLines + 10]);
  });

  it("says of which time lines were left out, from the first gap to the last", () => {
    const at = (ms: number): Log => ({ ...line(ms * 1_000_000), at: new Date(ms).toISOString() });
    const gap = (tail: Tail, ...ms: number[]): Tail => nextTail(tail, { type: "came", items: ms.map(at), skipped: true });
    const once = gap(nextTail(emptyTail, { type: "came", items: [at(1000)], skipped: false }), 5000, 6000);
    expect(once.skipped).toEqual({ from: 1000, to: 5000 });
    expect(gap(once, 9000).skipped).toEqual({ from: 1000, to: 9000 });
    expect(gap(emptyTail, 7000).skipped).toEqual({ from: 7000, to: 7000 });
  });

  it("keeps its lines when a request fails", () => {
    const failed = nextTail(came(emptyTail, 1), { type: "failed", error: "gone" });
    expect([bodies(failed), failed.error, came(failed, 2).error]).toEqual(["1", "gone", undefined]);
  });
});
