import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactElement } from "react";
import scalarUrl from "scalar-standalone?url";
import { useDrawnTheme } from "@/lib/theme";
import { Failed } from "@/ui/states";
import { mend } from "./reference-mend";

interface Scalar {
  createApiReference: (element: HTMLElement, configuration: object) => { destroy: () => void };
}

/** The script of the reference page, loaded once and only here. */
let loading: Promise<Scalar> | undefined;

function load(): Promise<Scalar> {
  loading ??= new Promise<Scalar>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scalarUrl;
    script.onload = () => resolve((window as unknown as { Scalar: Scalar }).Scalar);
    script.onerror = () => {
      loading = undefined;
      script.remove();
      reject(new Error("the script of the reference page could not be loaded"));
    };
    document.head.append(script);
  });
  return loading;
}

// Everything comes from this server, and requests go to it directly, with the cookie of the signed-in browser.
const configuration = {
  url: "/openapi.json",
  proxyUrl: "",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideDarkModeToggle: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  hiddenClients: true,
  customCss: `.light-mode, .dark-mode {
    --scalar-font: var(--font-sans); --scalar-font-code: var(--font-mono); --scalar-custom-header-height: 44px;
    --scalar-background-1: var(--panel); --scalar-background-2: var(--sunken); --scalar-background-3: var(--hover);
    --scalar-color-1: var(--text); --scalar-color-2: var(--muted); --scalar-color-3: var(--muted); --scalar-color-ghost: var(--muted);
    --scalar-sidebar-color-1: var(--text); --scalar-sidebar-color-2: var(--muted); --scalar-sidebar-search-color: var(--muted);
    --scalar-color-accent: var(--accent); --scalar-color-blue: var(--accent); --scalar-color-green: var(--ok);
    --scalar-color-orange: var(--warn); --scalar-color-yellow: var(--warn); --scalar-color-red: var(--bad); --scalar-border-color: var(--line);
  }`,
  metaData: { title: "API reference · Platform" },
  servers: [{ url: window.location.origin, description: "This server" }],
};

/** The interactive reference of the API. */
export function ReferencePage(): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const dark = useDrawnTheme() === "dark";
  useEffect(() => {
    let live = true;
    let reference: { destroy: () => void } | undefined;
    const unmend = box.current ? mend(box.current) : undefined;
    load().then(
      (scalar) => {
        if (live && box.current) reference = scalar.createApiReference(box.current, { ...configuration, forceDarkModeState: dark ? "dark" : "light" });
      },
      (failure: unknown) => live && setError(failure),
    );
    return () => {
      live = false;
      unmend?.();
      reference?.destroy();
    };
  }, [dark, attempt]);
  const retry = (): void => {
    setError(null);
    setAttempt((n) => n + 1);
  };
  return (
    <>
      <header className="sticky top-0 z-20 flex h-11 items-center gap-3 border-b border-line bg-panel px-3">
        <Link to="/" className="flex items-center gap-2 rounded-md p-1 text-sm hover:bg-hover">
          <img src="/favicon.svg" alt="" className="size-5.5" />
          <span className="font-semibold tracking-tight">Platform</span>
        </Link>
        <span className="text-sm text-muted">API reference</span>
        <a href="/openapi.json" className="ml-auto text-sm text-accent hover:underline">
          openapi.json
        </a>
      </header>
      {error ? (
        <div className="p-6">
          <Failed what="Loading the reference" error={error} retry={retry} />
        </div>
      ) : (
        <div ref={box} className="min-h-dvh" />
      )}
    </>
  );
}
