import { expect, test } from "vitest";
import type { Connection } from "./api/connections";
import { draftOf, inputOf, likelySecret, numberFault } from "./connection";

const connection: Connection = { id: "llm_1", name: "main", provider: "openai", model: "gpt", baseUrl: "", secret: "KEY", timeoutSeconds: 30, maxTokens: 100, uses: ["chat"], createdBy: "u", createdAt: "", updatedAt: "" };

test("a new connection serves what nothing serves yet", () => {
  expect(draftOf(null, []).uses).toEqual(["evaluation", "chat", "review"]);
  expect(draftOf(null, [connection]).uses).toEqual(["evaluation", "review"]);
});

test("a form says what it was made of", () => {
  expect(inputOf(draftOf(connection, []))).toEqual({ name: "main", provider: "openai", model: "gpt", baseUrl: undefined, secret: "KEY", timeoutSeconds: 30, maxTokens: 100, uses: ["chat"] });
});

test("numbers have bounds", () => {
  expect(numberFault("60", 1, 600)).toBeUndefined();
  for (const bad of ["", "0", "601", "1.5", "x"]) expect(numberFault(bad, 1, 600)).toBe("A whole number from 1 to 600.");
});

test("the usual name of a key is taken when the vault has it", () => {
  const provider = { id: "openai", label: "OpenAI", protocol: "openai" as const, baseUrl: "", secret: "OPENAI_API_KEY" };
  expect(likelySecret(["A", "OPENAI_API_KEY"], provider)).toBe("OPENAI_API_KEY");
  expect(likelySecret(["A"], provider)).toBe("");
});
