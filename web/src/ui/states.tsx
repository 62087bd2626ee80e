import clsx from "clsx";
import type { ReactElement, ReactNode } from "react";
import { ApiError, sentence } from "@/lib/api/error";
import { Button } from "./button";
import { Icon, type IconName } from "./icon";

/** A grey bar where a text will stand. */
export function Bar({ className = "w-24" }: { className?: string }): ReactElement {
  return <span className={clsx("inline-block h-3 animate-breathe rounded bg-hover align-middle", className)} />;
}

/** Loading: the rows of a table before they are there. */
export function LoadingRows({ rows = 3, columns }: { rows?: number; columns: number }): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-panel">
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div key={row} className={clsx("flex h-9 items-center gap-6 px-3", row === 0 && "bg-sunken")}>
          {Array.from({ length: columns }, (_, column) => (
            <Bar key={column} className={column === 0 ? "w-40" : "w-20"} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Empty: why there is nothing, and the next step. */
export function Empty({ icon, title, children, action }: { icon: IconName; title: string; children?: ReactNode; action?: ReactNode }): ReactElement {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-10 text-center">
      <Icon name={icon} className="size-5 text-muted" />
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-xl text-sm text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** Error: what failed, the id under which the server logged it, and another try. */
export function Failed({ what, error, retry }: { what: string; error: unknown; retry?: () => void }): ReactElement {
  const id = error instanceof ApiError ? error.requestId : "";
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg border border-bad/40 bg-bad-soft px-4 py-3">
      <Icon name="alert" className="mt-0.5 size-4 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{what} failed</p>
        <p className="text-sm break-words">{sentence(error)}</p>
        {id && (
          <p className="mt-0.5 text-xs text-muted">
            Request <code className="font-mono select-all">{id}</code>
          </p>
        )}
      </div>
      {retry && (
        <Button icon="refresh" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** What went wrong with a form, above its buttons. */
export function FormError({ error }: { error: unknown }): ReactElement | null {
  if (!error) return null;
  const id = error instanceof ApiError ? error.requestId : "";
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-2.5 py-1.5 text-sm text-bad">
      {sentence(error)}
      {id && <span className="block text-xs">Request {id}</span>}
    </p>
  );
}
