import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useIngestStatus, type SignalStatus } from "@/features/ingest/api/get-ingest-status";
import { stateOf } from "@/features/ingest/api/summary";
import type { Scope } from "@/lib/api/types";
import { count, rate } from "@/lib/format";
import { useNow } from "@/lib/time/now";
import { Icon } from "@/ui/icon";
import { View } from "@/ui/query";
import { Bar } from "@/ui/states";
import { Dot } from "@/ui/status";
import { Ago } from "@/ui/time";

const hurry = 2000; // ms; somebody is looking at it

/** Turns green when data arrives. */
export function Arrivals({ scope }: { scope: Scope }): ReactElement {
  const query = useIngestStatus(scope, hurry);
  const now = useNow();
  const arriving = query.data?.signals.some((s) => stateOf(s.lastReceived, now) === "receiving") ?? false;
  return (
    <div className="flex flex-col gap-3">
      <div role="status" className="text-sm">
        {arriving ? (
          <p className="flex items-center gap-2 font-medium text-ok">
            <Icon name="check" /> Data is arriving.{" "}
            <Link to="/p/$project/$environment/overview" params={scope} className="text-accent underline-offset-2 hover:underline">
              Open the overview
            </Link>
          </p>
        ) : (
          <p className="flex items-center gap-2 text-muted">
            <Dot tone="warn" pulse /> Waiting for data. This page asks every two seconds.
          </p>
        )}
      </div>
      <View query={query} what="Asking what arrives" loading={<Bar className="h-16 w-full" />}>
        {(status) => (
          <div className="grid gap-3 sm:grid-cols-3">
            {status.signals.map((s) => (
              <Card key={s.signal} status={s} now={now} />
            ))}
          </div>
        )}
      </View>
    </div>
  );
}

function Card({ status, now }: { status: SignalStatus; now: number }): ReactElement {
  const state = stateOf(status.lastReceived, now);
  const refusals = [...status.rejected, ...status.refused];
  return (
    <div className={`rounded-lg border bg-panel px-3.5 py-2.5 ${state === "receiving" ? "border-ok/60" : "border-line"}`}>
      <p className="flex items-center gap-2 font-medium">
        <Dot tone={state === "receiving" ? "ok" : state === "late" ? "warn" : "off"} />
        {status.signal}
      </p>
      {state === "nothing" ? (
        <p className="text-sm text-muted">nothing yet</p>
      ) : (
        <p className="text-sm text-muted">
          last <Ago at={status.lastReceived} />, {rate(status.perMinute)} per minute
        </p>
      )}
      {refusals.map((r) => (
        <p key={r.reason} className="text-sm text-bad">
          {count(r.count)} refused: {r.reason}
        </p>
      ))}
    </div>
  );
}
