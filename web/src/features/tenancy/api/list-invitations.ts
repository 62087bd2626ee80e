import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export type Invitation = Wire<"Invitation">;

export const listInvitations = (organisation: string) =>
  queryOptions({
    queryKey: ["organisations", organisation, "invitations"],
    queryFn: async ({ signal }) => (await api.get("/api/organisations/{organisation}/invitations", { path: { organisation }, signal })).items,
  });

export const useInvitations = (organisation: string) => useQuery(listInvitations(organisation));
