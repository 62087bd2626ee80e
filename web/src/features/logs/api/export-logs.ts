import { ApiError } from "@/lib/api/error";
import type { Scope, Wire } from "@/lib/api/types";
import type { Span } from "@/lib/time/range";
import { searchBody, type Search } from "./search-logs";

export const formats = ["csv", "ndjson"] as const;
export type Format = (typeof formats)[number];

/** Reads everything that a search finds, up to a million lines, and tells how many lines have come. */
export async function exportLogs(scope: Scope, span: Span, search: Search, format: Format, onLines: (count: number) => void, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(`/api/telemetry/logs/export?format=${format}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "x-platform-project-id": scope.project, "x-platform-environment": scope.environment },
    body: JSON.stringify({ from: String(span.from), to: String(span.to), ...searchBody(search) }),
    signal,
  });
  if (!answer.ok || !answer.body) {
    const problem = (await answer.json().catch(() => null)) as Wire<"Error"> | null;
    throw new ApiError(answer.status, problem?.detail || `the server answered ${answer.status}`, answer.headers.get("X-Request-Id") ?? "");
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const count = lineCounter(format);
  const reader = answer.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    onLines(count(next.value));
  }
  return new Blob(parts, { type: answer.headers.get("Content-Type") ?? "" });
}

const newline = 10;
const quote = 34;

/** Counts the records in what has come so far: a cell of CSV may hold line breaks, and its first line is the header. */
export function lineCounter(format: Format): (part: Uint8Array) => number {
  let lines = format === "csv" ? -1 : 0;
  let quoted = false;
  return (part) => {
    for (const byte of part) {
      if (byte === quote && format === "csv") quoted = !quoted;
      if (byte === newline && !quoted) lines++;
    }
    return Math.max(0, lines);
  };
}
