import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type DashboardSummary = Wire<"DashboardSummary">;

/** Dashboards are those of a project, in all its environments. */
export const keyOf = (scope: Scope) => ["dashboards", scope.project] as const;

export const listDashboards = (scope: Scope) =>
  queryOptions({
    queryKey: [...keyOf(scope), "list"],
    queryFn: async ({ signal }) => (await api.get("/api/dashboards", { scope, signal })).items,
  });

export const useDashboards = (scope: Scope) => useQuery(listDashboards(scope));
