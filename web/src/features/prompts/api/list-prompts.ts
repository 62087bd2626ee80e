import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type PromptSummary = Wire<"PromptSummary">;

export const listPrompts = (scope: Scope) =>
  queryOptions({
    queryKey: ["prompts", scope, "list"],
    queryFn: async ({ signal }) => (await api.get("/api/prompts", { scope, signal })).items,
  });

export const usePrompts = (scope: Scope) => useQuery(listPrompts(scope));
