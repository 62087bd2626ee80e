import { useSyncExternalStore } from "react";
import { storage } from "./storage";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();
let chosen: Theme = themes.find((t) => t === storage.get("theme")) ?? "system";

function systemDark(): MediaQueryList | undefined {
  return typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : undefined;
}

function apply(): void {
  const dark = chosen === "dark" || (chosen === "system" && systemDark()?.matches === true);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  for (const tell of listeners) tell();
}
systemDark()?.addEventListener("change", apply);

/** Chooses the theme of this browser. */
export function setTheme(theme: Theme): void {
  chosen = theme;
  storage.set("theme", theme);
  apply();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => chosen);
}

/** The theme that is drawn: charts read their colours anew when it changes. */
export function useDrawnTheme(): string {
  return useSyncExternalStore(subscribe, () => document.documentElement.dataset["theme"] ?? "light");
}
