/** Rows as comma-separated values (RFC 4180). Texts that a spreadsheet would run as a formula are quoted with '. */
export function csv(rows: string[][]): string {
  return rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
