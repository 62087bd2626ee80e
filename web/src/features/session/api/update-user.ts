import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { getSession } from "./get-session";

export const updateUser = (body: Wire<"Named">) => api.patch("/api/session/user", { body });

export const useUpdateUser = () => {
  const client = useQueryClient();
  return useMutation({ mutationFn: updateUser, onSuccess: () => client.invalidateQueries(getSession()) });
};
