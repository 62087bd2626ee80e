import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";

export const deleteOrganisation = (organisation: string) => api.delete("/api/organisations/{organisation}", { path: { organisation } });

export const useDeleteOrganisation = (organisation: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteOrganisation(organisation),
    onSuccess: () => client.invalidateQueries(getSession()),
  });
};
