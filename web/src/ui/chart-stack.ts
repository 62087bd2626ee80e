/**
 * Puts values on each other: each line becomes the sum of itself and those after it, so that drawn in order every
 * line covers the one before it, and the first is on top.
 */
export function stack(lines: (number | null)[][]): (number | null)[][] {
  const out: (number | null)[][] = [];
  let below: (number | null)[] | undefined;
  for (const line of lines.toReversed()) {
    const under = below;
    below = under ? line.map((value, i) => (value == null && under[i] == null ? null : (value ?? 0) + (under[i] ?? 0))) : line;
    out.unshift(below);
  }
  return out;
}
