import { useId, type ReactElement, type TextareaHTMLAttributes } from "react";

/** A labelled field for a text of several lines. */
export function TextArea({ label, hint, error, ...rest }: { label: string; hint?: string; error?: string } & TextareaHTMLAttributes<HTMLTextAreaElement>): ReactElement {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea id={id} spellCheck={false} aria-invalid={error ? true : undefined} aria-describedby={hint || error ? `${id}-note` : undefined} className="rounded-md border border-line-strong bg-panel px-2.5 py-1.5 font-mono text-sm leading-5 placeholder:text-muted/80 aria-invalid:border-bad" {...rest} />
      {(error || hint) && (
        <p id={`${id}-note`} className={`text-xs ${error ? "text-bad" : "text-muted"}`}>
          {error || hint}
        </p>
      )}
    </div>
  );
}
