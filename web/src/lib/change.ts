/** How a number changed, as a part of what it was: "+12 %". Nothing when there was nothing. */
export function change(now: number, before: number): string {
  if (before <= 0) return "";
  const by = Math.round((now / before - 1) * 100);
  return by === 0 ? "±0 %" : `${by > 0 ? "+" : "−"}${Math.abs(by)} %`;
}
