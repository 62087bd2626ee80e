import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { keyOf } from "./list-dashboards";

export type Dashboard = Wire<"Dashboard">;
export type Widget = Wire<"Widget">;
export type Place = Wire<"WidgetPlace">;

export const getDashboard = (scope: Scope, dashboard: string) =>
  queryOptions({
    queryKey: [...keyOf(scope), "one", dashboard],
    queryFn: ({ signal }) => api.get("/api/dashboards/{dashboard}", { scope, path: { dashboard }, signal }),
    refetchInterval: 60_000, // what others saved
  });

export const useDashboard = (scope: Scope, dashboard: string) => useQuery(getDashboard(scope, dashboard));
