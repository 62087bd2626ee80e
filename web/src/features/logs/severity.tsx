import clsx from "clsx";
import type { ReactElement } from "react";
import { Icon, type IconName } from "@/ui/icon";
import { levelOf, type Level } from "./log";

const looks: Record<Level, { icon: IconName; text: string; edge: string }> = {
  fatal: { icon: "close", text: "text-bad font-semibold", edge: "border-bad" },
  error: { icon: "close", text: "text-bad", edge: "border-bad" },
  warn: { icon: "alert", text: "text-warn", edge: "border-warn" },
  info: { icon: "info", text: "text-muted", edge: "border-line-strong" },
  debug: { icon: "minus", text: "text-muted", edge: "border-transparent" },
  trace: { icon: "minus", text: "text-muted", edge: "border-transparent" },
};

interface Props {
  number?: number | undefined;
  text?: string | undefined;
}

/** How severe a line is: a sign and the word that was sent. */
export function Severity({ number, text }: Props): ReactElement {
  const level = levelOf(number, text);
  if (!level) return <span className="text-muted">{text || "–"}</span>;
  return (
    <span className={clsx("inline-flex min-w-0 items-center gap-1", looks[level].text)}>
      <Icon name={looks[level].icon} className="size-3" />
      <span className="truncate">{text || level.toUpperCase()}</span>
    </span>
  );
}

/** The colour of a line's left edge. */
export function edgeOf({ number, text }: Props): string {
  const level = levelOf(number, text);
  return level ? looks[level].edge : "border-transparent";
}
