import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type CatalogProvider = Wire<"CatalogProvider">;
export type CatalogProviderInput = Wire<"CatalogProviderBody">;

/** The providers of the catalog with their models, by name. */
export const listCatalogProviders = (scope: Scope) =>
  queryOptions({
    queryKey: ["models", scope, "providers"],
    queryFn: async ({ signal }) => {
      const answer = await api.get("/api/openground/providers", { scope, signal });
      const all = Array.isArray(answer) ? answer : [answer];
      return all.sort((a, b) => a.displayName.localeCompare(b.displayName));
    },
  });

export const useCatalogProviders = (scope: Scope) => useQuery(listCatalogProviders(scope));

/** A mutation after which the catalog is read again. */
function useChange<T>(scope: Scope, change: (input: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: ["models", scope] }) });
}

/** Describes a provider: a new one, or one that the catalog has. */
export const useSaveProvider = (scope: Scope) =>
  useChange(scope, ({ there, body }: { there: boolean; body: CatalogProviderInput }) => (there ? api.put("/api/openground/providers", { scope, body }) : api.post("/api/openground/providers", { scope, body })));

export const useDeleteProvider = (scope: Scope) => useChange(scope, (provider: string) => api.delete("/api/openground/providers", { scope, query: { provider } }));
