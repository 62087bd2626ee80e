import { afterEach, expect, test, vi } from "vitest";
import { api, modelPatience } from "./client";
import { ApiError } from "./error";

afterEach(() => vi.unstubAllGlobals());

/** Answers every request with the given response and keeps what was asked. */
function answering(response: () => Response): { url: string; init: RequestInit }[] {
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return Promise.resolve(response());
  });
  return asked;
}

const json = (body: unknown, init: ResponseInit = {}): Response => new Response(JSON.stringify(body), { ...init, headers: { "Content-Type": "application/json", ...init.headers } });

test("fills the path, the query and the scope", async () => {
  const asked = answering(() => json({ items: [] }));
  await api.get("/api/hosts", { query: { from: "now-1h", to: undefined }, scope: { project: "prj_a", environment: "staging" } });
  await api.delete("/api/projects/{project}/environments/{environment}", { path: { project: "prj_a", environment: "a/b" } });
  expect(asked.map((a) => a.url)).toEqual(["/api/hosts?from=now-1h", "/api/projects/prj_a/environments/a%2Fb"]);
  expect(asked[0]?.init.headers).toMatchObject({ "x-platform-project-id": "prj_a", "x-platform-environment": "staging" });
});

test("a refusal says what the server said, with the id of the request", async () => {
  answering(() =>
    json({ title: "Unprocessable Entity", status: 422, detail: "validation failed", errors: [{ message: "expected length >= 1", location: "body.name" }] }, { status: 422, headers: { "Content-Type": "application/problem+json", "X-Request-Id": "REQ1" } }),
  );
  const error = await api.post("/api/organisations", { body: { name: "" } }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 422, message: "validation failed", requestId: "REQ1" });
  expect((error as ApiError).about("name")).toBe("expected length >= 1");
});

test("an answer that is not JSON is still an error with its status", async () => {
  answering(() => new Response("<html>bad gateway</html>", { status: 502, headers: { "Content-Type": "text/html" } }));
  await expect(api.get("/api/session")).rejects.toMatchObject({ status: 502, message: "the server answered 502" });
});

test("a server that cannot be reached is an error without a status", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(api.get("/api/session")).rejects.toMatchObject({ status: 0, message: "the server cannot be reached" });
});

test("an answer without a body is undefined", async () => {
  answering(() => new Response(null, { status: 204 }));
  await expect(api.delete("/api/session")).resolves.toBeUndefined();
});

test("a request is given up after a while, or after as long as it says", async () => {
  const limits = vi.spyOn(AbortSignal, "timeout");
  answering(() => json({ items: [] }));
  await api.get("/api/session");
  await api.get("/api/session", { patience: modelPatience });
  expect(limits.mock.calls).toEqual([[40_000], [90_000]]);
  limits.mockRestore();
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason as Error))));
  await expect(api.get("/api/session", { patience: 1 })).rejects.toMatchObject({ status: 0, message: "the server did not answer in time" });
});
