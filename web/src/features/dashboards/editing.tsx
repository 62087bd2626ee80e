import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState, type ReactElement } from "react";
import { isOutrun, useSaveDashboard } from "@/features/dashboards/api/change-dashboard";
import type { Dashboard } from "@/features/dashboards/api/get-dashboard";
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
import { readDashboardSearch, type DashboardSearch } from "./search";
import { useDraft } from "./use-draft";
import { kinds, titleOf, withKind, type Kind } from "./widget";
import { WidgetEditor } from "./widget-editor";

/** A dashboard while it is changed. Nothing is kept before it is saved. */
export function Editing({ dashboard }: { dashboard: Dashboard }): ReactElement {
  const navigate = useNavigate();
  const save = useSaveDashboard(useScope(), dashboard.id);
  const draft = useDraft(dashboard);
  const { widgets } = draft.input;
  const [details, setDetails] = useState(false);
  const settled = useRef(false); // nothing is left behind that should not be
  const { widget: chosen } = readDashboardSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const open = widgets.find((w) => w.id === chosen);

  const go = (to: DashboardSearch, replace = false): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...to }), replace });
  const choose = (widget: string | undefined): void => go({ widget }, true);
  const close = (): void => go({ edit: undefined, widget: undefined });
  const leave = (): void => {
    settled.current = true;
    close();
  };
  const add = (kind: Kind): void => {
    const { w, h } = kinds[kind];
    const made = withKind({ id: freeId(widgets), kind, place: below(widgets, w, h) }, kind);
    draft.arrange(arrange([...widgets, made]));
    choose(made.id);
  };
  const edit = (id: string): void => {
    draft.mark();
    choose(id);
  };
  const keep = (version: number): void => save.mutate({ version, input: draft.input }, { onSuccess: leave });
  const outrun = isOutrun(save.error) || (save.isIdle && dashboard.version > draft.base.version);
  const actions = (
    <>
      <AddMenu onAdd={add} />
      <Button onClick={() => setDetails(true)}>Details</Button>
      <Button disabled={!draft.undo} onClick={draft.undo}>
        Undo
      </Button>
      <Button onClick={close}>{draft.dirty ? "Discard" : "Close"}</Button>
      <Button kind="primary" busy={save.isPending} disabled={!draft.dirty} onClick={() => keep(draft.base.version)}>
        Save
      </Button>
    </>
  );
  const about = (
    <>
      <Badge tone="info">editing</Badge> Drag to move and resize, or use the arrow keys on a widget (with shift to resize).
    </>
  );
  return (
    <Page title={draft.input.name} about={about} action={actions}>
      {outrun ? <Outrun id={dashboard.id} draft={draft.input} onOverwrite={keep} onDrop={leave} busy={save.isPending} /> : <FormError error={save.error} />}
      {widgets.length === 0 && (
        <Empty icon="overview" title="Add the first widget">
          Choose “Add widget” above: lines, a number, a list, bars or a note.
        </Empty>
      )}
      <GridView name={dashboard.id} widgets={widgets} editing={{ onChange: draft.arrange, onEdit: edit, chosen: open?.id }} />
      <Drawer open={open !== undefined} onClose={() => choose(undefined)} title={open ? titleOf(open) || kinds[open.kind].name : ""}>
        {open && <WidgetEditor key={open.id} widget={open} onChange={(to) => draft.change({ widgets: widgets.map((w) => (w.id === to.id ? to : w)) })} onClose={() => choose(undefined)} />}
      </Drawer>
      <DetailsDialog
        open={details}
        onClose={() => setDetails(false)}
        title="Details of the dashboard"
        action="Take over"
        details={{ name: draft.input.name, description: draft.input.description ?? "", folder: draft.input.folder ?? "", tags: draft.input.tags ?? [] }}
        save={async (to) => draft.change(to)}
      />
      <LeaveGuard when={() => draft.dirty && !settled.current} />
    </Page>
  );
}

function AddMenu({ onAdd }: { onAdd: (kind: Kind) => void }): ReactElement {
  return (
    <Menu align="end" trigger={<Button icon="plus">Add widget</Button>}>
      {Object.entries(kinds).map(([kind, { name, about }]) => (
        <MenuItem key={kind} onSelect={() => onAdd(kind as Kind)}>
          <span className="flex flex-col">
            {name}
            <span className="text-xs text-muted">{about}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
