import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { useCreateDashboard, useDeleteDashboard, useDuplicateDashboard, useExportDashboard } from "@/features/dashboards/api/change-dashboard";
import { useDashboards, type DashboardSummary } from "@/features/dashboards/api/list-dashboards";
import { atLeast, useProject } from "@/features/session/api/membership";
import { plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { SmallSelect } from "@/ui/field";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, FormError, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { DetailsDialog } from "./details-dialog";
import { ImportDialog } from "./import-dialog";
import { readDashboardsSearch, type DashboardsSearch } from "./search";

const columns: Column<DashboardSummary>[] = [
  { name: "Name", cell: (d) => <span className="font-medium">{d.name}</span> },
  {
    name: "Description",
    cell: (d) => (
      <span className="line-clamp-1 max-w-72 text-sm text-muted" title={d.description}>
        {d.description}
      </span>
    ),
    wide: true,
  },
  { name: "Folder", cell: (d) => d.folder, wide: true },
  {
    name: "Tags",
    cell: (d) => (
      <span className="flex gap-1">
        {d.tags.map((t) => (
          <Badge key={t} tone="off">
            {t}
          </Badge>
        ))}
      </span>
    ),
    wide: true,
  },
  { name: "Widgets", cell: (d) => d.widgetCount, number: true, wide: true },
  { name: "Changed", cell: (d) => <Ago at={d.updatedAt} />, number: true },
];

export function DashboardsPage(): ReactElement {
  const scope = useScope();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const query = useDashboards(scope);
  const create = useCreateDashboard(scope);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"new" | "import">();
  const open = (dashboard: string, edit = false): void => void navigate({ to: "/p/$project/$environment/dashboards/$dashboard", params: { ...scope, dashboard }, search: edit ? { edit } : {} });
  const actions = admin && (
    <>
      <Button onClick={() => setDialog("import")}>Import</Button>
      <Button kind="primary" icon="plus" onClick={() => setDialog("new")}>
        New dashboard
      </Button>
    </>
  );
  return (
    <Page title="Dashboards" about="Pages of charts and numbers that the people of this project keep." action={actions}>
      <View
        query={query}
        what="Listing dashboards"
        loading={<LoadingRows columns={5} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="overview" title="There is no dashboard yet">
            {admin ? "Make one here, import one, or choose “Add to dashboard” on the Metrics page." : "An administrator of the organisation can make one."}
          </Empty>
        }
      >
        {(all) => <Dashboards all={all} admin={admin} open={open} />}
      </View>
      <DetailsDialog
        open={dialog === "new"}
        onClose={() => setDialog(undefined)}
        title="New dashboard"
        action="Create dashboard"
        save={async (details) => open((await create.mutateAsync({ format: 1, ...details, widgets: [] })).id, true)}
      />
      <ImportDialog open={dialog === "import"} onClose={() => setDialog(undefined)} onDone={(id) => open(id)} />
    </Page>
  );
}

function Dashboards({ all, admin, open }: { all: DashboardSummary[]; admin: boolean; open: (dashboard: string) => void }): ReactElement {
  const scope = useScope();
  const navigate = useNavigate();
  const remove = useDeleteDashboard(scope);
  const copy = useDuplicateDashboard(scope);
  const give = useExportDashboard(scope);
  const search = readDashboardsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const go = (part: DashboardsSearch): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...part }), replace: true });
  const folders = [...new Set(all.map((d) => d.folder).filter(Boolean))].sort((a, b) => a.localeCompare(b));
  const words = (search.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((d) => (!search.folder || d.folder === search.folder) && words.every((w) => `${d.name} ${d.description} ${d.tags.join(" ")}`.toLowerCase().includes(w)));
  return (
    <div className="flex flex-col gap-3">
      <div role="search" aria-label="Dashboards" className="flex flex-wrap items-center gap-2">
        <input type="search" aria-label="Search dashboards" placeholder="Words of the name, or a tag" value={search.q ?? ""} onChange={(e) => go({ q: e.target.value || undefined })} className="h-7 w-60 rounded-md border border-line-strong bg-panel px-2 text-sm placeholder:text-muted/80" />
        {folders.length > 0 && (
          <SmallSelect label="Folder" value={search.folder ?? ""} onChange={(e) => go({ folder: e.target.value || undefined })}>
            <option value="">every folder</option>
            {folders.map((f) => (
              <option key={f}>{f}</option>
            ))}
          </SmallSelect>
        )}
      </div>
      <FormError error={copy.error ?? give.error} />
      {found.length === 0 ? (
        <Empty icon="search" title="No dashboard is like that" action={<Button onClick={() => go({ q: undefined, folder: undefined })}>Show all dashboards</Button>} />
      ) : (
        <Table
          label="Dashboards"
          columns={columns}
          rows={found}
          rowKey={(d) => d.id}
          onOpen={(d) => open(d.id)}
          actions={(d) => (
            <>
              <IconButton icon="send" label={`Export ${d.name}`} onClick={() => give.mutate(d)} />
              {admin && <IconButton icon="copy" label={`Duplicate ${d.name}`} onClick={() => copy.mutate(d.id)} />}
              {admin && (
                <Confirm
                  trigger={<IconButton icon="trash" label={`Delete ${d.name}`} />}
                  title={`Delete ${d.name}?`}
                  lost={<>The dashboard with its {plural(d.widgetCount, "widget")} is lost for everybody in this project. What it showed stays stored.</>}
                  action="Delete dashboard"
                  run={() => remove.mutateAsync(d.id)}
                />
              )}
            </>
          )}
        />
      )}
    </div>
  );
}
