import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, modelPatience } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type EvaluationType = Wire<"EvaluationType">;
export type EvaluationRun = Wire<"EvaluationRun">;
export type TypeChange = Wire<"EvaluationTypeBody">;
export type Question = Wire<"EvaluateOfflineBody">;

export const listTypes = (scope: Scope) =>
  queryOptions({
    queryKey: ["evaluations", scope, "types"],
    queryFn: async ({ signal }) => (await api.get("/api/evaluation/types", { scope, signal })).items,
  });

/** Whether there is a model that judges; the server's words when there is none. */
export const judgeStatus = (scope: Scope) =>
  queryOptions({
    queryKey: ["evaluations", scope, "judge"],
    queryFn: async ({ signal }) => {
      const { configured, err } = await api.get("/api/evaluation/offline/types", { scope, signal });
      return { configured, err };
    },
  });

const limit = 100;

/** Results, newest first: of one run of an application, or of all. */
export const listRuns = (scope: Scope, failed: boolean, run?: string) =>
  queryOptions({
    queryKey: ["evaluations", scope, "runs", failed, run],
    queryFn: async ({ signal }) => (await api.get("/api/evaluation/runs", { scope, query: { limit, run, failed: failed || undefined }, signal })).items,
  });

export const useTypes = (scope: Scope) => useQuery(listTypes(scope));
export const useJudge = (scope: Scope) => useQuery(judgeStatus(scope));
export const useRuns = (scope: Scope, failed: boolean, run?: string) => useQuery(listRuns(scope, failed, run));

/** A mutation after which everything of evaluations is read again. */
function useChange<T, R>(scope: Scope, change: (input: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: ["evaluations", scope] }) });
}

export const useCreateType = (scope: Scope) => useChange(scope, (type: TypeChange) => api.post("/api/evaluation/offline/types", { scope, body: { types: [type] } }));
export const useChangeType = (scope: Scope) => useChange(scope, ({ id, ...body }: TypeChange & { id: string }) => api.patch("/api/evaluation/offline/types/{type}", { scope, path: { type: id }, body }));
export const useDeleteType = (scope: Scope) => useChange(scope, (type: string) => api.delete("/api/evaluation/offline/types/{type}", { scope, path: { type } }));

/** Has an answer judged. */
export const useJudgeAnswer = (scope: Scope) => useChange(scope, (body: Question) => api.post("/api/evaluation/offline", { scope, body, patience: modelPatience }));
