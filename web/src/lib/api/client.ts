import { ApiError } from "./error";
import type { paths } from "./schema";
import type { Answer, Method, Options, PathWith, Scope, Wire } from "./types";

const patience = 40_000; // ms; the server ends requests within 30 s, but for those that ask a model

/** How long a request may take that asks a model, in ms: the server waits 60 s for models. */
export const modelPatience = 90_000;

interface Loose {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  scope?: Scope;
  signal?: AbortSignal;
  patience?: number;
}

function call<M extends Method>(method: M) {
  return <P extends PathWith<M>>(path: P, ...rest: Arguments<paths[P][M]>): Promise<Answer<paths[P][M]>> => {
    const [options = {}] = rest as unknown as [Loose?];
    return send(method, path, options) as Promise<Answer<paths[P][M]>>;
  };
}

// Options may be left out where nothing in them is needed.
type Arguments<O> = object extends Options<O> ? [options?: Options<O>] : [options: Options<O>];

/** Requests to the server, typed by its OpenAPI document. They fail with an ApiError. */
export const api = {
  get: call("get"),
  post: call("post"),
  put: call("put"),
  patch: call("patch"),
  delete: call("delete"),
};

async function send(method: Method, path: string, options: Loose): Promise<unknown> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.scope) {
    headers["x-platform-project-id"] = options.scope.project;
    headers["x-platform-environment"] = options.scope.environment;
  }
  const late = AbortSignal.timeout(options.patience ?? patience);
  const answer = await reach(address(path, options), {
    method: method.toUpperCase(),
    headers,
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal ? AbortSignal.any([options.signal, late]) : late,
  });
  if (!answer.ok) throw await refusal(answer);
  if (answer.status === 204 || !isJson(answer)) return undefined;
  return answer.json();
}

function address(path: string, { path: parts = {}, query = {} }: Loose): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    const late = cause instanceof DOMException && cause.name === "TimeoutError";
    throw new ApiError(0, late ? "the server did not answer in time" : "the server cannot be reached", "");
  }
}

async function refusal(answer: Response): Promise<ApiError> {
  const id = answer.headers.get("X-Request-Id") ?? "";
  const problem = isJson(answer) ? ((await answer.json().catch(() => null)) as Wire<"Error"> | null) : null;
  return new ApiError(answer.status, problem?.detail || problem?.title || `the server answered ${answer.status}`, id, problem?.errors);
}

function isJson(answer: Response): boolean {
  return /\bjson\b/.test(answer.headers.get("Content-Type") ?? "");
}
