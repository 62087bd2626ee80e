import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Dialog } from "radix-ui";
import { useId, useState, type KeyboardEvent, type ReactElement } from "react";
import { find, matches, pages, pathOf, reference, settings, type Destination } from "@/app/navigation";
import type { Here } from "@/app/place";
import type { Host } from "@/features/hosts/api/list-hosts";
import { useSession } from "@/features/session/api/get-session";
import { firstEnvironment } from "@/features/session/api/membership";
import { setTheme } from "@/lib/theme";
import { Icon, type IconName } from "@/ui/icon";
import { placeOf } from "./side-nav";

interface Choice {
  name: string;
  note: string;
  icon: IconName;
  run: () => void;
}

const notes: Record<Destination["group"], string> = { watch: "page", project: "project settings", organisation: "organisation settings", you: "settings", help: "page" };

/** ⌘K: finds pages, settings and projects. */
export function Palette({ here, open, onClose }: { here: Here | undefined; open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(10_12_18/0.45)]" />
        <Dialog.Content aria-describedby={undefined} className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-lg -translate-x-1/2 animate-appear overflow-hidden rounded-xl border border-line bg-panel shadow-pop">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Search here={here} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ here, onClose }: { here: Here | undefined; onClose: () => void }): ReactElement {
  const [search, setSearch] = useState("");
  const [current, setCurrent] = useState(0);
  const list = useId();
  const choices = useChoices(here, search);
  const at = Math.min(current, choices.length - 1);
  const run = (choice: Choice | undefined): void => {
    if (!choice) return;
    onClose();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setCurrent((at + step + choices.length) % choices.length);
    else if (event.key === "Enter") run(choices[at]);
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
          aria-activedescendant={choices[at] && `${list}-${at}`}
          aria-label="Search pages and settings"
          placeholder="Pages, settings, projects"
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
            key={choice.name + choice.note}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            ref={index === at ? reveal : undefined}
            className="flex h-8.5 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm aria-selected:bg-hover"
            onMouseMove={() => setCurrent(index)}
            onClick={() => run(choice)}
          >
            <Icon name={choice.icon} className="size-4 text-muted" />
            {choice.name}
            <span className="ml-auto text-xs text-muted">{choice.note}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p className="px-4 pb-4 text-sm text-muted">No page or setting is called “{search}”.</p>}
    </>
  );
}

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: "nearest" });
}

function useChoices(here: Here | undefined, search: string): Choice[] {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { organisations } = useSession();
  const reachable = [...(here?.project ? pages : []), ...settings.filter((d) => here && (d.group !== "project" || here.project)), reference];
  const destinations = (search ? find(reachable, search) : reachable).map((d) => ({
    name: d.name,
    note: notes[d.group],
    icon: d.icon,
    run: () => void navigate({ to: here ? pathOf(d, placeOf(here)) : d.to }),
  }));
  const has = (text: string): boolean => matches(text, search);
  const projects = organisations.flatMap((o) =>
    o.projects
      .filter((p) => p.id !== here?.project?.id && has(p.name))
      .map((p) => ({
        name: p.name,
        note: `project of ${o.name}`,
        icon: "overview" as const,
        run: () => void navigate({ to: "/p/$project/$environment/overview", params: { project: p.id, environment: firstEnvironment(p) } }),
      })),
  );
  const scope = here?.project && { project: here.project.id, environment: here.environment };
  // Only hosts that a page has read already: a search asks the server for nothing.
  const known = scope ? client.getQueriesData<Host[]>({ queryKey: ["hosts", scope] }).flatMap(([, all]) => all ?? []) : [];
  const hosts = [...new Set(known.map((h) => h.name))].filter(has).map((name) => ({
    name,
    note: "host",
    icon: "hosts" as const,
    run: () => scope && void navigate({ to: "/p/$project/$environment/hosts", params: scope, search: { host: name } }),
  }));
  const looks = (["light", "dark"] as const).filter((theme) => has(`${theme} theme`)).map((theme) => ({ name: `Use the ${theme} theme`, note: "action", icon: "sun" as const, run: () => setTheme(theme) }));
  return [...destinations, ...hosts, ...projects, ...looks];
}
