import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

/** A mutation after which everything of the prompts is read again. */
function useChange<T, R>(scope: Scope, change: (input: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: ["prompts", scope] }) });
}

export const useCreatePrompt = (scope: Scope) => useChange(scope, (body: Wire<"CreatePromptInputBody">) => api.post("/api/prompts", { scope, body }));

export const useDeletePrompt = (scope: Scope) => useChange(scope, (prompt: string) => api.delete("/api/prompts/{prompt}", { scope, path: { prompt } }));

export const useSaveDraft = (scope: Scope, prompt: string) => useChange(scope, (body: Wire<"PromptContent">) => api.put("/api/prompts/{prompt}/draft", { scope, path: { prompt }, body }));

export const useDiscardDraft = (scope: Scope, prompt: string) => useChange(scope, () => api.delete("/api/prompts/{prompt}/draft", { scope, path: { prompt } }));

export const usePublish = (scope: Scope, prompt: string) => useChange(scope, (body: Wire<"PromptPublication">) => api.post("/api/prompts/{prompt}/versions", { scope, path: { prompt }, body }));
