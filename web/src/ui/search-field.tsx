import { useState, type ReactElement } from "react";
import { Icon } from "./icon";

/** Words to search for: Enter searches, emptying it takes them back. */
export function SearchField({ text, onSearch, hint }: { text: string; onSearch: (to: string) => void; hint: string }): ReactElement {
  const [typed, setTyped] = useTyped(text);
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

/** What is typed; it follows the words that hold, also when they are changed elsewhere. */
export function useTyped(text: string): [typed: string, setTyped: (to: string) => void] {
  const [typed, setTyped] = useState(text);
  const [followed, setFollowed] = useState(text);
  if (followed !== text) {
    setFollowed(text);
    setTyped(text);
  }
  return [typed, setTyped];
}
