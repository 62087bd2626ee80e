import { useState, type ReactElement } from "react";
import { useImportModels, type Import, type Imported } from "@/features/models/api/files";
import { count, plural } from "@/lib/format";
import type { Scope, Wire } from "@/lib/api/types";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { SelectField, TextField } from "@/ui/field";
import { FormError } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { TextArea } from "@/ui/text-area";

const shown = 200; // changes drawn; the rest is counted

/** Imports a file in two steps: what would change, then the change. */
export function ImportDialog({ scope, open, onClose }: { scope: Scope; open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title="Import models" description="CSV with a header line, JSON as it is exported, or a price list of an SDK. Nothing changes before you have seen the difference." wide>
      <ImportForm scope={scope} onClose={onClose} />
    </Dialog>
  );
}

function ImportForm({ scope, onClose }: { scope: Scope; onClose: () => void }): ReactElement {
  const take = useImportModels(scope);
  const [file, setFile] = useState<Import>({ text: "", existing: "update", provider: "", preview: true });
  const [seen, setSeen] = useState<Imported | null>(null); // what the preview said of this file
  const change = (part: Partial<Import>): void => {
    setFile({ ...file, ...part });
    setSeen(null);
    take.reset();
  };
  const models = seen ? seen.imported + seen.updated : 0;
  const providers = seen ? seen.providersImported + seen.providersUpdated : 0;
  return (
    <div className="flex flex-col gap-4">
      <label className="flex flex-col gap-1 text-sm font-medium">
        File
        <input
          type="file"
          accept=".json,.csv,application/json,text/csv"
          onChange={(e) => {
            const chosen = e.target.files?.[0];
            if (chosen) void chosen.text().then((text) => change({ text }));
          }}
          className="text-sm font-normal file:mr-3 file:h-7.5 file:rounded-md file:border file:border-solid file:border-line-strong file:bg-panel file:px-2.5 file:text-sm file:font-medium"
        />
      </label>
      <TextArea
        label="or its text"
        rows={4}
        placeholder={"provider,model_id,displayName,inputPricePerMToken,outputPricePerMToken\nacme,acme-1,Acme 1,1.5,6"}
        value={file.text}
        onChange={(e) => change({ text: e.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Models that are there already" value={file.existing} onChange={(e) => change({ existing: e.target.value as Import["existing"] })}>
          <option value="update">take the file's values</option>
          <option value="skip">stay as they are</option>
        </SelectField>
        <TextField label="Provider, where the file names none" placeholder="custom" maxLength={200} value={file.provider} onChange={(e) => change({ provider: e.target.value })} />
      </div>
      {seen && <Difference of={seen} />}
      <FormError error={take.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {models + providers > 0 ? (
          <Button kind="primary" busy={take.isPending} onClick={() => take.mutate({ ...file, preview: false }, { onSuccess: onClose })}>
            Import {[models > 0 && plural(models, "model"), providers > 0 && plural(providers, "provider")].filter(Boolean).join(" and ")}
          </Button>
        ) : (
          <Button kind="primary" busy={take.isPending} disabled={!file.text.trim()} onClick={() => take.mutate({ ...file, preview: true }, { onSuccess: setSeen })}>
            Show what changes
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

type Change = Wire<"ModelChange">;

const columns: Column<Change>[] = [
  {
    name: "Model",
    cell: (c) => (
      <>
        {c.model_id && <span className="text-muted">{c.provider}/</span>}
        {c.model_id || `${c.provider}, the provider`}
      </>
    ),
  },
  { name: "State", cell: (c) => <Badge tone={c.action === "create" ? "ok" : "warn"}>{c.action === "create" ? "new" : "changes"}</Badge> },
  {
    name: "Difference",
    cell: (c) => (
      <ul className="text-sm">
        {c.fields?.map((f) => (
          <li key={f.field}>
            {fieldName(f.field)} {f.from && <del className="text-bad decoration-bad/60">{f.from}</del>} {f.from && <span aria-hidden="true">→ </span>}
            <ins className="text-ok no-underline">{f.to || "–"}</ins>
          </li>
        ))}
      </ul>
    ),
  },
];

/** inputPricePerMToken → input price */
function fieldName(field: string): string {
  return field.replace(/PerMToken$/, "").replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`);
}

function Difference({ of }: { of: Imported }): ReactElement {
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm">
        <b>{count(of.imported)}</b> new · <b>{count(of.updated)}</b> changed · {count(of.skipped)} stay as they are
        {of.providersImported + of.providersUpdated > 0 && <> · providers: {count(of.providersImported)} new, {count(of.providersUpdated)} changed</>}
      </p>
      {of.changes.length > 0 && (
        <div tabIndex={0} role="group" aria-label="Changes of the import" className="max-h-72 overflow-y-auto">
          <Table label="Changes" columns={columns} rows={of.changes.slice(0, shown)} rowKey={(c) => `${c.provider}/${c.model_id}`} />
        </div>
      )}
      {of.changes.length > shown && <p className="text-xs text-muted">The first {shown} of {count(of.changes.length)} changes.</p>}
    </div>
  );
}
