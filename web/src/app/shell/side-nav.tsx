import { Link, useLocation } from "@tanstack/react-router";
import clsx from "clsx";
import type { ReactElement } from "react";
import { pages, pathOf, reference, type Destination, type Place } from "@/app/navigation";
import type { Here } from "@/app/place";
import { Icon } from "@/ui/icon";

const settingsEntry: Destination = { name: "Settings", to: "/p/$project/$environment/settings/project", icon: "settings", group: "project" };
const settingsWithout: Destination = { ...settingsEntry, to: "/o/$organisation/settings/projects" };

/** The ids of links from here. */
export function placeOf(here: Here): Place {
  return { organisation: here.organisation.id, project: here.project?.id ?? "", environment: here.environment };
}

/** Whether a path is that of a page, or of a detail of it. */
function isIn(pathname: string, page: string): boolean {
  return pathname === page || pathname.startsWith(`${page}/`);
}

/** The pages at the left; on a phone a drawer. */
export function SideNav({ here, open, onClose }: { here: Here | undefined; open: boolean; onClose: () => void }): ReactElement {
  const { pathname } = useLocation();
  const place = here && placeOf(here);
  const entry = (d: Destination, active: boolean): ReactElement | null =>
    place ? (
      <Link
        key={d.name}
        to={pathOf(d, place)}
        aria-current={active ? "page" : undefined}
        className={clsx("flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm", active ? "bg-accent-soft font-medium text-accent" : "text-muted hover:bg-hover hover:text-text")}
      >
        <Icon name={d.icon} />
        {d.name}
      </Link>
    ) : null;
  return (
    <>
      {open && <button type="button" tabIndex={-1} aria-label="Close the navigation" className="fixed inset-0 top-12 z-20 bg-[rgb(10_12_18/0.4)] md:hidden" onClick={onClose} />}
      <nav
        aria-label="Pages"
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        className={clsx("flex flex-col gap-0.5 overflow-y-auto border-r border-line bg-panel p-2 max-md:fixed max-md:top-12 max-md:bottom-0 max-md:left-0 max-md:z-30 max-md:w-60", !open && "max-md:hidden")}
      >
        {here?.project && pages.map((d) => entry(d, place !== undefined && isIn(pathname, pathOf(d, place))))}
        <div className="my-1.5 border-t border-line" />
        {entry(here?.project ? settingsEntry : settingsWithout, pathname.includes("/settings/") || pathname === "/account")}
        {entry(reference, false)}
      </nav>
    </>
  );
}
