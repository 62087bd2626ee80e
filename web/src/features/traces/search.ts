import { readFilterSearch, type FilterSearch } from "@/lib/telemetry/use-filters";

/** What the URL of the list says besides the time range. */
export interface TracesSearch extends FilterSearch, TraceSearch {
  list?: "spans"; // else traces
  order?: "slowest"; // else newest
  rootless?: true; // traces without a root too
  trace?: string; // opened beside the list
}

/** What the URL of a trace says. */
export interface TraceSearch {
  span?: string; // opened
  draw?: "flame"; // else the waterfall
  find?: string; // words sought in the trace
  part?: string; // of its time: "120.5-300", ms since its start
}

const id = (value: unknown, digits: number): string | undefined => {
  const text = typeof value === "number" ? String(value) : value; // an id of decimal digits only
  return typeof text === "string" && text.length === digits && /^[0-9a-f]+$/i.test(text) ? text.toLowerCase() : undefined;
};

const known = <T extends object>(search: T): T => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;

/** Reads the URL of the list; what it does not know is left out. */
export function readTracesSearch(search: Record<string, unknown>): TracesSearch {
  return known<TracesSearch>({
    ...readFilterSearch(search),
    list: search["list"] === "spans" ? "spans" : undefined,
    order: search["order"] === "slowest" ? "slowest" : undefined,
    rootless: search["rootless"] === true ? true : undefined,
    trace: id(search["trace"], 32),
    ...readTraceSearch(search),
  });
}

/** Reads the URL of a trace. */
export function readTraceSearch(search: Record<string, unknown>): TraceSearch {
  const find = typeof search["find"] === "number" ? String(search["find"]) : search["find"];
  const part = typeof search["part"] === "string" && readPart(search["part"]) ? search["part"] : undefined;
  return known<TraceSearch>({ span: id(search["span"], 16), draw: search["draw"] === "flame" ? "flame" : undefined, find: typeof find === "string" && find !== "" ? find.slice(0, 200) : undefined, part });
}

/** A part of a trace's time, in ms since its start. */
export interface Part {
  from: number;
  to: number;
}

export function readPart(text: string | undefined): Part | undefined {
  const [, from, to] = /^([\d.]{1,20})-([\d.]{1,20})$/.exec(text ?? "") ?? [];
  const part = { from: Number(from), to: Number(to) };
  return part.from < part.to ? part : undefined;
}

export function writePart(part: Part | undefined): string | undefined {
  const short = (ms: number): string => String(Number(ms.toFixed(4)));
  return part && `${short(part.from)}-${short(part.to)}`;
}
