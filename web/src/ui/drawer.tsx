import clsx from "clsx";
import { Dialog as Radix } from "radix-ui";
import { useRef, type ReactElement, type ReactNode } from "react";
import { IconButton } from "./button";

/** A detail beside its list, which keeps its place. Escape closes it and leads back to where it was opened. */
export function Drawer({ open, onClose, title, wide = false, children }: { open: boolean; onClose: () => void; title: string; wide?: boolean; children: ReactNode }): ReactElement {
  const before = useRef<Element | null>(null);
  const goBack = (event: Event): void => {
    event.preventDefault();
    // Who has gone elsewhere meanwhile stays there.
    if (document.activeElement === document.body && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => (before.current = document.activeElement)}
          onCloseAutoFocus={goBack}
          onInteractOutside={(event) => event.preventDefault()}
          className={clsx("fixed top-12 right-0 bottom-0 z-30 flex w-full animate-slide flex-col border-l border-line bg-panel shadow-pop", wide ? "max-w-3xl" : "max-w-lg")}
        >
          <header className="flex items-center gap-2 border-b border-line px-4 py-2.5">
            <Radix.Title className="min-w-0 flex-1 truncate text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="close" label="Close" />
            </Radix.Close>
          </header>
          <div className="flex flex-1 flex-col gap-4 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
