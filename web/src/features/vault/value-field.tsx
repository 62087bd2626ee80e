import { useId, useState, type ReactElement } from "react";
import { IconButton } from "@/ui/button";

/** A value that nobody reads over the shoulder: dots, unless asked for. It may have several lines. */
export function ValueField({ label, hint, required, value, onChange }: { label: string; hint?: string; required?: boolean; value: string; onChange: (value: string) => void }): ReactElement {
  const id = useId();
  const [plain, setPlain] = useState(false);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-end justify-between">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <IconButton icon={plain ? "close" : "search"} label={plain ? "Hide what is typed" : "Show what is typed"} onClick={() => setPlain(!plain)} className="size-6" />
      </div>
      <textarea
        id={id}
        rows={3}
        required={required}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={hint ? `${id}-note` : undefined}
        value={value}
        onChange={(e) => onChange(e.target.value)}
        className={`rounded-md border border-line-strong bg-panel px-2.5 py-1.5 font-mono text-sm ${plain ? "" : "[-webkit-text-security:disc]"}`}
      />
      {hint && (
        <p id={`${id}-note`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
