import { expect, test } from "vitest";
import type { Secret } from "./api/list-secrets";
import type { VaultEvent } from "./api/list-usage";
import { deed, filterSecrets, nameFault, parseTags, readVaultSearch, tagsOf } from "./secret";

const secret = (key: string, ...tags: string[]): Secret => ({ id: key, key, tags, version: 1, createdAt: "", createdBy: "", updatedAt: "", updatedBy: "" });
const event = (action: VaultEvent["action"], ...keys: string[]): VaultEvent => ({ id: "1", at: "", action, count: keys.length, keys });

test("tags are read with commas between, each once", () => expect(parseTags(" prod, llm ,,prod,two words")).toEqual(["prod", "llm", "two words"]));

test.each(["OPENAI_API_KEY", "_x", "a.b-c"])("%j is a name", (name) => expect(nameFault(name)).toBeUndefined());
test.each(["", "1A", "A B", "Ä", "A".repeat(201)])("%j is no name", (name) => expect(nameFault(name)).toBeTruthy());

test("secrets are found by a part of the name and a tag", () => {
  const all = [secret("OPENAI_API_KEY", "llm", "prod"), secret("DB_PASSWORD", "prod"), secret("OTHER")];
  expect(filterSecrets(all, { q: "key" }).map((s) => s.key)).toEqual(["OPENAI_API_KEY"]);
  expect(filterSecrets(all, { tag: "prod" })).toHaveLength(2);
  expect(tagsOf(all)).toEqual(["llm", "prod"]);
  expect(readVaultSearch({ q: "", tag: 7, view: "other", did: "steal" })).toEqual({ tag: "7" });
  expect(readVaultSearch({ view: "usage", did: "reveal", of: "A", by: "usr_1" })).toEqual({ view: "usage", did: "reveal", of: "A", by: "usr_1" });
});

test("the journal is told in words", () => {
  expect(deed(event("read", "A", "B", "C"))).toBe("read A and 2 more");
  expect(deed(event("reveal", "A"))).toBe("revealed A");
  expect(deed(event("rotate"))).toBe("rotated the data key");
  expect(deed(event("read"))).toBe("read no secret");
});
