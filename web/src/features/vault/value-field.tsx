import { useState, type ReactElement } from "react";
import { IconButton } from "@/ui/button";
import { TextArea } from "@/ui/text-area";

/** A value that nobody reads over the shoulder: dots, unless asked for. It may have several lines. */
export function ValueField({ label, hint, required, value, onChange }: { label: string; hint?: string; required?: boolean; value: string; onChange: (value: string) => void }): ReactElement {
  const [plain, setPlain] = useState(false);
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={3}
      required={required}
      autoComplete="off"
      value={value}
      onChange={(e) => onChange(e.target.value)}
      className={plain ? undefined : "[-webkit-text-security:disc]"}
      action={<IconButton icon={plain ? "close" : "search"} label={plain ? "Hide what is typed" : "Show what is typed"} onClick={() => setPlain(!plain)} className="size-6" />}
    />
  );
}
