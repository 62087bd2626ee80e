import type { ReactElement } from "react";
import { useNow } from "@/lib/time/now";
import { instant, relative } from "@/lib/time/relative";
import { dayOf } from "@/lib/time/zone";

/** How long ago something was; the instant itself on hover. */
export function Ago({ at, none = "never" }: { at: string | null | undefined; none?: string }): ReactElement {
  const now = useNow();
  if (!at) return <span className="text-muted">{none}</span>;
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={instant(ms)} className="whitespace-nowrap">
      {relative(ms, now)}
    </time>
  );
}

/** A day in the chosen zone, with the instant on hover. */
export function Day({ at }: { at: string }): ReactElement {
  return (
    <time dateTime={at} title={instant(Date.parse(at))} className="whitespace-nowrap">
      {dayOf(Date.parse(at))}
    </time>
  );
}
