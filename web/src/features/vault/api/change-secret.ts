import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export const createSecret = (scope: Scope, body: Wire<"CreateSecretBody">) => api.post("/api/vault", { scope, body });

/** What changes of a secret; what is left out stays. */
export interface SecretChange {
  secret: string; // id
  body: Wire<"UpdateSecretBody">;
}

export const updateSecret = (scope: Scope, { secret, body }: SecretChange) => api.put("/api/vault/{secret}", { scope, path: { secret }, body });

export const deleteSecret = (scope: Scope, secret: string) => api.delete("/api/vault/{secret}", { scope, path: { secret } });

export const restoreSecret = (scope: Scope, secret: string, version: number) => api.post("/api/vault/{secret}/restore", { scope, path: { secret }, body: { version } });

/** A mutation after which everything of the vault is read again. */
function useChange<T>(scope: Scope, change: (input: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: ["vault", scope] }) });
}

export const useCreateSecret = (scope: Scope) => useChange(scope, (body: Wire<"CreateSecretBody">) => createSecret(scope, body));
export const useUpdateSecret = (scope: Scope) => useChange(scope, (change: SecretChange) => updateSecret(scope, change));
export const useDeleteSecret = (scope: Scope) => useChange(scope, (secret: string) => deleteSecret(scope, secret));
export const useRestoreSecret = (scope: Scope, secret: string) => useChange(scope, (version: number) => restoreSecret(scope, secret, version));
