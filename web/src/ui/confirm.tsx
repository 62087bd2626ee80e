import { AlertDialog as Radix } from "radix-ui";
import { useState, type ReactElement, type ReactNode } from "react";
import { Button } from "./button";
import { FormError } from "./states";

interface Props {
  trigger: ReactNode; // the button that asks
  title: string; // "Delete the project default?"
  lost: ReactNode; // what will be gone
  action: string; // "Delete project"
  run: () => Promise<unknown>;
}

/** Asks once before something is lost, and names what. The dialog stays when the action fails. */
export function Confirm({ trigger, title, lost, action, run }: Props): ReactElement {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const toggle = (next: boolean): void => {
    setOpen(next);
    setError(null);
  };
  const act = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await run();
      setOpen(false);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Radix.Root open={open} onOpenChange={toggle}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(10_12_18/0.45)]" />
        <Radix.Content className="fixed top-[18vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-md -translate-x-1/2 animate-appear rounded-xl border border-line bg-panel p-5 shadow-pop">
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 text-sm text-muted">{lost}</div>
          </Radix.Description>
          <div className="mt-3">
            <FormError error={error} />
          </div>
          <div className="mt-4 flex justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>Keep</Button>
            </Radix.Cancel>
            <Button kind="danger" busy={busy} onClick={() => void act()}>
              {action}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
