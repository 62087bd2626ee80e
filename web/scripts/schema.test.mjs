import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { schemaFile, schemaText } from "./schema.mjs";

test("the types are those of openapi.json", async () => {
  const current = (await readFile(schemaFile, "utf8")) === (await schemaText());
  expect(current, "schema.d.ts is not that of openapi.json: npm run types").toBe(true);
}, 30_000);
