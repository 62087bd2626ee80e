import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A language model that follows a script: it judges the first thing it is asked about as found, and is ready otherwise. */
export async function model(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    let raw = "";
    request.on("data", (part: Buffer) => (raw += part.toString()));
    request.on("end", () => {
      const asked = JSON.parse(raw) as { model: string; messages: { role: string; content: string }[] };
      const system = asked.messages.find((m) => m.role === "system")?.content ?? "";
      const types = [...system.matchAll(/^- (\w+):/gm)].map((m) => m[1] ?? "");
      response.setHeader("Content-Type", "application/json");
      response.end(
        JSON.stringify({
          id: "1",
          object: "chat.completion",
          created: 1,
          model: asked.model,
          choices: [{ index: 0, message: { role: "assistant", content: types.length > 0 ? judgement(types) : "ready" }, finish_reason: "stop" }],
          usage: { prompt_tokens: 512, completion_tokens: 120, total_tokens: 632 },
        }),
      );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { url: `http://127.0.0.1:${port}/v1`, stop };
}

function judgement(types: string[]): string {
  const evaluations = types.map((type, i) => ({
    type,
    score: i === 0 ? 0.91 : 0.08,
    classification: i === 0 ? "unsupported claim" : "none",
    explanation: i === 0 ? "The answer says that Lyon is the capital, which the context contradicts." : "Nothing of the kind.",
  }));
  return JSON.stringify({ evaluations });
}
