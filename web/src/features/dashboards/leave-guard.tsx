import { useBlocker } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";

/** Asks before changes that were not saved are left behind. */
export function LeaveGuard({ when }: { when: () => boolean }): ReactElement {
  const { status, proceed, reset } = useBlocker({
    // Another time range or another open widget leaves nothing behind.
    shouldBlockFn: ({ current, next }) => when() && (next.pathname !== current.pathname || !("edit" in next.search)),
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <Dialog open={status === "blocked"} onClose={() => reset?.()} title="Leave without saving?" description="The changes to this dashboard are lost.">
      <DialogActions>
        <Button onClick={() => reset?.()}>Stay</Button>
        <Button kind="danger" onClick={() => proceed?.()}>
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  );
}
