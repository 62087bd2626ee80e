import { expect, test } from "vitest";
import { findingsOf, idOf, parseThreshold, readEvaluationsSearch } from "./evaluation";

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
