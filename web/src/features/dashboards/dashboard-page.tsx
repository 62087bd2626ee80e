import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useDuplicateDashboard, useExportDashboard } from "@/features/dashboards/api/change-dashboard";
import { useDashboard, type Dashboard } from "@/features/dashboards/api/get-dashboard";
import { atLeast, useProject } from "@/features/session/api/membership";
import { ApiError } from "@/lib/api/error";
import { useScope } from "@/lib/scope";
import { Button, buttonLook } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty } from "@/ui/states";
import { Editing } from "./editing";
import { GridView } from "./grid-view";
import { readDashboardSearch } from "./search";

/** One dashboard: to look at, or to edit. */
export function DashboardPage(): ReactElement {
  const scope = useScope();
  const { dashboard: id = "" } = useParams({ strict: false });
  const query = useDashboard(scope, id);
  if (query.error instanceof ApiError && query.error.status === 404) return <Gone />;
  if (!query.data) {
    return (
      <Page title="Dashboard" about="…">
        <View query={query} what="Reading the dashboard" loading={<Skeleton />}>
          {() => null}
        </View>
      </Page>
    );
  }
  return <Board key={id} dashboard={query.data} />;
}

function Board({ dashboard }: { dashboard: Dashboard }): ReactElement {
  const scope = useScope();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const { edit } = readDashboardSearch(useSearch({ strict: false }) as Record<string, unknown>);
  return edit && admin ? <Editing dashboard={dashboard} /> : <Viewing dashboard={dashboard} admin={admin} />;
}

function Viewing({ dashboard, admin }: { dashboard: Dashboard; admin: boolean }): ReactElement {
  const scope = useScope();
  const navigate = useNavigate();
  const copy = useDuplicateDashboard(scope);
  const give = useExportDashboard(scope);
  const edit = (): void => void navigate({ to: ".", search: (before: object) => ({ ...before, edit: true }) });
  const duplicate = (): void => copy.mutate(dashboard.id, { onSuccess: (made) => void navigate({ to: "/p/$project/$environment/dashboards/$dashboard", params: { ...scope, dashboard: made.id } }) });
  const actions = (
    <>
      <Link to="/p/$project/$environment/dashboards" params={scope} className={buttonLook("quiet")}>
        All dashboards
      </Link>
      <Menu align="end" trigger={<Button busy={copy.isPending || give.isPending}>More</Button>}>
        <MenuItem onSelect={() => give.mutate(dashboard)}>Export as a file</MenuItem>
        {admin && <MenuItem onSelect={duplicate}>Duplicate</MenuItem>}
      </Menu>
      {admin && (
        <Button icon="edit" onClick={edit}>
          Edit
        </Button>
      )}
    </>
  );
  return (
    <Page title={dashboard.name} about={dashboard.description || "Drag over a chart to choose its time range for all; double-click to go back."} action={actions}>
      {dashboard.widgets.length > 0 ? (
        <GridView name={dashboard.id} widgets={dashboard.widgets} />
      ) : (
        <Empty icon="overview" title="This dashboard has no widget yet" action={admin && <Button kind="primary" icon="edit" onClick={edit}>Edit</Button>} />
      )}
    </Page>
  );
}

/** The layout of a dashboard before it is there. */
function Skeleton(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3 sm:grid-cols-2">
      {Array.from({ length: 4 }, (_, i) => (
        <div key={i} className="h-60 animate-breathe rounded-lg bg-hover" />
      ))}
    </div>
  );
}

function Gone(): ReactElement {
  const scope = useScope();
  return (
    <Page title="Dashboard" about="It is not there.">
      <Empty
        icon="overview"
        title="This dashboard was deleted, or belongs to another project"
        action={
          <Link to="/p/$project/$environment/dashboards" params={scope} className={buttonLook("primary")}>
            All dashboards
          </Link>
        }
      />
    </Page>
  );
}
