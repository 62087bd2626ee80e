import { useEffect, useRef, useState, type ReactElement } from "react";
import scalarUrl from "scalar-standalone?url";
import { useDrawnTheme } from "@/lib/theme";
import { Failed } from "@/ui/states";

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
    load().then(
      (scalar) => {
        if (live && box.current) reference = scalar.createApiReference(box.current, { ...configuration, forceDarkModeState: dark ? "dark" : "light" });
      },
      (failure: unknown) => live && setError(failure),
    );
    return () => {
      live = false;
      reference?.destroy();
    };
  }, [dark, attempt]);
  const retry = (): void => {
    setError(null);
    setAttempt((n) => n + 1);
  };
  if (error) {
    return (
      <div className="p-6">
        <Failed what="Loading the reference" error={error} retry={retry} />
      </div>
    );
  }
  return <div ref={box} className="min-h-dvh" />;
}
