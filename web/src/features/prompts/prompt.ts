import type { PromptSummary } from "./api/list-prompts";
import type { Prompt, PromptVersion } from "./api/get-prompt";

/** What of the prompts is shown, as it stands in the URL. */
export interface PromptsSearch {
  q?: string;
  tag?: string;
}

/** What of one prompt is shown: a version, or the difference of two. */
export interface PromptSearch {
  version?: string;
  compare?: string;
}

const text = (value: unknown): string | undefined => ((typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : undefined);

export const readPromptsSearch = (search: Record<string, unknown>): PromptsSearch => ({ q: text(search["q"]), tag: text(search["tag"]) });

export const readPromptSearch = (search: Record<string, unknown>): PromptSearch => ({ version: text(search["version"]), compare: text(search["compare"]) });

/** The prompts that a search finds, by a part of the name and a tag. */
export function filterPrompts(all: PromptSummary[], { q = "", tag }: PromptsSearch): PromptSummary[] {
  return all.filter((p) => p.name.toLowerCase().includes(q.trim().toLowerCase()) && (!tag || p.tags.includes(tag)));
}

/** The name of a version: its number, or draft. */
export const nameOf = (v: PromptVersion): string => v.version ?? "draft";

/** The version that a URL names; the first, which is the draft or the highest, when it names none that is there. */
export function versionOf(prompt: Prompt, name: string | undefined): PromptVersion | undefined {
  return prompt.versions.find((v) => nameOf(v) === name) ?? prompt.versions[0];
}

/** The number after the highest published one. The first of all is 1.0.0. */
export function nextNumber(prompt: Prompt, bump: "major" | "minor" | "patch"): string {
  const highest = prompt.versions.find((v) => v.version)?.version;
  if (!highest) return "1.0.0";
  const [major = 0, minor = 0, patch = 0] = highest.split(".").map(Number);
  if (bump === "major") return `${major + 1}.0.0`;
  return bump === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** One line of a difference. */
export interface DiffLine {
  op: "same" | "add" | "remove";
  text: string;
}

const around = 3; // lines that stay, shown beside what changed

/** The lines of a difference; a number stands for so many lines that stay and are far from changes. */
export function diffLines(changes: { op: DiffLine["op"]; text: string }[]): (DiffLine | number)[] {
  const out: (DiffLine | number)[] = [];
  changes.forEach(({ op, text: run }, index) => {
    const lines = run.replace(/\n$/, "").split("\n").map((line): DiffLine => ({ op, text: line }));
    const head = index === 0 ? 0 : around;
    const tail = index === changes.length - 1 ? 0 : around;
    const hidden = lines.length - head - tail;
    if (op !== "same" || hidden < 2) out.push(...lines);
    else out.push(...lines.slice(0, head), hidden, ...lines.slice(lines.length - tail));
  });
  return out;
}

/** Free properties as JSON; undefined when the text is no object. */
export function parseMeta(source: string): Record<string, unknown> | undefined {
  if (!source.trim()) return {};
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Tags as somebody writes them, with commas between: each once. */
export function parseTags(source: string): string[] {
  return [...new Set(source.split(",").map((t) => t.trim()).filter(Boolean))];
}
