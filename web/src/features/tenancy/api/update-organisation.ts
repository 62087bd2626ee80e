import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export const updateOrganisation = (organisation: string, body: Wire<"Named">) => api.patch("/api/organisations/{organisation}", { path: { organisation }, body });

export const useUpdateOrganisation = (organisation: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Wire<"Named">) => updateOrganisation(organisation, body),
    onSuccess: () => client.invalidateQueries(getSession()),
  });
};
