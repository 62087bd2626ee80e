import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { listRoutes } from "./list-routes";

export const putRoute = (project: string, body: Wire<"Route">) => api.put("/api/projects/{project}/routing", { path: { project }, body });

export const usePutRoute = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Wire<"Route">) => putRoute(project, body),
    onSuccess: () => client.invalidateQueries(listRoutes(project)),
  });
};
