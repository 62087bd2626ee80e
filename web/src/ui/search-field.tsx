import { useState, type ReactElement } from "react";
import { Icon } from "./icon";

/** Words to search for: Enter searches, emptying it takes them back. Give it the words as its key, so that it follows them. */
export function SearchField({ text, onSearch, hint }: { text: string; onSearch: (to: string) => void; hint: string }): ReactElement {
  const [typed, setTyped] = useState(text);
  return (
    <form
      role="search"
      className="relative min-w-52 flex-1 basis-52 sm:max-w-96"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <Icon name="search" className="pointer-events-none absolute top-2 left-2.5 size-3.5 text-muted" />
      <input
        type="search"
        aria-label={hint}
        placeholder={hint}
        spellCheck={false}
        autoComplete="off"
        className="h-7.5 w-full rounded-md border border-line-strong bg-panel pr-2 pl-8 text-sm placeholder:text-muted/80"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === "" && text !== "") onSearch("");
        }}
      />
    </form>
  );
}
