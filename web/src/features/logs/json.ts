/** A piece of a JSON text. */
export interface Token {
  text: string;
  kind: "key" | "text" | "value" | "mark" | "space";
}

const longest = 200_000; // characters; longer texts stay as they are

/** A JSON object or list with line breaks and indents; undefined when the text is none. Numbers stay as they were written. */
export function prettyJson(text: string): Token[] | undefined {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed) || trimmed.length > longest) return undefined;
  try {
    JSON.parse(trimmed);
  } catch {
    return undefined;
  }
  const tokens = trimmed.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  const out: Token[] = [];
  let depth = 0;
  const line = (): number => out.push({ text: `\n${"  ".repeat(depth)}`, kind: "space" });
  tokens.forEach((token, i) => {
    const closes = token === "}" || token === "]";
    const empty = closes && /^[{[]$/.test(tokens[i - 1] ?? "");
    if (closes) depth--;
    if (closes && !empty) line();
    out.push({ text: token === ":" ? ": " : token, kind: kindOf(token, tokens[i + 1]) });
    if (token === "{" || token === "[") {
      depth++;
      if (!/^[}\]]$/.test(tokens[i + 1] ?? "")) line();
    }
    if (token === ",") line();
  });
  return out;
}

function kindOf(token: string, next: string | undefined): Token["kind"] {
  if (/^[{}[\],:]$/.test(token)) return "mark";
  if (token.startsWith('"')) return next === ":" ? "key" : "text";
  return "value";
}
