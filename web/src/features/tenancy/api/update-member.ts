import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { listMembers } from "./list-members";

export const updateMember = (organisation: string, change: { user: string } & Wire<"UpdateMemberRequest">) => api.patch("/api/organisations/{organisation}/members/{user}", { path: { organisation, user: change.user }, body: { role: change.role } });

export const useUpdateMember = (organisation: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { user: string } & Wire<"UpdateMemberRequest">) => updateMember(organisation, change),
    onSuccess: () => Promise.all([client.invalidateQueries(getSession()), client.invalidateQueries(listMembers(organisation))]),
  });
};
