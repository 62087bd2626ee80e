import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope } from "@/lib/api/types";

/** Asks for the newest value of a secret. The value is handed on and not kept among what the server said. */
export const useReveal = (scope: Scope, secret: string) => {
  const client = useQueryClient();
  return async (): Promise<string> => {
    const { value } = await api.post("/api/vault/{secret}/reveal", { scope, path: { secret } });
    void client.invalidateQueries({ queryKey: ["vault", scope, "usage"] });
    return value;
  };
};
