// The widths of steps that charts use, in s.
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];

/** The least step, in s, that cuts a time of so many ms into at most so many points. */
export function stepFor(ms: number, points: number, least = 10): number {
  return steps.find((s) => s >= least && ms <= s * points * 1000) ?? 604_800;
}
