import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client";

export const signOut = () => api.delete("/api/session");

export const useSignOut = () => useMutation({ mutationFn: signOut });
