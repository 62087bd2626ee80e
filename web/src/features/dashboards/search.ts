/** What the URL of a dashboard says besides the time range. */
export interface DashboardSearch {
  edit?: boolean;
  widget?: string; // whose editor is open
}

export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  if (search["edit"] !== true) return {};
  return { edit: true, ...(typeof search["widget"] === "string" && { widget: search["widget"] }) };
}

/** What the URL of the list says. */
export interface DashboardsSearch {
  q?: string;
  folder?: string;
}

export function readDashboardsSearch(search: Record<string, unknown>): DashboardsSearch {
  const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
  const [q, folder] = [text(search["q"]), text(search["folder"])];
  return { ...(q && { q }), ...(folder && { folder }) };
}
