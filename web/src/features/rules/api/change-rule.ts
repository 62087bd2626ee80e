import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import type { RuleInput } from "./list-rules";

/** A mutation after which rules and contexts are read again. */
function useChange<T, R>(scope: Scope, change: (input: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: ["rules", scope] }) });
}

/** Something to keep: a new one where id is undefined. */
interface Kept<T> {
  id: string | undefined;
  body: T;
}

export const useSaveRule = (scope: Scope) =>
  useChange(scope, ({ id, body }: Kept<RuleInput>) => (id ? api.put("/api/rule-engine/rules/{rule}", { scope, path: { rule: id }, body }) : api.post("/api/rule-engine/rules", { scope, body })));

export const useDeleteRule = (scope: Scope) => useChange(scope, (rule: string) => api.delete("/api/rule-engine/rules/{rule}", { scope, path: { rule } }));

export const useSaveContext = (scope: Scope) =>
  useChange(scope, ({ id, body }: Kept<Wire<"ContextBody">>) => (id ? api.put("/api/rule-engine/contexts/{context}", { scope, path: { context: id }, body }) : api.post("/api/rule-engine/contexts", { scope, body })));

export const useDeleteContext = (scope: Scope) => useChange(scope, (context: string) => api.delete("/api/rule-engine/contexts/{context}", { scope, path: { context } }));
