import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { getSession } from "./get-session";

export const signIn = (body: Wire<"SignInBody">) => api.post("/api/session", { body });

export const useSignIn = () => {
  const client = useQueryClient();
  return useMutation({ mutationFn: signIn, onSuccess: (session) => client.setQueryData(getSession().queryKey, session) });
};
