import type { ReactElement } from "react";

/** One of a few ways to see the same. */
export function Switch<T extends string>({ label, value, options, onChange }: { label: string; value: T; options: readonly T[]; onChange: (to: T) => void }): ReactElement {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-md border border-line-strong bg-panel p-0.5">
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className="h-6 rounded px-2.5 text-sm text-muted first-letter:uppercase hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
        >
          {option}
        </button>
      ))}
    </div>
  );
}
