import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useIngestStatus } from "@/features/ingest/api/get-ingest-status";
import { reachable } from "@/features/ingest/api/reachable";
import { useProject } from "@/features/session/api/membership";
import { useScope } from "@/lib/scope";
import { buttonLook } from "@/ui/button";
import { CodeBlock } from "@/ui/copy";
import { Icon } from "@/ui/icon";
import { Page, Section } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { HostList } from "./host-list";
import { RateChart } from "./rate-chart";
import { SignalTable } from "./signal-table";

export function OverviewPage(): ReactElement {
  const scope = useScope();
  const name = useProject(scope.project)?.project.name;
  const query = useIngestStatus(scope);
  const send = (
    <Link to="/p/$project/$environment/send" params={scope} className={buttonLook()}>
      <Icon name="send" className="size-3.5" />
      Send data
    </Link>
  );
  return (
    <Page title="Overview" about={<>What arrives in the project {name}, of all environments.</>} action={send}>
      <View
        query={query}
        what="Asking what arrives"
        loading={<LoadingRows columns={6} />}
        isEmpty={(status) => status.signals.every((s) => !s.lastReceived && s.refused.length + s.rejected.length === 0)}
        empty={
          <Empty icon="send" title="No telemetry has arrived in this project" action={send}>
            Start a collector on a host. The guide has the address and a key to fill in.
            <div className="mt-3 text-left text-text">
              <CodeBlock label="Start a collector" text={`OTEL_EXPORTER_OTLP_ENDPOINT=${reachable(query.data?.addresses.grpc) ?? "http://HOST:4317"} \\\nOTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20YOUR_API_KEY" \\\n  collector`} />
            </div>
          </Empty>
        }
      >
        {(status) => (
          <>
            <Section title="Signals" about="Counts are since the server started; rates over the last five minutes.">
              <SignalTable signals={status.signals} />
            </Section>
            <HostList scope={scope} />
            <RateChart signals={status.signals} />
          </>
        )}
      </View>
    </Page>
  );
}
