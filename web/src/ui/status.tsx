import clsx from "clsx";
import type { ReactElement, ReactNode } from "react";

export type Tone = "ok" | "warn" | "bad" | "info" | "off";

const dots: Record<Tone, string> = { ok: "bg-ok", warn: "bg-warn", bad: "bg-bad", info: "bg-accent", off: "border border-muted" };
const badges: Record<Tone, string> = {
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-accent-soft text-accent",
  off: "bg-sunken text-muted",
};

/** A coloured dot; the word that stands beside it says the same. */
export function Dot({ tone, pulse = false }: { tone: Tone; pulse?: boolean }): ReactElement {
  return <span className={clsx("inline-block size-2 shrink-0 rounded-full", dots[tone], pulse && "animate-breathe")} aria-hidden="true" />;
}

/** A word in the colour of its state. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }): ReactElement {
  return <span className={clsx("inline-flex items-center gap-1.5 rounded px-1.5 py-px text-xs font-medium whitespace-nowrap", badges[tone])}>{children}</span>;
}
