import { Tabs } from "radix-ui";
import { useState, type ReactElement } from "react";
import { atLeast, useProject } from "@/features/session/api/membership";
import { useCreateApiKey } from "@/features/tenancy/api/create-api-key";
import { useScope } from "@/lib/scope";
import { storage } from "@/lib/storage";
import { Button } from "@/ui/button";
import { CodeBlock } from "@/ui/copy";
import { TextField } from "@/ui/field";
import { Page } from "@/ui/page";
import { Secret } from "@/ui/secret";
import { FormError } from "@/ui/states";
import { useIngestStatus, type IngestStatus } from "./api/get-ingest-status";
import { reachable } from "./api/reachable";
import { Arrivals } from "./arrivals";
import { placeholder, ways } from "./snippets";
import { Step } from "./step";

type Protocol = "grpc" | "http";

/** The first-run guide: a key, the commands, and whether it works. */
export function SendPage(): ReactElement {
  const scope = useScope();
  const [key, setKey] = useState("");
  const { data } = useIngestStatus(scope);
  const grpc = useAddress("grpc", data?.addresses);
  const http = useAddress("http", data?.addresses);
  return (
    <Page title="Send data" about="Three steps until telemetry of a host or a program is here.">
      <ol className="flex flex-col gap-6">
        <Step number={1} title="Take an API key">
          <KeyStep project={scope.project} environment={scope.environment} onKey={setKey} />
        </Step>
        <Step number={2} title="Start a sender">
          <div className="grid max-w-2xl gap-3 sm:grid-cols-2">
            <TextField label="OTLP over gRPC" type="url" value={grpc.url} onChange={(e) => grpc.change(e.target.value)} hint={grpc.hint} />
            <TextField label="OTLP over HTTP" type="url" value={http.url} onChange={(e) => http.change(e.target.value)} hint={http.hint} />
          </div>
          <Ways grpc={grpc.url} http={http.url} apiKey={key} environment={scope.environment} />
        </Step>
        <Step number={3} title="See it arrive">
          <Arrivals scope={scope} />
        </Step>
      </ol>
    </Page>
  );
}

/** Where to send: what was written here before, or else what the server says. */
function useAddress(protocol: Protocol, all: IngestStatus["addresses"] | undefined): { url: string; hint: string; change: (url: string) => void } {
  const [written, setWritten] = useState(() => storage.get(`otlp.${protocol}`) || null);
  const variable = `PLATFORM_OTLP_${protocol.toUpperCase()}_ADDR`;
  const address = all?.[protocol];
  let hint = "As the server reports it. Another name, of a proxy say, can be written here.";
  if (address?.local) hint = `Only programs on the server's own host reach it; ${variable} opens it to others.`;
  if (all && !address) hint = `The server does not take it: ${variable} is empty.`;
  const change = (url: string): void => {
    storage.set(`otlp.${protocol}`, url);
    setWritten(url || null);
  };
  return { url: written ?? reachable(address) ?? "", hint, change };
}

function KeyStep({ project, environment, onKey }: { project: string; environment: string; onKey: (key: string) => void }): ReactElement {
  const admin = atLeast(useProject(project)?.organisation.role, "admin");
  const create = useCreateApiKey(project);
  if (!admin) return <p className="text-sm text-muted">Creating a key needs the role admin. Ask an admin of the organisation for one with the scope ingest.</p>;
  if (create.data?.key) {
    return (
      <Secret label="API key" value={create.data.key}>
        Filled in below. Keep it now: it is not shown again.
      </Secret>
    );
  }
  const run = (): void => create.mutate({ name: `sender of ${environment}`, scopes: ["ingest"], environment }, { onSuccess: (made) => onKey(made.key ?? "") });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button kind="primary" icon="key" busy={create.isPending} onClick={run}>
        Create a key for {environment}
      </Button>
      <span className="text-sm text-muted">It may send telemetry and nothing else. A key that you have works as well.</span>
      <FormError error={create.error} />
    </div>
  );
}

function Ways({ grpc, http, apiKey, environment }: { grpc: string; http: string; apiKey: string; environment: string }): ReactElement {
  const to = { grpc, http, environment, key: apiKey || placeholder };
  return (
    <Tabs.Root defaultValue="collector">
      <Tabs.List aria-label="Ways to send" className="mb-2.5 flex gap-1 overflow-x-auto border-b border-line">
        {ways.map((way) => (
          <Tabs.Trigger
            key={way.id}
            value={way.id}
            className="-mb-px border-b-2 border-transparent px-2.5 py-1.5 text-sm whitespace-nowrap text-muted -outline-offset-2 hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text"
          >
            {way.name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {ways.map((way) => (
        <Tabs.Content key={way.id} value={way.id} className="flex flex-col gap-2">
          <p className="text-sm text-muted">{way.about}</p>
          <CodeBlock text={way.text(to)} label={`${way.name} settings`} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
