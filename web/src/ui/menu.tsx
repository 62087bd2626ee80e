import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { Icon } from "./icon";

/** A menu that opens from a button. */
export function Menu({ trigger, children, align = "start" }: { trigger: ReactNode; children: ReactNode; align?: "start" | "end" }): ReactElement {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-52 animate-appear overflow-y-auto rounded-lg border border-line bg-panel p-1 shadow-pop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuTitle({ children }: { children: ReactNode }): ReactElement {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">{children}</Radix.Label>;
}

export function MenuLine(): ReactElement {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}

const item = "flex w-full cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none data-highlighted:bg-hover";

/** One entry; chosen marks the current one of several. */
export function MenuItem({ chosen, onSelect, children }: { chosen?: boolean; onSelect: () => void; children: ReactNode }): ReactElement {
  return (
    <Radix.Item className={item} onSelect={onSelect} aria-current={chosen || undefined}>
      {chosen !== undefined && <Icon name="check" className={`size-3.5 ${chosen ? "text-accent" : "invisible"}`} />}
      {children}
    </Radix.Item>
  );
}
