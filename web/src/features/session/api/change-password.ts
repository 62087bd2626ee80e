import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export const changePassword = (body: Wire<"ChangePasswordRequest">) => api.put("/api/session/password", { body });

export const useChangePassword = () => useMutation({ mutationFn: changePassword });
