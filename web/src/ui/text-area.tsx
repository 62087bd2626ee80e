import clsx from "clsx";
import { useId, type ReactElement, type ReactNode, type TextareaHTMLAttributes } from "react";

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  plain?: boolean; // prose, not code
  hideLabel?: boolean; // what stands above says it already
  action?: ReactNode; // a button beside the label
}

/** A labelled field for a text of several lines. */
export function TextArea({ label, hint, error, plain = false, hideLabel = false, action, className, ...rest }: Props): ReactElement {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className={clsx("flex items-end justify-between", hideLabel && "sr-only")}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {action}
      </div>
      <textarea
        id={id}
        spellCheck={plain}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-note` : undefined}
        className={clsx("rounded-md border border-line-strong bg-panel px-2.5 py-1.5 placeholder:text-muted/80 disabled:opacity-60 aria-invalid:border-bad", plain ? "text-base" : "font-mono text-sm leading-5", className)}
        {...rest}
      />
      {(error || hint) && (
        <p id={`${id}-note`} className={clsx("text-xs", error ? "text-bad" : "text-muted")}>
          {error || hint}
        </p>
      )}
    </div>
  );
}
