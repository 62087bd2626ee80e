import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState, type ReactElement } from "react";
import { inputOf, isOutrun, useSaveDashboard, type DashboardInput } from "@/features/dashboards/api/change-dashboard";
import type { Dashboard, Widget } from "@/features/dashboards/api/get-dashboard";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Drawer } from "@/ui/drawer";
import { Menu, MenuItem } from "@/ui/menu";
import { Page } from "@/ui/page";
import { Empty, FormError } from "@/ui/states";
import { Badge } from "@/ui/status";
import { DetailsDialog } from "./details-dialog";
import { arrange, below, freeId } from "./grid";
import { GridView } from "./grid-view";
import { LeaveGuard } from "./leave-guard";
import { Outrun } from "./outrun";
import { readDashboardSearch } from "./search";
import { kinds, titleOf, withKind, type Kind } from "./widget";
import { WidgetEditor } from "./widget-editor";

const text = (input: DashboardInput): string => JSON.stringify(input);

/** A dashboard while it is changed. Nothing is kept before it is saved. */
export function Editing({ dashboard }: { dashboard: Dashboard }): ReactElement {
  const scope = useScope();
  const navigate = useNavigate();
  const save = useSaveDashboard(scope, dashboard.id);
  const [base] = useState(dashboard); // what the changes are made to
  const [draft, setDraft] = useState(() => inputOf(dashboard));
  const [past, setPast] = useState<Widget[][]>([]); // to undo
  const [details, setDetails] = useState(false);
  const left = useRef(false); // leaves on purpose
  const dirty = text(draft) !== text(inputOf(base));
  const { widget: chosen } = readDashboardSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const open = draft.widgets.find((w) => w.id === chosen);

  const choose = (widget: string | undefined): void => void navigate({ to: ".", search: (before: object) => ({ ...before, widget }), replace: true });
  const leave = (): void => {
    left.current = true;
    void navigate({ to: ".", search: (before: object) => ({ ...before, edit: undefined, widget: undefined }) });
  };
  const setWidgets = (widgets: Widget[]): void => {
    setPast([...past.slice(-49), draft.widgets]);
    setDraft({ ...draft, widgets });
  };
  const add = (kind: Kind): void => {
    const { w, h } = kinds[kind];
    const made = withKind({ id: freeId(draft.widgets), kind, place: below(draft.widgets, w, h) }, kind);
    setWidgets(arrange([...draft.widgets, made]));
    choose(made.id);
  };
  const outrun = isOutrun(save.error) || (!save.error && !save.isPending && !save.isSuccess && dashboard.version > base.version);
  const keep = (version: number): void => save.mutate({ version, input: draft }, { onSuccess: leave });
  const actions = (
    <>
      <Menu align="end" trigger={<Button icon="plus">Add widget</Button>}>
        {Object.entries(kinds).map(([kind, { name, about }]) => (
          <MenuItem key={kind} onSelect={() => add(kind as Kind)}>
            <span className="flex flex-col">
              {name}
              <span className="text-xs text-muted">{about}</span>
            </span>
          </MenuItem>
        ))}
      </Menu>
      <Button onClick={() => setDetails(true)}>Details</Button>
      <Button
        disabled={past.length === 0}
        onClick={() => {
          setDraft({ ...draft, widgets: past.at(-1) ?? draft.widgets });
          setPast(past.slice(0, -1));
        }}
      >
        Undo
      </Button>
      <Button onClick={leave}>{dirty ? "Discard" : "Close"}</Button>
      <Button kind="primary" busy={save.isPending} disabled={!dirty} onClick={() => keep(base.version)}>
        Save
      </Button>
    </>
  );
  return (
    <Page
      title={draft.name}
      about={
        <>
          <Badge tone="info">editing</Badge> Drag to move and resize, or use the arrow keys on a widget (with shift to resize).
        </>
      }
      action={actions}
    >
      {outrun ? <Outrun id={dashboard.id} draft={draft} onOverwrite={keep} onDrop={leave} busy={save.isPending} /> : <FormError error={save.error} />}
      {draft.widgets.length === 0 && <Empty icon="overview" title="Add the first widget">Choose “Add widget” above: lines, a number, a list, bars or a note.</Empty>}
      <GridView name={dashboard.id} widgets={draft.widgets} editing={{ onChange: setWidgets, onEdit: choose, chosen: open?.id }} />
      <Drawer open={open !== undefined} onClose={() => choose(undefined)} title={open ? titleOf(open) || kinds[open.kind].name : ""}>
        {open && <WidgetEditor key={open.id} widget={open} onChange={(to) => setDraft({ ...draft, widgets: draft.widgets.map((w) => (w.id === to.id ? to : w)) })} onClose={() => choose(undefined)} />}
      </Drawer>
      <DetailsDialog
        open={details}
        onClose={() => setDetails(false)}
        title="Details of the dashboard"
        action="Take over"
        details={{ name: draft.name, description: draft.description ?? "", folder: draft.folder ?? "", tags: draft.tags ?? [] }}
        save={(to) => {
          setDraft({ ...draft, ...to });
          return Promise.resolve();
        }}
      />
      <LeaveGuard when={() => dirty && !left.current} />
    </Page>
  );
}
