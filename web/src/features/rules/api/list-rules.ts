import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type Rule = Wire<"Rule">;
export type RuleInput = Wire<"RuleBody">;
export type Context = Wire<"Context">;

export const listRules = (scope: Scope) =>
  queryOptions({
    queryKey: ["rules", scope, "list"],
    queryFn: async ({ signal }) => (await api.get("/api/rule-engine/rules", { scope, signal })).items,
  });

export const useRules = (scope: Scope) => useQuery(listRules(scope));

export const listContexts = (scope: Scope) =>
  queryOptions({
    queryKey: ["rules", scope, "contexts"],
    queryFn: async ({ signal }) => (await api.get("/api/rule-engine/contexts", { scope, signal })).items,
  });

export const useContexts = (scope: Scope) => useQuery(listContexts(scope));
