/** What can be wrong with a host, the worst first. */
export const troubles = ["silent", "disk", "memory", "network"] as const;
export type Trouble = (typeof troubles)[number];

/** What the URL of the hosts says besides the time range. */
export interface HostsSearch {
  host?: string; // opened
  trouble?: Trouble; // only hosts with it
}

export function readHostsSearch(search: Record<string, unknown>): HostsSearch {
  const trouble = troubles.find((t) => t === search["trouble"]);
  return { ...(typeof search["host"] === "string" && { host: search["host"] }), ...(trouble && { trouble }) };
}
