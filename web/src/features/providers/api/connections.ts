import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, modelPatience } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type Connection = Wire<"Connection">;
export type ConnectionInput = Wire<"ConnectionBody">;
export type Provider = Wire<"Provider">;

/** The providers that the server can speak to. They change with its version only. */
export const listProviders = () =>
  queryOptions({
    queryKey: ["llm", "providers"],
    queryFn: async ({ signal }) => (await api.get("/api/llm/providers", { signal })).items,
    staleTime: Infinity,
  });

export const listConnections = (scope: Scope) =>
  queryOptions({
    queryKey: ["llm", scope, "connections"],
    queryFn: async ({ signal }) => (await api.get("/api/llm/connections", { scope, signal })).items,
  });

export const useProviders = () => useQuery(listProviders());
export const useConnections = (scope: Scope) => useQuery(listConnections(scope));

/** A mutation after which connections, and what depends on them, are read again. */
function useChange<T>(scope: Scope, change: (input: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all([client.invalidateQueries({ queryKey: ["llm", scope] }), client.invalidateQueries({ queryKey: ["evaluations", scope] })]),
  });
}

/** Keeps a connection: a new one where id is undefined. */
export const useSaveConnection = (scope: Scope) =>
  useChange(scope, ({ id, body }: { id: string | undefined; body: ConnectionInput }) =>
    id ? api.put("/api/llm/connections/{connection}", { scope, path: { connection: id }, body }) : api.post("/api/llm/connections", { scope, body }),
  );

export const useDeleteConnection = (scope: Scope) => useChange(scope, (connection: string) => api.delete("/api/llm/connections/{connection}", { scope, path: { connection } }));

/** Asks the model of a connection, kept or not, for one word. */
export const useTestConnection = (scope: Scope) => useMutation({ mutationFn: (body: ConnectionInput) => api.post("/api/llm/test", { scope, body, patience: modelPatience }) });
