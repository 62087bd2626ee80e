import type { ReactElement } from "react";
import { readText, type Span } from "./text";

/** A note: titles, lists, links. Nothing in it becomes markup. */
export function TextView({ text }: { text: string }): ReactElement {
  return (
    <div className="flex h-full flex-col gap-2 overflow-y-auto px-3 pb-3 text-sm break-words">
      {readText(text).map((block, i) => {
        if (block.kind !== "list") {
          return (
            <p key={i} className={block.kind === "title" ? "font-semibold" : undefined}>
              <Spans of={block.spans} />
            </p>
          );
        }
        return (
          <ul key={i} className="list-disc pl-5">
            {block.items.map((item, n) => (
              <li key={n}>
                <Spans of={item} />
              </li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}

function Spans({ of }: { of: Span[] }): ReactElement {
  return (
    <>
      {of.map((s, i) => {
        if (s.kind === "strong") return <b key={i}>{s.text}</b>;
        if (s.kind === "code") return <code key={i} className="font-mono">{s.text}</code>;
        if (s.kind === "link") return <a key={i} href={s.to} rel="noreferrer" className="text-accent underline">{s.text}</a>;
        return s.text;
      })}
    </>
  );
}
