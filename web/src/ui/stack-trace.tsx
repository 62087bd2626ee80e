import clsx from "clsx";
import type { ReactElement } from "react";
import { CopyButton } from "@/ui/copy";
import { readStack } from "./stack";

/** A stack trace; frames of libraries step back, so that those of the program are found. */
export function StackTrace({ text }: { text: string }): ReactElement {
  return (
    <figure className="rounded-lg border border-line bg-sunken">
      <pre aria-label="Stack trace" tabIndex={0} className="max-h-96 overflow-auto px-3.5 py-3 font-mono text-xs leading-[18px] whitespace-pre-wrap wrap-anywhere">
        {readStack(text).map(({ text: line, kind }, i) => (
          <span key={i} className={clsx("block min-h-[18px]", kind === "library" && "text-muted", kind === "own" && "-mx-1.5 border-l-2 border-accent pl-1 font-medium")}>
            {line}
          </span>
        ))}
      </pre>
      <div className="flex justify-end px-2 pb-2">
        <CopyButton text={text} label="Copy the stack trace" />
      </div>
    </figure>
  );
}
