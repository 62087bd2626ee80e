import { Link, useParams } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useHost, type Host } from "@/features/hosts/api/list-hosts";
import { useRange, useScope } from "@/lib/scope";
import { valueFilter, writeFilters } from "@/lib/telemetry/filter";
import { rangeName } from "@/lib/time/range";
import { buttonLook } from "@/ui/button";
import { CompareSelect, useComparison } from "@/ui/compare";
import { Figures } from "@/ui/figures";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Ago } from "@/ui/time";
import { percent } from "./health";
import { HostDetail } from "./host-detail";

/** One host under its own URL. */
export function HostPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { host: name = "" } = useParams({ strict: false }) as { host?: string };
  const query = useHost(scope, range, name);
  const all = (
    <Link to="/p/$project/$environment/hosts" params={scope} className={buttonLook()}>
      All hosts
    </Link>
  );
  return (
    <Page title={name} about={<>What this host did in the {rangeName(range)}.</>} action={<Actions name={name} all={all} />}>
      <View
        query={query}
        what="Reading the host"
        loading={<LoadingRows columns={4} rows={8} />}
        isEmpty={(found) => found === null}
        empty={
          <Empty icon="hosts" title={`${name} did not report in the ${rangeName(range)}`} action={all}>
            Choose a longer time range.
          </Empty>
        }
      >
        {(found) => found && <Whole host={found} />}
      </View>
    </Page>
  );
}

/** The ways on: what the host logged and which requests it served. */
function Actions({ name, all }: { name: string; all: ReactElement }): ReactElement {
  const scope = useScope();
  const where = writeFilters([valueFilter({ source: "resource", key: "host.name" }, name)]);
  return (
    <>
      <Link to="/p/$project/$environment/logs" params={scope} search={{ where }} className={buttonLook()}>
        Logs
      </Link>
      <Link to="/p/$project/$environment/traces" params={scope} search={{ where, list: "spans" }} className={buttonLook()}>
        Spans
      </Link>
      {all}
    </>
  );
}

/** What a host is and where, in words. */
function factsOf(host: Host): string[] {
  return [host.type, host.cluster && `cluster ${host.cluster}`, host.node && host.node !== host.name ? `node ${host.node}` : "", [host.cloudProvider, host.region].filter(Boolean).join(" "), host.environment].filter((f): f is string => !!f);
}

function Whole({ host }: { host: Host }): ReactElement {
  const { compared, compare } = useComparison();
  return (
    <>
      <Figures
        label="Now"
        columns={4}
        of={[
          { name: "CPU", value: percent(host.cpuUtilization) },
          { name: "Memory", value: percent(host.memoryUtilization) },
          { name: "Logical CPUs", value: String(host.cpus ?? "–") },
          { name: "GPUs", value: String(host.gpus) },
        ]}
      />
      <div className="-my-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
        <p className="flex flex-wrap gap-x-2">
          {factsOf(host).map((fact) => (
            <span key={fact}>{fact} ·</span>
          ))}
          <span>
            seen <Ago at={host.lastSeen} />
          </span>
        </p>
        <CompareSelect compared={compared} compare={compare} />
      </div>
      <HostDetail host={host} compared={compared} />
    </>
  );
}
