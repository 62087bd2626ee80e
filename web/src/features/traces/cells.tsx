import type { ReactElement } from "react";
import { withUnit } from "@/lib/format";
import { useDrawnTheme } from "@/lib/theme";
import { instant } from "@/lib/time/relative";
import { clockTime, written } from "@/lib/time/zone";
import { Icon } from "@/ui/icon";
import { serviceColour } from "./colours";

/** When something began; with its day where days differ. */
export function Started({ at, days }: { at: string; days: boolean }): ReactElement {
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={instant(ms)} className="text-sm">
      {days && <span className="text-muted">{written(ms, { month: "short", day: "numeric" })} </span>}
      {clockTime(ms)}
    </time>
  );
}

/** A service with its colour. */
export function Service({ name, plain = false }: { name: string; plain?: boolean }): ReactElement {
  const theme = useDrawnTheme();
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="h-3 w-1 shrink-0 rounded-full" style={{ background: serviceColour(name, theme) }} aria-hidden="true" />
      <span className={plain ? "truncate" : "truncate text-muted"}>{name || "(no service)"}</span>
    </span>
  );
}

/** A duration in ns with a bar of its share of the longest. */
export function Duration({ ns, share, failed }: { ns: number; share: number; failed: boolean }): ReactElement {
  return (
    <span className="flex items-center justify-end gap-2">
      <span className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken max-sm:hidden" aria-hidden="true">
        <span className={`block h-full rounded-full ${failed ? "bg-bad" : "bg-accent/70"}`} style={{ width: `${Math.max(1, share * 100)}%` }} />
      </span>
      <span className="w-16 shrink-0 text-right text-sm">{withUnit(ns / 1e9, "s")}</span>
    </span>
  );
}

/** Why a root span may not be there. */
export const whyRootless = "Such a trace still runs, because a span is sent when it ends, or it began where no spans are sent from.";

/** A sign that the root of a trace was not received. */
export function Rootless(): ReactElement {
  return (
    <span title={`The root span was not received: this is the earliest one. ${whyRootless}`} className="inline-flex shrink-0 items-center gap-1 rounded bg-sunken px-1.5 text-xs text-muted">
      <Icon name="rootless" className="size-3.5" />
      no root
    </span>
  );
}

/** A sign that something failed, with its number where there is one. */
export function Failures({ count }: { count: number }): ReactElement | null {
  if (count === 0) return null;
  return (
    <span className="inline-flex items-center gap-1 text-bad">
      <Icon name="alert" className="size-3.5" />
      {count}
      <span className="sr-only"> {count === 1 ? "error" : "errors"}</span>
    </span>
  );
}
