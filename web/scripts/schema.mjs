import openapiTS, { astToString } from "openapi-typescript";

/** Where the generated types are kept. */
export const schemaFile = new URL("../src/lib/api/schema.d.ts", import.meta.url);

const document = new URL("../openapi.json", import.meta.url);

/**
 * The types of the OpenAPI document, as text.
 * @returns {Promise<string>}
 */
export async function schemaText() {
  const types = await openapiTS(document, { alphabetize: true, arrayLength: false });
  return "// Generated from openapi.json by `npm run types`. Do not edit.\n\n" + astToString(types);
}
