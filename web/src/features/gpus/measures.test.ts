import { expect, test } from "vitest";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { change } from "@/lib/change";
import { colourOf, measures, stepOf } from "./measures";
import { energy, hours, kindName } from "./numbers";
import { readGpusSearch } from "./search";

test.each([
  [undefined, undefined],
  [-0.2, 0],
  [0, 0],
  [0.049, 0],
  [0.05, 1],
  [0.25, 2],
  [0.5, 3],
  [0.8, 4],
  [1.3, 4],
])("a share of %s has step %s of the scale", (share, want) => expect(stepOf(share)).toBe(want));

test("what is unknown has no colour, more is more of the accent", () => {
  expect(colourOf(undefined)).toBe("transparent");
  expect([0, 4].map(colourOf)).toEqual(["color-mix(in srgb, var(--accent-strong) 6%, var(--panel))", "color-mix(in srgb, var(--accent-strong) 100%, var(--panel))"]);
});

test("measures are short in a cell and long beside it", () => {
  const g = { utilization: 0.874, memoryUsedBytes: 2 ** 36, memoryLimitBytes: 2 ** 37, powerWatts: 350.4, powerLimitWatts: 700, temperatureCelsius: 60 } as Gpu;
  const told = Object.values(measures).map((m) => [m.share(g), m.short(g), m.long(g)]);
  expect(told).toEqual([
    [0.874, "87", "87 %"],
    [0.5, "50", "64 GiB of 128 GiB"],
    [350.4 / 700, "350", "350 W of 700 W"],
    [0.5, "60", "60 °C"],
  ]);
  expect(Object.values(measures).map((m) => m.short({} as Gpu))).toEqual(["–", "–", "–", "–"]);
});

test("numbers are written for people", () => {
  expect([0.044, 3.21, 148.4].map(hours)).toEqual(["0.04", "3.2", "148"]);
  expect([36_000, 5.4e7, 3.6e11].map(energy)).toEqual(["10 Wh", "15 kWh", "100 MWh"]);
  expect([change(3, 2), change(1, 2), change(2, 2), change(1, 0)]).toEqual(["+50 %", "−50 %", "±0 %", ""]);
  expect([kindName("llm_training"), kindName("other")]).toEqual(["LLM training", "other"]);
});

test("the URL says only what differs from the usual, and nothing unknown", () => {
  expect(readGpusSearch({ by: "power", group: "model", state: "zombie", gpu: "GPU-1", cluster: "east", pod: "", node: 7, other: "x" })).toEqual({ by: "power", group: "model", state: "zombie", gpu: "GPU-1", cluster: "east", node: "7" });
  expect(readGpusSearch({ by: "utilization", group: "node", state: "gone", vendor: ["x"] })).toEqual({});
});
