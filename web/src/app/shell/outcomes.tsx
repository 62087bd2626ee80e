import { Link, useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { buttonLook } from "@/ui/button";
import { Bar, Empty, Failed } from "@/ui/states";

/** A page that could not be shown. */
export function Broken({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="mx-auto w-full max-w-2xl p-6">
      <Failed what="Opening this page" error={error} retry={retry} />
    </div>
  );
}

/** A page that is on its way. */
export function Loading(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="mx-auto flex w-full max-w-6xl flex-col gap-3 p-6">
      <Bar className="h-5 w-48" />
      <Bar className="w-96 max-w-full" />
      <Bar className="mt-4 h-32 w-full" />
    </div>
  );
}

/** A path that leads nowhere. */
export function Missing(): ReactElement {
  return (
    <main className="mx-auto w-full max-w-2xl p-6">
      <Empty
        icon="search"
        title="There is no such page"
        action={
          <Link to="/" className={buttonLook("primary")}>
            Go to the overview
          </Link>
        }
      >
        The address may be mistyped, or the page was moved.
      </Empty>
    </main>
  );
}
