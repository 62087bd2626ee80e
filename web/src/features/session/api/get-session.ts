import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export type Session = Wire<"Session">;
export type Organisation = Wire<"OrganisationTree">;
export type Project = Wire<"ProjectTree">;
export type Role = Organisation["role"];

export const getSession = () =>
  queryOptions({
    queryKey: ["session"],
    queryFn: ({ signal }) => api.get("/api/session", { signal }),
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  });

/** Who is signed in, on pages that only they see. */
export const useSession = (): Session => useSuspenseQuery(getSession()).data;
