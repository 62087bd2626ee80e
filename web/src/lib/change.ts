/** How a number changed, as a part of what it was: "+12 %", or "× 25" when it became many times as much. Nothing when there was nothing. */
export function change(now: number, before: number): string {
  if (before <= 0) return "";
  if (now / before >= 10) return `× ${Math.round(now / before)}`;
  const by = Math.round((now / before - 1) * 100);
  return by === 0 ? "±0 %" : `${by > 0 ? "+" : "−"}${Math.abs(by)} %`;
}
