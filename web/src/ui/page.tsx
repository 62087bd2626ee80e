import type { ReactElement, ReactNode } from "react";

/** A page: title · one sentence of what it shows · primary action. */
export function Page({ title, about, action, children }: { title: string; about: ReactNode; action?: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <p className="text-muted">{about}</p>
        </div>
        {action && <div className="flex items-center gap-2">{action}</div>}
      </header>
      {children}
    </div>
  );
}

/** A titled part of a page. */
export function Section({ title, about, action, children }: { title: string; about?: ReactNode; action?: ReactNode; children: ReactNode }): ReactElement {
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          {about && <p className="text-sm text-muted">{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A bordered box for a form or a few facts. */
export function Panel({ children, className = "" }: { children: ReactNode; className?: string }): ReactElement {
  return <div className={`rounded-lg border border-line bg-panel p-4 ${className}`}>{children}</div>;
}
