/** US dollars with the digits that matter: $0.0042, $12.30, $1,234. */
export function money(dollars: number): string {
  const size = Math.abs(dollars);
  if (size === 0) return "$0";
  if (size < 1) return `$${Number(dollars.toPrecision(2)).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 8 })}`;
  return size < 1000 ? `$${dollars.toFixed(2)}` : `$${dollars.toLocaleString("en", { maximumFractionDigits: 0 })}`;
}
