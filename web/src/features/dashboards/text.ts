/** A part of a line of text. */
export type Span = { kind: "plain" | "strong" | "code"; text: string } | { kind: "link"; text: string; to: string };

/** A part of a text. */
export type Block = { kind: "title"; spans: Span[] } | { kind: "paragraph"; spans: Span[] } | { kind: "list"; items: Span[][] };

// A link, **strong**, `code`, or an address that stands for itself.
const marks = /\[([^\]\n]{1,200})\]\(([^)\s]{1,2000})\)|\*\*([^*\n]+)\*\*|`([^`\n]+)`|(https?:\/\/[^\s<>"')]+)/g;

/** Only addresses of the web and paths of this server are linked to. */
export function isSafe(address: string): boolean {
  return /^https?:\/\//i.test(address) || /^\/(?![/\\])/.test(address);
}

/** Reads the marks of one line. What is no mark stays as it is written. */
export function readLine(line: string): Span[] {
  const spans: Span[] = [];
  const plain = (text: string): void => {
    if (text) spans.push({ kind: "plain", text });
  };
  let at = 0;
  for (const found of line.matchAll(marks)) {
    const [whole, name, to, strong, code, address] = found;
    plain(line.slice(at, found.index));
    at = found.index + whole.length;
    if (strong) spans.push({ kind: "strong", text: strong });
    else if (code) spans.push({ kind: "code", text: code });
    else if (address) spans.push({ kind: "link", text: address, to: address });
    else if (name && to && isSafe(to)) spans.push({ kind: "link", text: name, to });
    else plain(whole);
  }
  plain(line.slice(at));
  return spans;
}

/** Reads a text: # titles, - lists, and paragraphs between empty lines. */
export function readText(text: string): Block[] {
  const blocks: Block[] = [];
  let open = false; // the last block may go on
  for (const line of text.split(/\r?\n/)) {
    const last = blocks.at(-1);
    const [, title] = /^#{1,3} +(.*)$/.exec(line) ?? [];
    const [, item] = /^ *[-*] +(.*)$/.exec(line) ?? [];
    if (line.trim() === "") open = false;
    else if (title) blocks.push({ kind: "title", spans: readLine(title) });
    else if (item && open && last?.kind === "list") last.items.push(readLine(item));
    else if (item) blocks.push({ kind: "list", items: [readLine(item)] });
    else if (open && last?.kind === "paragraph") last.spans.push({ kind: "plain", text: " " }, ...readLine(line.trim()));
    else blocks.push({ kind: "paragraph", spans: readLine(line.trim()) });
    open = line.trim() !== "" && !title;
  }
  return blocks;
}
