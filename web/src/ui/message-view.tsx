import clsx from "clsx";
import { useState, type ReactElement } from "react";
import type { Wire } from "@/lib/api/types";
import { count } from "@/lib/format";

const looks: Record<string, string> = { user: "bg-accent-soft text-accent", assistant: "bg-ok-soft text-ok", tool: "bg-warn-soft text-warn" };

/** Something that was said, and by whom. */
export function MessageView({ message }: { message: Wire<"ModelMessage"> }): ReactElement {
  return (
    <div className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-3 max-sm:grid-cols-1">
      <div>
        <span className={clsx("inline-block rounded px-1.5 py-px text-xs font-medium", looks[message.role] ?? "bg-sunken text-muted")}>{message.role}</span>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        {message.parts.map((part, i) => (
          <PartView key={i} part={part} />
        ))}
        {message.finishReason && message.finishReason !== "stop" && <p className="text-xs text-muted">ended: {message.finishReason}</p>}
      </div>
    </div>
  );
}

function PartView({ part }: { part: Wire<"MessagePart"> }): ReactElement {
  switch (part.type) {
    case "tool_call":
      return <Code title={`calls ${part.name || "a tool"}`} text={pretty(part.arguments ?? "")} />;
    case "tool_result":
      return <Code title={part.name ? `${part.name} answered` : "the tool answered"} text={pretty(part.text ?? "")} />;
    case "reasoning":
      return (
        <div className="border-l-2 border-line-strong pl-2.5 text-muted">
          <span className="text-xs">reasoning</span>
          <Long text={part.text ?? ""} />
        </div>
      );
    case "text":
      return <Long text={part.text ?? ""} />;
    default:
      return <Code title={part.type === "media" ? "a file or picture" : "something else"} text={pretty(part.text ?? "")} />;
  }
}

const enough = 1500; // characters

/** A text; a long one is cut until it is asked for. */
function Long({ text, mono = false }: { text: string; mono?: boolean }): ReactElement {
  const [whole, setWhole] = useState(false);
  const cut = text.length > enough && !whole;
  return (
    <div className="min-w-0">
      <p className={clsx("break-words whitespace-pre-wrap", mono && "font-mono text-xs leading-[17px]")}>{cut ? `${text.slice(0, enough)}…` : text}</p>
      {text.length > enough && (
        <button type="button" className="text-xs text-accent hover:underline" onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : `Show all ${count(text.length)} characters`}
        </button>
      )}
    </div>
  );
}

function Code({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <div className="rounded-md border border-line bg-sunken px-2.5 py-1.5">
      <p className="text-xs font-medium text-muted">{title}</p>
      {text && <Long text={text} mono />}
    </div>
  );
}

/** JSON with a line for each member; other texts as they are. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
