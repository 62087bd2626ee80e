import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type SecretVersion = Wire<"SecretVersion">;

export const listVersions = (scope: Scope, secret: string) =>
  queryOptions({
    queryKey: ["vault", scope, "versions", secret],
    queryFn: async ({ signal }) => (await api.get("/api/vault/{secret}/versions", { scope, path: { secret }, signal })).items,
  });

export const useVersions = (scope: Scope, secret: string) => useQuery(listVersions(scope, secret));
