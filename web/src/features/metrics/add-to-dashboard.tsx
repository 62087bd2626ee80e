import { Link } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactElement } from "react";
import { useAddWidget } from "@/features/dashboards/api/change-dashboard";
import { useDashboards } from "@/features/dashboards/api/list-dashboards";
import { useScope } from "@/lib/scope";
import { isComplete, queryWords, writeQuery, type Query } from "@/lib/series/query";
import { Button, buttonLook } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { SelectField, TextField } from "@/ui/field";
import { FormError } from "@/ui/states";

interface Props {
  queries: Query[];
  formula: string;
  stacked: boolean;
}

/** Keeps what the explorer shows as a widget of a dashboard. */
export function AddToDashboard(props: Props): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" icon="plus" disabled={!props.queries.every(isComplete)} onClick={() => setOpen(true)}>
        Add to dashboard
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Add to a dashboard" description="It becomes a widget below those that are there.">
        <AddForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function AddForm({ queries, formula, stacked, onClose }: Props & { onClose: () => void }): ReactElement {
  const scope = useScope();
  const all = useDashboards(scope);
  const add = useAddWidget(scope);
  const [dashboard, setDashboard] = useState<string>();
  const [name, setName] = useState("");
  const [title, setTitle] = useState(() => (formula || queries.map(queryWords).join(", ")).slice(0, 200));
  const chosen = dashboard ?? all.data?.[0]?.id ?? "";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const widget = { kind: "series" as const, title, queries: queries.map(writeQuery), ...(formula && { formula }), ...(stacked && { stacked }) };
    add.mutate({ dashboard: chosen || undefined, name, widget });
  };
  if (add.data) {
    return (
      <>
        <p role="status" className="text-sm">
          It is on {add.data.name}.
        </p>
        <DialogActions>
          <Button onClick={onClose}>Stay here</Button>
          <Link to="/p/$project/$environment/dashboards/$dashboard" params={{ ...scope, dashboard: add.data.id }} className={buttonLook("primary")}>
            Open the dashboard
          </Link>
        </DialogActions>
      </>
    );
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <SelectField label="Dashboard" value={chosen} onChange={(e) => setDashboard(e.target.value)}>
        {all.data?.map((d) => (
          <option key={d.id} value={d.id}>
            {d.name}
          </option>
        ))}
        <option value="">A new one</option>
      </SelectField>
      {chosen === "" && <TextField label="Name of the dashboard" required maxLength={100} value={name} onChange={(e) => setName(e.target.value)} />}
      <TextField label="Title of the widget" maxLength={200} value={title} onChange={(e) => setTitle(e.target.value)} />
      <FormError error={add.error ?? all.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={add.isPending} disabled={all.isPending}>
          Add
        </Button>
      </DialogActions>
    </form>
  );
}
