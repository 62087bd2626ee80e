import type { Gpu } from "@/features/gpus/api/list-gpus";
import { withUnit } from "@/lib/format";

export const measureNames = ["utilization", "memory", "power", "temperature"] as const;
export type MeasureName = (typeof measureNames)[number];

/** What the cells of the grid can be coloured by. */
export interface Measure {
  about: string; // what full colour means
  share: (g: Gpu) => number | undefined; // 0 to 1, of the scale
  short: (g: Gpu) => string; // fits in a cell
  long: (g: Gpu) => string;
  ends: [string, string]; // of the scale
}

const none = "–";

/** A part of a limit, where both are known. */
export function part(value: number | undefined, limit: number | undefined): number | undefined {
  return value === undefined || !limit ? undefined : value / limit;
}

function percent(share: number | undefined): string {
  return share === undefined ? none : `${Math.round(share * 100)} %`;
}

function digits(share: number | undefined): string {
  return share === undefined ? none : String(Math.round(share * 100));
}

function of(value: number | undefined, limit: number | undefined, unit: string): string {
  if (value === undefined) return none;
  return limit === undefined ? withUnit(value, unit) : `${withUnit(value, unit)} of ${withUnit(limit, unit)}`;
}

const memory = (g: Gpu): number | undefined => g.memoryUtilization ?? part(g.memoryUsedBytes, g.memoryLimitBytes);
const power = (g: Gpu): number | undefined => part(g.powerWatts, g.powerLimitWatts);

const cool = 30; // °C
const hot = 90;

export const measures: Record<MeasureName, Measure> = {
  utilization: { about: "busy all the time", share: (g) => g.utilization, short: (g) => digits(g.utilization), long: (g) => percent(g.utilization), ends: ["0 %", "100 %"] },
  memory: { about: "memory full", share: memory, short: (g) => digits(memory(g)), long: (g) => of(g.memoryUsedBytes, g.memoryLimitBytes, "By"), ends: ["0 %", "100 %"] },
  power: { about: "at the power limit", share: power, short: (g) => (g.powerWatts === undefined ? none : String(Math.round(g.powerWatts))), long: (g) => of(g.powerWatts, g.powerLimitWatts, "W"), ends: ["0 W", "limit"] },
  temperature: {
    about: `${hot} °C and more`,
    share: (g) => (g.temperatureCelsius === undefined ? undefined : (g.temperatureCelsius - cool) / (hot - cool)),
    short: (g) => (g.temperatureCelsius === undefined ? none : String(Math.round(g.temperatureCelsius))),
    long: (g) => (g.temperatureCelsius === undefined ? none : `${Math.round(g.temperatureCelsius)} °C`),
    ends: [`${cool} °C`, `${hot} °C`],
  },
};

/** The steps of the colour scale: from which share, how much of the accent. Text on the last one is light. */
export const steps = [
  { from: -Infinity, mix: 6 },
  { from: 0.05, mix: 20 },
  { from: 0.25, mix: 38 },
  { from: 0.5, mix: 60 },
  { from: 0.8, mix: 100 },
] as const;

/** The step of a share; undefined when the share is unknown. */
export function stepOf(share: number | undefined): number | undefined {
  return share === undefined ? undefined : steps.findLastIndex((s) => share >= s.from);
}

/** The colour of a step. */
export function colourOf(step: number | undefined): string {
  return step === undefined ? "transparent" : `color-mix(in srgb, var(--accent-strong) ${steps[step]?.mix ?? 0}%, var(--panel))`;
}
