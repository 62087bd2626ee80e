import type { ReactElement, ReactNode } from "react";

/** The frame of the pages that are seen before signing in. */
export function Entrance({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4">
      <div className="flex items-center gap-2.5">
        <img src="/favicon.svg" alt="" className="size-7" />
        <span className="text-lg font-semibold tracking-tight">Platform</span>
      </div>
      <div className="w-full max-w-sm rounded-xl border border-line bg-panel p-6">
        <h1 className="mb-4 text-lg font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}
