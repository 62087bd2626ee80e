import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

/** Settings to try, and the configuration whose stored password they may use. */
interface Trial {
  body: Wire<"DatabaseBody">;
  config?: string;
}

export const testSettings = (project: string, { body, config }: Trial) =>
  api.post("/api/projects/{project}/database-configs/test", { path: { project }, query: { config }, body });

export const testSaved = (project: string, config: string) =>
  api.post("/api/projects/{project}/database-configs/{config}/test", { path: { project, config } });

export const useTestSettings = (project: string) => useMutation({ mutationFn: (trial: Trial) => testSettings(project, trial) });

export const useTestSaved = (project: string) => useMutation({ mutationFn: (config: string) => testSaved(project, config) });
