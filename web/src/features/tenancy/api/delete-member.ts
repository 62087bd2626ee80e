import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";
import { listMembers } from "./list-members";

export const deleteMember = (organisation: string, user: string) => api.delete("/api/organisations/{organisation}/members/{user}", { path: { organisation, user } });

export const useDeleteMember = (organisation: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (user: string) => deleteMember(organisation, user),
    onSuccess: () => Promise.all([client.invalidateQueries(getSession()), client.invalidateQueries(listMembers(organisation))]),
  });
};
