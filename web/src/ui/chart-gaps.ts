/** How many steps usually lie between values: senders report less often than a chart has steps. 1 when unknown. */
export function spacing(values: (number | null)[]): number {
  const known = values.flatMap((v, i) => (v == null ? [] : [i]));
  const distances = known.slice(1).map((at, i) => at - (known[i] ?? at));
  distances.sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 1;
}

// uPlot draws a line across undefined, and a gap where null stands.
const joined = undefined as unknown as null;

/** Leaves as gaps only those in which a report is missing: longer than one and a half times the usual distance. */
export function join(values: (number | null)[]): (number | null)[] {
  const longest = spacing(values) * 1.5;
  const out = [...values];
  let last = -1;
  values.forEach((value, i) => {
    if (value == null) return;
    if (last >= 0 && i - last <= longest) out.fill(joined, last + 1, i);
    last = i;
  });
  return out;
}
