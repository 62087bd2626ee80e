import { Popover } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useIngestStatus, type SignalStatus } from "@/features/ingest/api/get-ingest-status";
import { history } from "@/features/ingest/api/history";
import { summarise, type State, type Summary } from "@/features/ingest/api/summary";
import { ApiError, sentence } from "@/lib/api/error";
import type { Scope } from "@/lib/api/types";
import { count } from "@/lib/format";
import { useNow } from "@/lib/time/now";
import { Dot, type Tone } from "@/ui/status";
import { Ago } from "@/ui/time";

const tones: Record<State, Tone> = { receiving: "ok", late: "warn", refusing: "bad", nothing: "off", unknown: "off" };

/** "● receiving": whether data arrives, in the top bar; a click explains. more is what to do next. */
export function IngestStatus({ scope, more }: { scope: Scope; more: ReactNode }): ReactElement {
  const now = useNow(5000);
  const { data, error, isPending } = useIngestStatus(scope);
  let summary: Summary = { state: "unknown", text: "asking…", why: "Asking the server." };
  if (data) summary = summarise(data.signals, history(scope.project), now);
  if (error) summary = { state: "refusing", text: "no answer", why: sentence(error) };
  return (
    <Popover.Root>
      <Popover.Trigger className="flex h-7.5 items-center gap-2 rounded-md px-2 text-sm whitespace-nowrap hover:bg-hover" aria-label={`Ingest: ${summary.text}`}>
        <Dot tone={tones[summary.state]} pulse={isPending} />
        <span className="max-md:hidden">{summary.text}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="end" sideOffset={4} collisionPadding={8} aria-label="Ingest status" className="z-50 w-88 max-w-[calc(100vw-16px)] animate-appear rounded-lg border border-line bg-panel p-3.5 shadow-pop">
          <p className="font-medium">{summary.text}</p>
          <p className="mt-0.5 text-sm text-muted">{summary.why}</p>
          {error instanceof ApiError && error.requestId && <p className="text-xs text-muted">Request {error.requestId}</p>}
          {data && <Signals signals={data.signals} />}
          <div className="mt-3 border-t border-line pt-2.5 text-sm">{more}</div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Signals({ signals }: { signals: SignalStatus[] }): ReactElement {
  return (
    <dl className="mt-2.5 flex flex-col gap-1 text-sm">
      {signals.map((s) => (
        <div key={s.signal} className="flex justify-between gap-4">
          <dt>{s.signal}</dt>
          <dd className="text-right text-muted">
            {count(s.accepted)} stored, last <Ago at={s.lastReceived} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
