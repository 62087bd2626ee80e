import clsx from "clsx";
import type { ButtonHTMLAttributes, ReactElement, Ref } from "react";
import { Icon, type IconName } from "./icon";

type Kind = "primary" | "plain" | "quiet" | "danger";

const looks: Record<Kind, string> = {
  primary: "bg-accent-strong text-on-accent hover:brightness-110",
  plain: "border border-line-strong bg-panel hover:bg-hover",
  quiet: "text-muted hover:bg-hover hover:text-text",
  danger: "bg-bad-strong text-on-accent hover:brightness-110",
};

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: Kind;
  icon?: IconName;
  busy?: boolean; // the action is under way: shown, and not to be started again
  ref?: Ref<HTMLButtonElement>;
}

/** How a button looks, for links that act as one. */
export function buttonLook(kind: Kind = "plain"): string {
  return clsx("inline-flex h-7.5 items-center justify-center gap-1.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap disabled:opacity-55", looks[kind]);
}

export function Button({ kind = "plain", icon, busy = false, className, children, disabled, ...rest }: Props): ReactElement {
  return (
    <button
      type="button"
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={clsx(buttonLook(kind), className)}
      {...rest}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} className="size-3.5" />}
      {children}
    </button>
  );
}

/** A button that is only a drawing; its label is its name for everybody else. */
export function IconButton({ icon, label, className, ...rest }: Omit<Props, "kind" | "busy"> & { icon: IconName; label: string }): ReactElement {
  return (
    <button type="button" aria-label={label} title={label} className={clsx("inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text disabled:opacity-50", className)} {...rest}>
      <Icon name={icon} className="size-3.5" />
    </button>
  );
}

function Spinner(): ReactElement {
  return <span className="size-3 animate-spin rounded-full border-[1.5px] border-current border-t-transparent" aria-hidden="true" />;
}
