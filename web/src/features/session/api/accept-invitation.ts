import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { getSession } from "./get-session";

export const acceptInvitation = (body: Wire<"AcceptInvitationRequest">) => api.post("/api/invitations/accept", { body });

export const useAcceptInvitation = () => {
  const client = useQueryClient();
  return useMutation({ mutationFn: acceptInvitation, onSuccess: (session) => client.setQueryData(getSession().queryKey, session) });
};
