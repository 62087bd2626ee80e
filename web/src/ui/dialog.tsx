import { Dialog as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { IconButton } from "./button";

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** A dialog in the middle of the page. Escape and the cross close it. */
export function Dialog({ open, onClose, title, description, wide = false, children }: Props): ReactElement {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(10_12_18/0.45)]" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          className={`fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[calc(100vw-24px)] ${wide ? "max-w-2xl" : "max-w-md"} -translate-x-1/2 animate-appear flex-col rounded-xl border border-line bg-panel shadow-pop`}
        >
          <header className="flex items-start gap-2 px-5 pt-4 pb-1">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton icon="close" label="Close" className="-mr-2" />
            </Radix.Close>
          </header>
          <div className="overflow-y-auto px-5 pt-3 pb-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }): ReactElement {
  return <div className="mt-5 flex justify-end gap-2">{children}</div>;
}
