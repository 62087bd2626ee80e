import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope } from "@/lib/api/types";

/** What changed between two versions; "draft" is the draft. */
export const diffPrompt = (scope: Scope, prompt: string, from: string, to: string) =>
  queryOptions({
    queryKey: ["prompts", scope, "diff", prompt, from, to],
    queryFn: ({ signal }) => api.get("/api/prompts/{prompt}/diff", { scope, path: { prompt }, query: { from, to }, signal }),
  });

export const usePromptDiff = (scope: Scope, prompt: string, from: string, to: string) => useQuery(diffPrompt(scope, prompt, from, to));

/** How often applications fetched the prompt in the last 30 days. */
export const promptUsage = (scope: Scope, prompt: string) =>
  queryOptions({
    queryKey: ["prompts", scope, "usage", prompt],
    queryFn: ({ signal }) => api.get("/api/prompts/{prompt}/usage", { scope, path: { prompt }, query: { days: 30 }, signal }),
  });

export const usePromptUsage = (scope: Scope, prompt: string) => useQuery(promptUsage(scope, prompt));

/** A text with its variables filled in, as applications get it. */
export const tryPrompt = (scope: Scope, text: string, variables: Record<string, string>) =>
  queryOptions({
    queryKey: ["prompts", "try", text, variables],
    queryFn: ({ signal }) => api.post("/api/prompts/try", { scope, body: { prompt: text, variables }, signal }),
    placeholderData: (before) => before,
    gcTime: 10_000,
  });

export const useTryPrompt = (scope: Scope, text: string, variables: Record<string, string>) => useQuery(tryPrompt(scope, text, variables));
