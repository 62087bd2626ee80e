import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { listInvitations } from "./list-invitations";

export const deleteInvitation = (organisation: string, invitation: string) => api.delete("/api/organisations/{organisation}/invitations/{invitation}", { path: { organisation, invitation } });

export const useDeleteInvitation = (organisation: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (invitation: string) => deleteInvitation(organisation, invitation),
    onSuccess: () => client.invalidateQueries(listInvitations(organisation)),
  });
};
