import type { ReactElement } from "react";

/** Words that a list is filtered by while they are typed. */
export function LiveSearch({ label, hint, text, onSearch }: { label: string; hint: string; text: string; onSearch: (to: string | undefined) => void }): ReactElement {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={hint}
      spellCheck={false}
      autoComplete="off"
      value={text}
      onChange={(event) => onSearch(event.target.value || undefined)}
      className="h-7 w-60 rounded-md border border-line-strong bg-panel px-2 text-sm placeholder:text-muted/80"
    />
  );
}
