import type { Span } from "@/features/traces/api/get-trace";
import { wordsOf } from "@/lib/telemetry/words";

/** A span in its trace. Times are in ms since the start of the trace. */
export interface Node {
  span: Span;
  from: number;
  to: number;
  depth: number;
  parent: Node | undefined;
  children: Node[]; // in the order of time
  below: number; // spans below it
  failedBelow: number; // of these, those that failed
  lost: boolean; // its parent is not there
  index: number; // in the order of the whole tree
}

/** A trace as a tree. */
export interface Tree {
  start: number; // ms since 1970
  length: number; // ms from the first start to the last end
  roots: Node[];
  all: Node[]; // every span after its parent, siblings in the order of time
  failed: number;
  rooted: boolean; // a span without a parent is among them
  missing: Missing[]; // in the order of time
  services: string[]; // by the number of their spans
}

/** A span that others name as their parent, and that is not there. */
export interface Missing {
  id: string;
  spans: number; // that name it
}

/** An instant as whole ms since 1970, and the rest in ms: together more exact than one number. */
export function exact(instant: string): [ms: number, rest: number] {
  const digits = /\.(\d+)/.exec(instant)?.[1] ?? "";
  return [Date.parse(instant), Number(`0.${digits.slice(3) || "0"}`)];
}

/** Puts the spans of a trace in their order. Spans whose parent is missing, or that are their own ancestors, are roots. */
export function treeOf(spans: Span[]): Tree {
  const starts = spans.map((s) => exact(s.start));
  const first = starts.reduce((a, b) => (b[0] < a[0] || (b[0] === a[0] && b[1] < a[1]) ? b : a), starts[0] ?? [0, 0]);
  const nodes = spans.map((span, i): Node => {
    const [ms, rest] = starts[i] ?? [0, 0];
    const from = ms - first[0] + (rest - first[1]);
    return { span, from, to: from + span.durationNs / 1e6, depth: 0, parent: undefined, children: [], below: 0, failedBelow: 0, lost: false, index: 0 };
  });
  const byId = new Map(nodes.map((n) => [n.span.spanId, n]));
  const roots = join(nodes, byId);
  for (const n of nodes) n.children.sort(byTime);
  const all = inOrder(roots.sort(byTime));
  return { start: first[0] + first[1], length: nodes.reduce((a, n) => Math.max(a, n.to), 0), roots, all, failed: nodes.filter(failed).length, rooted: spans.some((s) => !s.parentSpanId), missing: missingOf(roots), services: servicesOf(spans) };
}

const byTime = (a: Node, b: Node): number => a.from - b.from || b.to - a.to;

export function failed(n: Node): boolean {
  return n.span.status === "Error";
}

/** Hangs nodes below their parents. Those that remain are roots; of a circle, one of its nodes is. */
function join(nodes: Node[], byId: Map<string, Node>): Node[] {
  for (const n of nodes) {
    n.parent = n.span.parentSpanId ? byId.get(n.span.parentSpanId) : undefined;
    n.lost = !n.parent && !!n.span.parentSpanId;
  }
  const passed = new Map<Node, Node>(); // each node once, with the one that the way up began at
  for (const n of nodes) {
    let up: Node | undefined = n;
    for (; up && !passed.has(up); up = up.parent) passed.set(up, n);
    if (up && passed.get(up) === n) up.parent = undefined; // the way came to itself
  }
  for (const n of nodes) n.parent?.children.push(n);
  return nodes.filter((n) => !n.parent);
}

/** All nodes, each before its children; sets depth, index and what is below. No recursion: traces may be deep. */
function inOrder(roots: Node[]): Node[] {
  const all: Node[] = [];
  const open = roots.toReversed();
  for (let n = open.pop(); n; n = open.pop()) {
    n.depth = n.parent ? n.parent.depth + 1 : 0;
    n.index = all.length;
    all.push(n);
    for (let i = n.children.length - 1; i >= 0; i--) open.push(n.children[i] as Node);
  }
  for (const n of all.toReversed()) {
    if (!n.parent) continue;
    n.parent.below += n.below + 1;
    n.parent.failedBelow += n.failedBelow + (failed(n) ? 1 : 0);
  }
  return all;
}

function missingOf(roots: Node[]): Missing[] {
  const counts = new Map<string, number>();
  for (const { lost, span } of roots) if (lost && span.parentSpanId) counts.set(span.parentSpanId, (counts.get(span.parentSpanId) ?? 0) + 1);
  return [...counts].map(([id, n]) => ({ id, spans: n }));
}

function servicesOf(spans: Span[]): string[] {
  const counts = new Map<string, number>();
  for (const s of spans) counts.set(s.service, (counts.get(s.service) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([name]) => name);
}

/** The nodes that are shown when some are folded. */
export function unfolded(tree: Tree, folded: ReadonlySet<string>): Node[] {
  if (folded.size === 0) return tree.all;
  const shown: Node[] = [];
  for (let i = 0; i < tree.all.length; i++) {
    const n = tree.all[i] as Node;
    shown.push(n);
    if (folded.has(n.span.spanId)) i += n.below;
  }
  return shown;
}

/** The nodes that have all words of a text, each in the name, the service, the status message, the id, an attribute or an event. */
export function seek(tree: Tree, text: string): Node[] {
  const words = wordsOf(text);
  return words.length === 0 ? [] : tree.all.filter(({ span }) => words.every((word) => holds(span, word)));
}

function holds(s: Span, word: string): boolean {
  const has = (value: string | undefined): boolean => value?.toLowerCase().includes(word) ?? false;
  const among = (all: Record<string, string> | undefined): boolean => Object.entries(all ?? {}).some(([key, value]) => has(value) || has(key));
  return has(s.name) || has(s.service) || has(s.statusMessage) || has(s.spanId) || among(s.attributes) || (s.events ?? []).some((e) => has(e.name) || among(e.attributes));
}

/** The next of some nodes after, or before, a place in the tree; from its end it goes on at its start. */
export function nextOf(among: Node[], at: number | undefined, by: 1 | -1): Node | undefined {
  if (by === 1) return among.find((n) => n.index > (at ?? -1)) ?? among[0];
  return among.findLast((n) => n.index < (at ?? Infinity)) ?? among.at(-1);
}

/** The lane of each node in a flame: below its parent's, beside no other at the same time. */
export function lanesOf(tree: Tree): { lanes: number[]; count: number } {
  const ends: number[] = []; // of the last span in each lane
  const lanes: number[] = [];
  // In the order of time: a parent comes before its children also when they start together.
  for (const n of tree.all.toSorted((a, b) => a.from - b.from || a.depth - b.depth || b.to - a.to)) {
    let lane = n.parent ? (lanes[n.parent.index] ?? -1) + 1 : 0;
    while ((ends[lane] ?? -Infinity) > n.from + 1e-9) lane++;
    ends[lane] = n.to;
    lanes[n.index] = lane;
  }
  return { lanes, count: ends.length };
}
