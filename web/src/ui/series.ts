/** One line of a chart. */
export interface Series {
  name: string;
  values: (number | null)[]; // null is a gap
  past?: boolean; // of an earlier range that this one is compared with
}

/** At most eight lines are told apart; the rest are added up. */
export function limit(all: Series[], most = 8): Series[] {
  const past = all.filter((s) => s.past);
  const series = all.filter((s) => !s.past);
  if (series.length <= most) return all;
  const rest = series.slice(most - 1);
  const sum = (index: number): number | null => {
    const known = rest.map((s) => s.values[index]).filter((v): v is number => v != null);
    return known.length > 0 ? known.reduce((a, b) => a + b, 0) : null;
  };
  return [...series.slice(0, most - 1), { name: `other (${rest.length})`, values: rest[0]?.values.map((_, i) => sum(i)) ?? [] }, ...past];
}
