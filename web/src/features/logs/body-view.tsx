import { useState, type ReactElement } from "react";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy";
import { prettyJson, type Token } from "./json";
import { Marked } from "./marked";

const colours: Partial<Record<Token["kind"], string>> = { key: "text-accent", text: "text-ok", mark: "text-muted" };

/** What a line says; JSON is drawn with indents, or as it was sent. */
export function BodyView({ body, words }: { body: string; words: string[] }): ReactElement {
  const tokens = prettyJson(body);
  const [raw, setRaw] = useState(false);
  return (
    <figure className="rounded-lg border border-line bg-sunken">
      <pre aria-label="Message" tabIndex={0} className="max-h-96 overflow-auto px-3.5 py-3 font-mono text-sm leading-5 whitespace-pre-wrap wrap-anywhere">
        {tokens && !raw
          ? tokens.map((t, i) => (
              <span key={i} className={colours[t.kind]}>
                <Marked text={t.text} words={words} />
              </span>
            ))
          : body ? <Marked text={body} words={words} /> : <span className="text-muted">It has no message.</span>}
      </pre>
      <div className="flex justify-end gap-1.5 px-2 pb-2">
        {tokens && (
          <Button kind="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            {raw ? "With indents" : "As it was sent"}
          </Button>
        )}
        <CopyButton text={body} label="Copy the message" />
      </div>
    </figure>
  );
}
