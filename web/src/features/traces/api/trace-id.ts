/** The trace id that a text is: 32 hexadecimal digits, not all zero; undefined when it is none. For the palette. */
export function traceIdOf(text: string): string | undefined {
  const id = text.trim().toLowerCase().replaceAll("-", "");
  return /^[0-9a-f]{32}$/.test(id) && /[1-9a-f]/.test(id) ? id : undefined;
}
