import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useIngestStatus } from "@/features/ingest/api/get-ingest-status";
import { useReceivers } from "@/features/ingest/api/use-receivers";
import { useProject } from "@/features/session/api/membership";
import { useScope } from "@/lib/scope";
import { buttonLook } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { collectorCode, NotSent } from "@/ui/not-sent";
import { Page, Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Findings } from "./findings";
import { HostList } from "./host-list";
import { RateChart } from "./rate-chart";
import { SignalTable } from "./signal-table";

export function OverviewPage(): ReactElement {
  const scope = useScope();
  const name = useProject(scope.project)?.project.name;
  const query = useIngestStatus(scope);
  const { grpc } = useReceivers(scope);
  const send = (
    <Link to="/p/$project/$environment/send" params={scope} className={buttonLook()}>
      <Icon name="send" className="size-3.5" />
      Send data
    </Link>
  );
  return (
    <Page title="Overview" about={<>What needs a look, and what arrives in the project {name}.</>} action={send}>
      <View
        query={query}
        what="Asking what arrives"
        loading={<LoadingRows columns={6} />}
        isEmpty={(status) => status.signals.every((s) => !s.lastReceived && s.refused.length + s.rejected.length === 0)}
        empty={
          <NotSent icon="send" title="No telemetry has arrived in this project" scope={scope} code={collectorCode(grpc)}>
            Start a collector on a host. The guide has the address and a key to fill in.
          </NotSent>
        }
      >
        {(status) => (
          <>
            <Findings scope={scope} />
            <Section title="Signals" about="Of all environments. Counts are since the server started; rates over the last five minutes.">
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
