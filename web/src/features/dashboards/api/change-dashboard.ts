import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope, Wire } from "@/lib/api/types";
import { saveFile } from "@/lib/save-file";
import type { Dashboard, Widget } from "./get-dashboard";
import { keyOf } from "./list-dashboards";

export type DashboardInput = Wire<"DashboardBody">;

/** A mutation after which dashboards are read again; also when it failed, because of what others did. */
function useChange<T, R>(scope: Scope, change: (input: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: keyOf(scope) }) });
}

/** The part of a dashboard that people write. */
export function inputOf({ name, description, folder, tags, widgets }: Dashboard): DashboardInput {
  return { format: 1, name, description, folder, tags, widgets };
}

export const useCreateDashboard = (scope: Scope) => useChange(scope, (body: DashboardInput) => api.post("/api/dashboards", { scope, body }));

export const useImportDashboard = (scope: Scope) => useChange(scope, (body: DashboardInput) => api.post("/api/dashboards/import", { scope, body }));

/** Saves a dashboard of which version was read. */
export const useSaveDashboard = (scope: Scope, dashboard: string) =>
  useChange(scope, ({ version, input }: { version: number; input: DashboardInput }) => api.put("/api/dashboards/{dashboard}", { scope, path: { dashboard }, body: { ...input, version } }));

/** Whether a change was refused because somebody else saved meanwhile. */
export function isOutrun(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.about("version") !== undefined;
}

export const useDeleteDashboard = (scope: Scope) => useChange(scope, (dashboard: string) => api.delete("/api/dashboards/{dashboard}", { scope, path: { dashboard } }));

export const useDuplicateDashboard = (scope: Scope) => useChange(scope, (dashboard: string) => api.post("/api/dashboards/{dashboard}/duplicate", { scope, path: { dashboard } }));

/** A widget without its place, and what it is put on: a dashboard that is there, or a new one. */
export interface Addition {
  dashboard: string | undefined; // id
  name: string; // of a new one
  widget: Omit<Widget, "id" | "place">;
}

/** Puts a widget below those that a dashboard has. What others save meanwhile stays. */
async function add(scope: Scope, { dashboard, name, widget }: Addition): Promise<Dashboard> {
  const id = `w${Date.now().toString(36)}`;
  if (!dashboard) return api.post("/api/dashboards", { scope, body: { format: 1, name, widgets: [{ ...widget, id, place: { x: 0, y: 0, w: 6, h: 4 } }] } });
  const path = { dashboard };
  for (let tries = 0; ; tries++) {
    const old = await api.get("/api/dashboards/{dashboard}", { scope, path });
    const y = Math.max(0, ...old.widgets.map((w) => w.place.y + w.place.h));
    try {
      return await api.put("/api/dashboards/{dashboard}", { scope, path, body: { ...inputOf(old), widgets: [...old.widgets, { ...widget, id, place: { x: 0, y, w: 6, h: 4 } }], version: old.version } });
    } catch (error) {
      if (!isOutrun(error) || tries >= 3) throw error;
    }
  }
}

export const useAddWidget = (scope: Scope) => useChange(scope, (addition: Addition) => add(scope, addition));

/** Asks for the file of a dashboard and hands it to the browser to keep. */
export const useExportDashboard = (scope: Scope) =>
  useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      const content = await api.get("/api/dashboards/{dashboard}/export", { scope, path: { dashboard: id } });
      saveFile(`${name.replace(/[^\w.-]+/g, "-")}.json`, new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
    },
  });
