/** How many steps usually lie between values: senders report less often than a chart has steps. 1 when unknown. */
export function spacing(values: (number | null)[]): number {
  const distances: number[] = [];
  let last = -1;
  for (let i = 0; i < values.length; i++) {
    if (values[i] == null) continue;
    if (last >= 0) distances.push(i - last);
    last = i;
  }
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
