import clsx from "clsx";
import { useId, type InputHTMLAttributes, type ReactElement, type ReactNode, type SelectHTMLAttributes } from "react";

const box = "h-8 w-full rounded-md border border-line-strong bg-panel px-2.5 text-base placeholder:text-muted/80 disabled:opacity-60 aria-invalid:border-bad";

interface Common {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A labelled text field with its hint and what is wrong with it. */
export function TextField({ label, hint, error, className, ...rest }: Common & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <input id={id} className={box} aria-invalid={error ? true : undefined} aria-describedby={hint || error ? `${id}-note` : undefined} {...rest} />
    </Labelled>
  );
}

/** A labelled choice from a few. */
export function SelectField({ label, hint, error, className, children, ...rest }: Common & SelectHTMLAttributes<HTMLSelectElement>): ReactElement {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <select id={id} className={box} aria-describedby={hint || error ? `${id}-note` : undefined} {...rest}>
        {children}
      </select>
    </Labelled>
  );
}

/** A choice inside a table, named by its label. */
export function SmallSelect({ label, className, ...rest }: { label: string } & SelectHTMLAttributes<HTMLSelectElement>): ReactElement {
  return <select aria-label={label} className={clsx("h-7 rounded-md border border-line-strong bg-panel px-1.5 text-sm disabled:opacity-60", className)} {...rest} />;
}

function Labelled({ id, label, hint, error, className, children }: Common & { id: string; className?: string | undefined; children: ReactNode }): ReactElement {
  return (
    <div className={clsx("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {(error || hint) && (
        <p id={`${id}-note`} className={clsx("text-xs", error ? "text-bad" : "text-muted")}>
          {error || hint}
        </p>
      )}
    </div>
  );
}

/** A box to tick, with its words. */
export function Tick({ label, hint, ...rest }: { label: string; hint?: string } & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  return (
    <label className="flex items-start gap-2 text-sm">
      <input type="checkbox" className="mt-0.5 size-3.5 accent-accent-strong" {...rest} />
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
