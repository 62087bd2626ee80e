import { useState, type FormEvent, type ReactElement } from "react";
import { useProject } from "@/features/session/api/membership";
import { useCreateApiKey } from "@/features/tenancy/api/create-api-key";
import type { Wire } from "@/lib/api/types";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { SelectField, TextField, Tick } from "@/ui/field";
import { Secret } from "@/ui/secret";
import { FormError } from "@/ui/states";

type Scope = NonNullable<Wire<"CreateKeyBody">["scopes"]>[number];

const scopes: { scope: Scope; label: string; hint: string }[] = [
  { scope: "ingest", label: "ingest", hint: "Send traces, logs and metrics" },
  { scope: "telemetry", label: "telemetry", hint: "Read telemetry" },
  { scope: "models", label: "models", hint: "Read and change the model catalog" },
  { scope: "vault", label: "vault", hint: "Read secrets" },
  { scope: "prompts", label: "prompts", hint: "Read prompts" },
  { scope: "rules", label: "rules", hint: "Evaluate rules" },
  { scope: "chat", label: "chat", hint: "Use the assistant" },
  { scope: "scanner", label: "scanner", hint: "Run scans and read findings" },
];

const lives = [
  { name: "30 days", days: 30 },
  { name: "90 days", days: 90 },
  { name: "1 year", days: 365 },
];

/** Creates an API key and shows it, once. */
export function KeyDialog({ project, open, onClose }: { project: string; open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title="New API key" description="A program uses it to send telemetry or to call the API of this project." wide>
      <KeyForm project={project} onClose={onClose} />
    </Dialog>
  );
}

function KeyForm({ project, onClose }: { project: string; onClose: () => void }): ReactElement {
  const environments = useProject(project)?.project.environments ?? [];
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState("");
  const [days, setDays] = useState(0);
  const [chosen, setChosen] = useState<Scope[]>(["ingest"]);
  const create = useCreateApiKey(project);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({
      name: name.trim(),
      scopes: chosen,
      environment: environment || undefined,
      expiresAt: days > 0 ? new Date(Date.now() + days * 86_400_000).toISOString() : undefined,
    });
  };
  if (create.data?.key) {
    return (
      <>
        <Secret label="API key" value={create.data.key}>
          Copy it now: it is kept only as a hash and is not shown again.
        </Secret>
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField label="Name" required autoFocus maxLength={100} placeholder="collector on gpu-a01" value={name} onChange={(e) => setName(e.target.value)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Environment" value={environment} onChange={(e) => setEnvironment(e.target.value)}>
          <option value="">every environment</option>
          {environments.map((e) => (
            <option key={e}>{e}</option>
          ))}
        </SelectField>
        <SelectField label="Expires" value={days} onChange={(e) => setDays(Number(e.target.value))}>
          <option value={0}>never</option>
          {lives.map((l) => (
            <option key={l.days} value={l.days}>
              after {l.name}
            </option>
          ))}
        </SelectField>
      </div>
      <ScopeChoice chosen={chosen} onChange={setChosen} />
      <FormError error={create.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={create.isPending} disabled={chosen.length === 0}>
          Create key
        </Button>
      </DialogActions>
    </form>
  );
}

function ScopeChoice({ chosen, onChange }: { chosen: Scope[]; onChange: (scopes: Scope[]) => void }): ReactElement {
  const all = chosen.includes("all");
  const toggle = (scope: Scope, on: boolean): void => onChange(on ? [...chosen, scope] : chosen.filter((s) => s !== scope));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">What it may be used for</legend>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {scopes.map(({ scope, label, hint }) => (
          <Tick key={scope} label={label} hint={hint} disabled={all} checked={all || chosen.includes(scope)} onChange={(e) => toggle(scope, e.target.checked)} />
        ))}
        <Tick label="all" hint="Everything above, and what is added later" checked={all} onChange={(e) => onChange(e.target.checked ? ["all"] : ["ingest"])} />
      </div>
    </fieldset>
  );
}
