import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type Prompt = Wire<"Prompt">;
export type PromptVersion = Wire<"PromptVersion">;

export const getPrompt = (scope: Scope, prompt: string) =>
  queryOptions({
    queryKey: ["prompts", scope, "one", prompt],
    queryFn: ({ signal }) => api.get("/api/prompts/{prompt}", { scope, path: { prompt }, signal }),
  });

export const usePrompt = (scope: Scope, prompt: string) => useQuery(getPrompt(scope, prompt));
