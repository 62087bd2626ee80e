import type { VaultEvent } from "./api/list-usage";
import type { Secret } from "./api/list-secrets";

/** What of the vault is shown, as it stands in the URL. */
export interface VaultSearch {
  q?: string;
  tag?: string;
  secret?: string; // id of the secret that is open
  view?: "usage";
  of?: string; // of the log: name of a secret
  did?: VaultEvent["action"];
  by?: string; // id of a person or an API key
}

/** Reads the search of a URL; empty parts are left out. */
export function readVaultSearch(search: Record<string, unknown>): VaultSearch {
  const out: VaultSearch = {};
  for (const name of ["q", "tag", "secret", "of", "by"] as const) {
    const value = search[name];
    if ((typeof value === "string" && value !== "") || typeof value === "number") out[name] = String(value);
  }
  if (search["view"] === "usage") out.view = "usage";
  const did = actions.find((a) => a.action === search["did"])?.action;
  if (did) out.did = did;
  return out;
}

/** The secrets that a search finds, by a part of the name and a tag. */
export function filterSecrets(all: Secret[], { q = "", tag }: VaultSearch): Secret[] {
  return all.filter((s) => s.key.toLowerCase().includes(q.trim().toLowerCase()) && (!tag || s.tags.includes(tag)));
}

/** The tags in use, each once, by name. */
export function tagsOf(all: Secret[]): string[] {
  return [...new Set(all.flatMap((s) => s.tags))].sort((a, b) => a.localeCompare(b));
}

/** Tags as somebody writes them, with commas between: each once. */
export function parseTags(text: string): string[] {
  return [...new Set(text.split(",").map((t) => t.trim()).filter(Boolean))];
}

/** What is wrong with the name of a secret. */
export function nameFault(name: string): string | undefined {
  if (/^[A-Za-z_][A-Za-z0-9_.-]{0,199}$/.test(name)) return undefined;
  return name.length > 200 ? "At most 200 characters." : "Begins with a letter or underscore; then letters, digits, underscores, dots and hyphens.";
}

const verbs: Record<VaultEvent["action"], string> = {
  read: "read",
  reveal: "revealed",
  use: "used",
  create: "created",
  update: "changed",
  restore: "restored",
  delete: "deleted",
  rotate: "rotated the key of",
};

/** What the journal knows, to choose from. */
export const actions = (Object.keys(verbs) as VaultEvent["action"][]).map((action) => ({ action, name: action === "rotate" ? "rotated the data key" : verbs[action] }));

/** What an event of the journal did, in words: "read OPENAI_API_KEY and 3 more". */
export function deed({ action, keys, count }: VaultEvent): string {
  const [first] = keys;
  if (!first) return action === "rotate" ? "rotated the data key" : `${verbs[action]} no secret`;
  return `${verbs[action]} ${first}${count > 1 ? ` and ${count - 1} more` : ""}`;
}
