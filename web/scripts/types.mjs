// Writes src/lib/api/schema.d.ts from the OpenAPI document that the server's routes made.
import { writeFile } from "node:fs/promises";
import { schemaFile, schemaText } from "./schema.mjs";

await writeFile(schemaFile, await schemaText());
