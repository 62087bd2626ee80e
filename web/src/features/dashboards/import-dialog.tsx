import { useState, type FormEvent, type ReactElement } from "react";
import { useImportDashboard, type DashboardInput } from "@/features/dashboards/api/change-dashboard";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { FormError } from "@/ui/states";

/** Makes a dashboard of an exported file. */
export function ImportDialog({ open, onClose, onDone }: { open: boolean; onClose: () => void; onDone: (dashboard: string) => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title="Import a dashboard" description="A file as it is exported. A name that is taken gets a number.">
      <ImportForm onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function ImportForm({ onClose, onDone }: { onClose: () => void; onDone: (dashboard: string) => void }): ReactElement {
  const take = useImportDashboard(useScope());
  const [text, setText] = useState("");
  const parsed = parse(text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (parsed) take.mutate(parsed, { onSuccess: (made) => onDone(made.id) });
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <label className="flex flex-col gap-1 text-sm font-medium">
        File
        <input
          type="file"
          accept=".json,application/json"
          onChange={(e) => {
            const chosen = e.target.files?.[0];
            take.reset();
            if (chosen) void chosen.text().then(setText);
          }}
          className="text-sm font-normal file:mr-3 file:h-7.5 file:rounded-md file:border file:border-solid file:border-line-strong file:bg-panel file:px-2.5 file:text-sm file:font-medium"
        />
      </label>
      {text !== "" && !parsed && (
        <p role="alert" className="text-sm text-bad">
          This is not a file of a dashboard.
        </p>
      )}
      <FormError error={take.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={take.isPending} disabled={!parsed}>
          Import
        </Button>
      </DialogActions>
    </form>
  );
}

/** Whatever the file holds: the server says what is wrong with it. */
function parse(text: string): DashboardInput | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "widgets" in value ? (value as DashboardInput) : undefined;
  } catch {
    return undefined;
  }
}
