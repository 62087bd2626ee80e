import { Link, Outlet, useLocation } from "@tanstack/react-router";
import clsx from "clsx";
import type { ReactElement } from "react";
import { pathOf, settings, type Destination } from "@/app/navigation";
import { useHere, type Here } from "@/app/place";
import { placeOf } from "./side-nav";

/** The settings: their menu beside the chosen one. */
export function SettingsFrame(): ReactElement | null {
  const here = useHere();
  if (!here) return null;
  const groups: { title: string; of: Destination["group"] }[] = [
    ...(here.project ? [{ title: here.project.name, of: "project" as const }] : []),
    { title: here.organisation.name, of: "organisation" },
    { title: "You", of: "you" },
  ];
  return (
    <div className="mx-auto grid max-w-6xl gap-x-8 gap-y-5 lg:grid-cols-[168px_minmax(0,1fr)]">
      <nav aria-label="Settings" className="flex gap-x-4 gap-y-4 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:pb-1 lg:flex-col">
        {groups.map((group) => (
          <Group key={group.of} title={group.title} here={here} entries={settings.filter((d) => d.group === group.of)} />
        ))}
      </nav>
      <Outlet />
    </div>
  );
}

function Group({ title, here, entries }: { title: string; here: Here; entries: Destination[] }): ReactElement {
  const { pathname } = useLocation();
  return (
    <div className="flex shrink-0 gap-px lg:flex-col">
      <p className="truncate px-2 py-1 text-xs font-medium text-muted max-lg:hidden">{title}</p>
      {entries.map((d) => {
        const path = pathOf(d, placeOf(here));
        return (
          <Link
            key={d.name}
            to={path}
            aria-current={pathname === path ? "page" : undefined}
            className={clsx("flex h-7.5 items-center rounded-md px-2 text-sm whitespace-nowrap", pathname === path ? "bg-hover font-medium" : "text-muted hover:bg-hover hover:text-text")}
          >
            {d.name}
          </Link>
        );
      })}
    </div>
  );
}
