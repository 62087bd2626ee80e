import { expect, test } from "vitest";
import { findingsOf, idOf, parseThreshold, ratesOf, readEvaluationsSearch } from "./evaluation";

const verdict = (type: string, score: number, found: boolean) => ({ type, score, verdict: found ? "yes" : "no", classification: "", explanation: "" });

test("the worst finding comes first", () => {
  expect(findingsOf({ evaluations: [verdict("bias", 0.6, true), verdict("safety", 0.4, false), verdict("toxicity", 0.9, true)] })).toEqual(["toxicity", "bias"]);
});

test("thresholds are between 0 and 1", () => {
  expect(parseThreshold("0.25")).toBe(0.25);
  expect(parseThreshold("0")).toBe(0);
  for (const bad of ["", " ", "2", "-1", "x"]) expect(parseThreshold(bad)).toBeUndefined();
});

test("labels become ids", () => {
  expect(idOf("Tone of voice!")).toBe("tone_of_voice");
  expect(idOf("2nd try")).toBe("nd_try");
});

test("only what is known is read from a URL", () => {
  expect(readEvaluationsSearch({ failed: true, run: "evr_1", x: 1 })).toEqual({ failed: true, run: "evr_1" });
  expect(readEvaluationsSearch({ failed: "yes", run: "" })).toEqual({});
});

test("a run is summed up by type, the most frequent first", () => {
  const runs = [{ evaluations: [verdict("bias", 0, false), verdict("tone", 0.9, true)] }, { evaluations: [verdict("bias", 0, false), verdict("tone", 0, false)] }];
  expect(ratesOf(runs)).toEqual([{ type: "tone", found: 1, of: 2 }, { type: "bias", found: 0, of: 2 }]);
  expect(readEvaluationsSearch({ of: 42, run: "" })).toEqual({ of: "42" });
});
