import type { ReactElement } from "react";
import { atLeast, useProject } from "@/features/session/api/membership";
import { useDatabaseConfigs, type DatabaseConfig } from "@/features/tenancy/api/list-database-configs";
import { useRoutes, type Route } from "@/features/tenancy/api/list-routes";
import { usePutRoute } from "@/features/tenancy/api/put-route";
import { useScope } from "@/lib/scope";
import { SmallSelect } from "@/ui/field";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { FormError, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";

const signals: { signal: Route["signal"]; about: string }[] = [
  { signal: "traces", about: "Spans, events and links" },
  { signal: "logs", about: "Log records" },
  { signal: "metrics", about: "Gauges, sums, histograms, summaries" },
  { signal: "intelligence", about: "Secrets, prompts, rules and models" },
];

export function RoutingPage(): ReactElement {
  const { project } = useScope();
  const routes = useRoutes(project);
  const databases = useDatabaseConfigs(project);
  return (
    <Page title="Signal routing" about="Which database each signal of each environment is kept in. What is not routed goes to the default.">
      <View query={databases} what="Listing database configurations" loading={<LoadingRows columns={3} rows={4} />}>
        {(all) => (
          <View query={routes} what="Listing routes" loading={<LoadingRows columns={3} rows={4} />}>
            {(rules) => <Matrix project={project} databases={all} routes={rules} />}
          </View>
        )}
      </View>
    </Page>
  );
}

function Matrix({ project, databases, routes }: { project: string; databases: DatabaseConfig[]; routes: Route[] }): ReactElement {
  const placed = useProject(project);
  const admin = atLeast(placed?.organisation.role, "admin");
  const put = usePutRoute(project);
  const usual = databases.find((d) => d.default)?.name ?? "none";
  const cell = (signal: Route["signal"], environment: string): ReactElement => (
    <SmallSelect
      label={`${signal} of ${environment}`}
      className="w-full max-w-56"
      disabled={!admin || put.isPending}
      value={routes.find((r) => r.signal === signal && r.environment === environment)?.databaseConfigId ?? ""}
      onChange={(e) => put.mutate({ signal, environment, databaseConfigId: e.target.value })}
    >
      <option value="">default ({usual})</option>
      {databases.map((d) => (
        <option key={d.id} value={d.id}>
          {d.name}
        </option>
      ))}
    </SmallSelect>
  );
  const columns: Column<(typeof signals)[number]>[] = [
    {
      name: "Signal",
      cell: (s) => (
        <>
          <span className="font-medium">{s.signal}</span> <span className="ml-1 text-sm text-muted max-sm:hidden">{s.about}</span>
        </>
      ),
    },
    ...(placed?.project.environments ?? []).map((environment) => ({ name: environment, cell: (s: (typeof signals)[number]) => cell(s.signal, environment) })),
  ];
  return (
    <>
      <Table label="Signal routing" columns={columns} rows={signals} rowKey={(s) => s.signal} />
      <FormError error={put.error} />
      {databases.length < 2 && <p className="text-sm text-muted">The project has one database, so everything goes there. Add another under Databases to route signals to it.</p>}
    </>
  );
}
