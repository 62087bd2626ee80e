import { describe, expect, it } from "vitest";
import { weekBefore, type ExceptionGroup } from "@/features/exceptions/api/search-exceptions";
import { choose, readExceptionsSearch, shortFrame, sumCounts, withPast } from "./exception";

const group = (id: string, more: Partial<ExceptionGroup> = {}): ExceptionGroup => ({
  id,
  type: "TimeoutError",
  shape: "no answer in <n> ms",
  frame: "",
  message: "no answer in 12 ms",
  count: 1,
  firstSeen: "2026-03-01T10:00:00Z",
  lastSeen: "2026-03-01T11:00:00Z",
  services: ["cart"],
  traces: 1,
  traceIds: [],
  counts: [0, 1],
  ...more,
});

describe("exceptions", () => {
  it("are new when the week before has none, and not before that is known", () => {
    const groups = [group("a"), group("b")];
    expect(withPast(groups, undefined).map((g) => g.isNew)).toEqual([false, false]);
    const [a, b] = withPast(groups, new Map([["a", "2026-02-25T00:00:00Z"]]));
    expect([a?.isNew, a?.since, b?.isNew, b?.since]).toEqual([false, "2026-02-25T00:00:00Z", true, "2026-03-01T10:00:00Z"]);
  });

  it("are chosen and ordered by the URL", () => {
    const groups = withPast([group("a", { count: 2 }), group("b", { count: 9, type: "KeyError", lastSeen: "2026-03-01T10:30:00Z" }), group("c", { count: 5, frame: 'File "/app/pay.py", in charge' })], new Map([["a", "2026-02-25T00:00:00Z"]]));
    const ids = (search: Record<string, unknown>): string => choose(groups, readExceptionsSearch(search)).map((g) => g.id).join("");
    expect(ids({})).toBe("bca");
    expect(ids({ order: "last seen" })).toBe("acb");
    expect(ids({ new: true })).toBe("bc");
    expect(ids({ type: "KeyError" })).toBe("b");
    expect(ids({ q: "PAY charge" })).toBe("c");
  });

  it("are counted over time together", () => {
    expect(sumCounts([group("a", { counts: [1, 2, 0] }), group("b", { counts: [0, 3, 4] })])).toEqual([1, 5, 4]);
    expect(sumCounts([])).toEqual([]);
  });

  it("name their top frame in short", () => {
    expect(shortFrame('File "/app/research/tools.py", in run')).toBe("run · research/tools.py");
    expect(shortFrame("splitDiff (/srv/review/dist/diff.js)")).toBe("splitDiff · dist/diff.js");
    expect(shortFrame("github.com/example/worker/internal/queue.(*Batch).At")).toBe("queue.(*Batch).At");
  });

  it("look a week back from where the range starts", () => {
    expect(weekBefore({})).toEqual({ from: "now-608400s", to: "now-3600s" });
    expect(weekBefore({ from: 604_800_001, to: 604_900_000 })).toEqual({ from: "1", to: "604800001" });
  });
});
