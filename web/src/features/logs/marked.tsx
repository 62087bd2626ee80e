import type { ReactElement } from "react";
import { highlight } from "./log";

/** A text in which what is sought is marked. */
export function Marked({ text, words }: { text: string; words: string[] }): ReactElement {
  if (words.length === 0) return <>{text}</>;
  return (
    <>
      {highlight(text, words).map((part, i) =>
        part.sought ? (
          <mark key={i} className="rounded-[2px] bg-warn/25 text-text">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
