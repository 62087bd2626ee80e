import { Dialog } from "radix-ui";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import type { Here } from "@/app/place";
import { Icon } from "@/ui/icon";
import { reveal } from "@/ui/reveal";
import { useChoices, type Choice } from "./palette-choices";

/** ⌘K: finds pages, hosts, GPUs, dashboards, traces by id, models, settings and projects. */
export function Palette({ here, open, onClose }: { here: Here | undefined; open: boolean; onClose: () => void }): ReactElement {
  const left = useRef(false);
  // Who went to a page acts on it next; else the focus goes back to where it was.
  const onCloseAutoFocus = (event: Event): void => {
    if (!left.current) return;
    left.current = false;
    event.preventDefault();
    document.querySelector("main")?.focus({ preventScroll: true });
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(10_12_18/0.45)]" />
        <Dialog.Content aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus} className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-lg -translate-x-1/2 animate-appear overflow-hidden rounded-xl border border-line bg-panel shadow-pop">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Search here={here} onClose={onClose} onLeave={() => (left.current = true)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ here, onClose, onLeave }: { here: Here | undefined; onClose: () => void; onLeave: () => void }): ReactElement {
  const [search, setSearch] = useState("");
  const [current, setCurrent] = useState(0);
  const list = useId();
  const choices = useChoices(here, search);
  const at = Math.min(current, choices.length - 1);
  const marked = choices[at];
  const preload = useRef(marked?.preload);
  useEffect(() => {
    preload.current = marked?.preload;
  });
  useEffect(() => preload.current?.(), [marked?.key]); // so that Enter shows the page at once
  const run = (choice: Choice | undefined): void => {
    if (!choice) return;
    if (choice.preload) onLeave();
    onClose();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setCurrent((at + step + choices.length) % choices.length);
    else if (event.key === "Enter") run(marked);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-3.5">
        <Icon name="search" className="size-4 text-muted" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={marked && `${list}-${at}`}
          aria-label="Search"
          placeholder="A page, host, GPU, model, the id of a trace or request, words of an error"
          autoFocus
          className="h-11 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setCurrent(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className="rounded border border-line px-1 text-xs text-muted">Esc</kbd>
      </div>
      <ul id={list} role="listbox" aria-label="Found" className="max-h-[50vh] overflow-y-auto p-1.5">
        {choices.map((choice, index) => (
          // The keys are taken by the field above.
          <li
            key={choice.key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            ref={index === at ? reveal : undefined}
            className="flex h-8.5 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm aria-selected:bg-hover"
            onMouseMove={() => setCurrent(index)}
            onClick={() => run(choice)}
          >
            <Icon name={choice.icon} className="size-4 text-muted" />
            <span className="truncate">{choice.name}</span>
            <span className="ml-auto text-xs whitespace-nowrap text-muted">{choice.note}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p className="px-4 pb-4 text-sm text-muted">Nothing is called “{search}”.</p>}
    </>
  );
}
