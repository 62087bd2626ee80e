import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import type { Scope } from "@/lib/api/types";
import { buttonLook } from "./button";
import { CodeBlock } from "./copy";
import type { IconName } from "./icon";
import { Empty } from "./states";

interface Props {
  icon: IconName;
  title: string;
  scope: Scope;
  code?: { label: string; text: string }; // what would send it
  fine?: boolean; // that nothing is there is no lack
  children: ReactNode;
}

/** Empty for want of telemetry: how it is sent, and the way to the page that shows all of it. */
export function NotSent({ icon, title, scope, code, fine = false, children }: Props): ReactElement {
  const send = (
    <Link to="/p/$project/$environment/send" params={scope} className={buttonLook(fine ? "plain" : "primary")}>
      Send data
    </Link>
  );
  return (
    <Empty icon={icon} title={title} action={send}>
      {children}
      {code && (
        <div className="mt-3 text-left text-text">
          <CodeBlock {...code} />
        </div>
      )}
    </Empty>
  );
}

/** The command that starts a collector which sends to a gRPC receiver. */
export function collectorCode(grpc: string, environment?: string): { label: string; text: string } {
  const tag = environment ? `OTEL_RESOURCE_ATTRIBUTES="deployment.environment=${environment}" \\\n` : "";
  return { label: "Start a collector", text: `OTEL_EXPORTER_OTLP_ENDPOINT=${grpc} \\\nOTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20YOUR_API_KEY" \\\n${tag}  collector` };
}
