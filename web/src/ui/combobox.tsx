import clsx from "clsx";
import { useId, useState, type KeyboardEvent, type ReactElement } from "react";
import { reveal } from "./reveal";

/** One thing that a field suggests. */
export interface Suggestion {
  id: string;
  text: string;
  note?: string; // what tells it apart from others of the same text
}

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  suggestions: Suggestion[]; // best first; those that hold the words typed are shown
  onPick: (suggestion: Suggestion) => void;
  placeholder?: string;
  autoFocus?: boolean;
  inputMode?: "text" | "decimal";
  submits?: boolean; // Enter on a text that is typed out sends the form; else it stays in the field
}

const most = 50;

/** A text field that suggests: arrows walk through what it suggests, Enter takes one, and any other text stays as typed. */
export function Combobox({ label, value, onChange, suggestions, onPick, submits = false, ...input }: Props): ReactElement {
  const list = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const found = matching(suggestions, value);
  const shown = open && found.length > 0;
  const pick = (suggestion: Suggestion): void => {
    setOpen(false);
    setAt(-1);
    onPick(suggestion);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = shown ? found[at] : undefined;
    if (step && found.length > 0) {
      setOpen(true);
      setAt(shown ? (at + step + found.length) % found.length : 0);
    } else if (event.key === "Enter" && chosen) pick(chosen);
    else if (event.key === "Enter" && !submits) setOpen(false);
    else if (event.key === "Escape" && shown) {
      setOpen(false);
      event.stopPropagation(); // closes the list, not what the field stands in
    } else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown && at >= 0 ? `${list}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        className="h-8 w-full rounded-md border border-line-strong bg-panel px-2.5 text-sm placeholder:text-muted/80"
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        {...input}
      />
      <ul id={list} role="listbox" aria-label={`Suggestions: ${label}`} hidden={!shown} className="absolute top-full right-0 left-0 z-10 mt-1 max-h-60 overflow-y-auto rounded-md border border-line bg-panel p-1 shadow-pop">
        {shown &&
          found.map((s, index) => (
            <li
              key={s.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              ref={index === at ? reveal : undefined}
              className={clsx("flex cursor-pointer items-baseline gap-2 rounded px-2 py-1 text-sm hover:bg-hover", index === at && "bg-hover")}
              onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
              onClick={() => pick(s)}
            >
              <span className="min-w-0 flex-1 truncate">{s.text || "(empty)"}</span>
              {s.note && <span className="text-xs text-muted">{s.note}</span>}
            </li>
          ))}
      </ul>
    </div>
  );
}

/** The suggestions that hold every word of a text, those that begin with it first. */
function matching(all: Suggestion[], text: string): Suggestion[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = all.filter((s) => words.every((w) => s.text.toLowerCase().includes(w)));
  const begins = (s: Suggestion): boolean => s.text.toLowerCase().startsWith(text.toLowerCase());
  return [...holds.filter(begins), ...holds.filter((s) => !begins(s))].slice(0, most);
}
