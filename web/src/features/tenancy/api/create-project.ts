import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { listProjects } from "./list-projects";

export const createProject = (organisation: string, body: Wire<"Named">) => api.post("/api/organisations/{organisation}/projects", { path: { organisation }, body });

export const useCreateProject = (organisation: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Wire<"Named">) => createProject(organisation, body),
    onSuccess: () => Promise.all([client.invalidateQueries(getSession()), client.invalidateQueries(listProjects(organisation))]),
  });
};
