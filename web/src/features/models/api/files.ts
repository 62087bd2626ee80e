import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/api/error";
import type { Scope, Wire } from "@/lib/api/types";
import { saveFile } from "@/lib/save-file";

export type Imported = Wire<"ModelsImportedBody">;
export type Format = "json" | "csv" | "pricing";

/** A file to import, and what to do with it. */
export interface Import {
  text: string;
  existing: "update" | "skip";
  provider: string; // of models in files that name none
  preview: boolean;
}

const patience = 60_000; // ms

/** Files are sent and received as they are, not as JSON values. */
async function transfer(scope: Scope, path: string, init: RequestInit): Promise<Response> {
  const headers = { "x-platform-project-id": scope.project, "x-platform-environment": scope.environment, ...init.headers };
  const answer = await fetch(path, { ...init, headers, signal: AbortSignal.timeout(patience) }).catch(() => {
    throw new ApiError(0, "the server cannot be reached", "");
  });
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Wire<"Error"> | null;
  throw new ApiError(answer.status, problem?.detail || `the server answered ${answer.status}`, answer.headers.get("X-Request-Id") ?? "", problem?.errors);
}

export async function importModels(scope: Scope, { text, existing, provider, preview }: Import): Promise<Imported> {
  const query = new URLSearchParams({ preview: String(preview), existing, ...(provider && { provider }) });
  const answer = await transfer(scope, `/api/openground/models/import?${query}`, { method: "POST", body: text, headers: { "Content-Type": "application/octet-stream" } });
  return (await answer.json()) as Imported;
}

/** Asks for the file and hands it to the browser to keep. */
export async function exportModels(scope: Scope, format: Format): Promise<void> {
  const answer = await transfer(scope, `/api/openground/models/export?format=${format}`, {});
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? `models.${format}`;
  saveFile(name, await answer.blob());
}

export const useImportModels = (scope: Scope) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: Import) => importModels(scope, file),
    onSuccess: (_, file) => (file.preview ? undefined : client.invalidateQueries({ queryKey: ["models", scope] })),
  });
};

export const useExportModels = (scope: Scope) => useMutation({ mutationFn: (format: Format) => exportModels(scope, format) });
