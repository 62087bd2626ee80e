import { Link, useMatches } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { Here } from "@/app/place";
import { IngestStatus } from "@/features/ingest/ingest-status";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { RangePicker } from "./range-picker";
import { ScopeSwitcher } from "./scope-switcher";
import { UserMenu } from "./user-menu";

interface Props {
  here: Here | undefined;
  menuOpen: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

/** Platform ▾ organisation / project / environment … search … time … receiving … user. */
export function TopBar({ here, menuOpen, onMenu, onSearch }: Props): ReactElement {
  const timed = useMatches().some((match) => match.staticData.timed);
  const scope = here?.project && { project: here.project.id, environment: here.environment };
  return (
    <header className="col-span-full flex h-12 items-center gap-1.5 border-b border-line bg-panel px-2 md:px-3">
      <IconButton icon="menu" label="Navigation" aria-expanded={menuOpen} className="md:hidden" onClick={onMenu} />
      <Link to="/" aria-label="Platform, home" className="flex items-center gap-2 rounded-md px-1 py-1">
        <img src="/favicon.svg" alt="" className="size-5.5" />
        <span className="font-semibold tracking-tight max-lg:hidden">Platform</span>
      </Link>
      {here && <ScopeSwitcher here={here} />}
      <div className="flex-1" />
      <button type="button" onClick={onSearch} className="flex h-7.5 items-center gap-2 rounded-md border border-line bg-bg px-2 text-sm text-muted hover:border-line-strong hover:text-text lg:w-56" aria-label="Search (Ctrl K)" aria-haspopup="dialog">
        <Icon name="search" className="size-3.5" />
        <span className="flex-1 text-left max-lg:hidden">Search</span>
        <kbd className="font-sans text-xs max-lg:hidden">⌘K</kbd>
      </button>
      {timed && <RangePicker />}
      {scope && (
        <IngestStatus
          scope={scope}
          more={
            <span className="flex gap-4">
              <Link to="/p/$project/$environment/overview" params={scope} className="text-accent hover:underline">
                Overview
              </Link>
              <Link to="/p/$project/$environment/send" params={scope} className="text-accent hover:underline">
                How to send data
              </Link>
            </span>
          }
        />
      )}
      <UserMenu />
    </header>
  );
}
