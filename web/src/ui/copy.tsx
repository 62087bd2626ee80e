import { useEffect, useState, type ReactElement } from "react";
import { Button, IconButton } from "./button";

export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void write(text).then(() => setCopied(true)) };
}

/** Plain HTTP on another host than localhost has no clipboard API. */
async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function CopyButton({ text, label }: { text: string; label: string }): ReactElement {
  const { copied, copy } = useCopy(text);
  return (
    <Button icon={copied ? "check" : "copy"} onClick={copy} aria-label={copied ? "Copied" : label}>
      {copied ? "Copied" : "Copy"}
    </Button>
  );
}

/** Copies a text that stands beside it. */
export function CopyIcon({ text, label }: { text: string; label: string }): ReactElement {
  const { copied, copy } = useCopy(text);
  return <IconButton icon={copied ? "check" : "copy"} label={copied ? "Copied" : label} onClick={copy} className="size-6" />;
}

/** A short text that is often needed elsewhere, such as an id. */
export function CopyText({ text, label }: { text: string; label: string }): ReactElement {
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <code className="truncate font-mono text-sm">{text}</code>
      <CopyIcon text={text} label={label} />
    </span>
  );
}

/** Commands or settings to take over as they are. */
export function CodeBlock({ text, label }: { text: string; label: string }): ReactElement {
  return (
    <figure className="relative rounded-lg border border-line bg-sunken">
      <pre aria-label={label} className="px-3.5 py-3 pr-24 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
      <div className="absolute top-2 right-2">
        <CopyButton text={text} label={`Copy: ${label}`} />
      </div>
    </figure>
  );
}
