import { Outlet, useLocation, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { useHere, useRemember } from "@/app/place";
import { followZone, readZone, useZone, type Zone } from "@/lib/time/zone";
import { NoPlace } from "./no-place";
import { Palette } from "./palette";
import { SideNav } from "./side-nav";
import { TopBar } from "./top-bar";

/** What every page stands in: the top bar, the navigation, the palette. */
export function Frame(): ReactElement {
  const here = useHere();
  const [menu, setMenu] = useState(false);
  const [palette, setPalette] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const zone = useFollowedZone();
  useRemember(here);
  useHotkey(() => setPalette((open) => !open));
  const [shown, setShown] = useState(pathname);
  if (shown !== pathname) {
    setShown(pathname);
    setMenu(false);
  }
  const first = useRef(pathname);
  useEffect(() => {
    main.current?.scrollTo(0, 0);
    if (first.current === pathname) return;
    first.current = "";
    // Keys act on the new page, not on the link that led to it.
    if (!document.activeElement?.closest("main, [role=dialog]")) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] md:grid-cols-[200px_minmax(0,1fr)]">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-1 focus:rounded-md focus:bg-panel focus:px-3 focus:py-1.5">
        Skip to the page
      </a>
      <TopBar here={here} onMenu={() => setMenu((open) => !open)} menuOpen={menu} onSearch={() => setPalette(true)} />
      <SideNav here={here} open={menu} onClose={() => setMenu(false)} />
      <main id="main" ref={main} tabIndex={-1} className="overflow-y-auto px-4 py-5 outline-none md:px-6">
        {/* Mounted anew, every time on the page is written in the other zone. */}
        {here ? <Outlet key={zone} /> : <NoPlace />}
      </main>
      <Palette here={here} open={palette} onClose={() => setPalette(false)} />
    </div>
  );
}

/** The zone of the URL, or the one that this browser remembers. */
function useFollowedZone(): Zone {
  const { tz } = readZone(useSearch({ strict: false }) as Record<string, unknown>);
  useEffect(() => followZone(tz), [tz]);
  return useZone();
}

/** ⌘K, or Ctrl and K. */
function useHotkey(act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
