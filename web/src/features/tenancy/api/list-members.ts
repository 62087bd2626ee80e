import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export type Member = Wire<"Member">;

export const listMembers = (organisation: string) =>
  queryOptions({
    queryKey: ["organisations", organisation, "members"],
    queryFn: async ({ signal }) => (await api.get("/api/organisations/{organisation}/members", { path: { organisation }, signal })).items,
  });

export const useMembers = (organisation: string) => useQuery(listMembers(organisation));
