import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { listInvitations } from "./list-invitations";

export const createInvitation = (organisation: string, body: Wire<"CreateInvitationRequest">) => api.post("/api/organisations/{organisation}/invitations", { path: { organisation }, body });

export const useCreateInvitation = (organisation: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Wire<"CreateInvitationRequest">) => createInvitation(organisation, body),
    onSuccess: () => client.invalidateQueries(listInvitations(organisation)),
  });
};
