import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export const createOrganisation = (body: Wire<"Named">) => api.post("/api/organisations", { body });

export const useCreateOrganisation = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createOrganisation,
    onSuccess: () => client.invalidateQueries(getSession()),
  });
};
