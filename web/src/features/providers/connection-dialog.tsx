import { Link } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactElement } from "react";
import { useModels } from "@/features/models/api/list-models";
import { useConnections, useProviders, useSaveConnection, useTestConnection, type Connection, type Provider } from "@/features/providers/api/connections";
import { useSecrets } from "@/features/vault/api/list-secrets";
import { sentence } from "@/lib/api/error";
import { withUnit } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Combobox } from "@/ui/combobox";
import { Dialog, DialogActions } from "@/ui/dialog";
import { SelectField, TextField, Tick } from "@/ui/field";
import { FormError } from "@/ui/states";
import { Badge } from "@/ui/status";
import { draftOf, inputOf, likelySecret, numberFault, suggestionsOf, uses, type Draft } from "./connection";

interface Props {
  connection: Connection | null; // null makes a new one
  open: boolean;
  onClose: () => void;
}

/** Connects a language model, or changes how one is reached. */
export function ConnectionDialog({ connection, open, onClose }: Props): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} wide title={connection ? `Change ${connection.name}` : "Connect a language model"} description="The key is read from the vault when the model is asked; it is not kept here.">
      {open && <Form key={connection?.id ?? "new"} connection={connection} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ connection, onClose }: Omit<Props, "open">): ReactElement {
  const scope = useScope();
  const providers = useProviders().data ?? [];
  const all = useConnections(scope).data ?? [];
  const save = useSaveConnection(scope);
  const trial = useTestConnection(scope);
  const [draft, setDraft] = useState<Draft>(() => draftOf(connection, all));
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part });
    trial.reset();
  };
  const provider = providers.find((p) => p.id === draft.provider);
  const faults = { timeout: numberFault(draft.timeout, 1, 600), maxTokens: numberFault(draft.maxTokens, 1, 200_000) };
  const ready = draft.model.trim() !== "" && !faults.timeout && !faults.maxTokens && (draft.baseUrl !== "" || provider?.baseUrl !== "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ id: connection?.id, body: inputOf(draft) }, { onSuccess: onClose });
  };
  return (
    <form className="flex flex-col gap-4" autoComplete="off" onSubmit={submit}>
      <Place draft={draft} change={change} providers={providers} provider={provider} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField label="Time limit" inputMode="numeric" hint="Seconds for one answer." error={faults.timeout} value={draft.timeout} onChange={(e) => change({ timeout: e.target.value })} />
        <TextField label="Length limit" inputMode="numeric" hint="Tokens of one answer." error={faults.maxTokens} value={draft.maxTokens} onChange={(e) => change({ maxTokens: e.target.value })} />
        <TextField label="Name" maxLength={100} placeholder={`${provider?.label ?? ""} ${draft.model}`.trim()} value={draft.name} onChange={(e) => change({ name: e.target.value })} />
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Used for</legend>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-3">
          {uses.map(({ use, name, about }) => {
            const other = all.find((c) => c.id !== connection?.id && c.uses.includes(use));
            return <Tick key={use} label={name} hint={other ? `${about} Now ${other.name}, which would no longer.` : about} checked={draft.uses.includes(use)} onChange={(e) => change({ uses: e.target.checked ? [...draft.uses, use] : draft.uses.filter((u) => u !== use) })} />;
          })}
        </div>
      </fieldset>
      <div role="status" className="text-sm empty:hidden">
        {trial.data?.ok && (
          <Badge tone="ok">
            {trial.data.model || draft.model} answered in {withUnit(trial.data.tookMs / 1000, "s")}
          </Badge>
        )}
        {trial.data && !trial.data.ok && <p className="rounded-md bg-bad-soft px-2.5 py-1.5 text-bad">{sentence(trial.data.error ?? "")}</p>}
      </div>
      <FormError error={trial.error ?? save.error} />
      <DialogActions>
        <Button className="mr-auto" disabled={!ready} busy={trial.isPending} onClick={() => trial.mutate(inputOf(draft))}>
          Test connection
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={!ready} busy={save.isPending}>
          {connection ? "Save" : "Connect"}
        </Button>
      </DialogActions>
    </form>
  );
}

interface PlaceProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  providers: Provider[];
  provider: Provider | undefined;
}

/** Which model, where it is, and with which key. */
function Place({ draft, change, providers, provider }: PlaceProps): ReactElement {
  const scope = useScope();
  const models = useModels(scope).data ?? [];
  const names = (useSecrets(scope).data ?? []).map((s) => s.key);
  const choose = (id: string): void => {
    const next = providers.find((p) => p.id === id);
    change({ provider: id, model: "", baseUrl: "", secret: likelySecret(names, next) });
  };
  const known = draft.secret !== "" && !names.includes(draft.secret) ? [draft.secret, ...names] : names;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Provider" value={draft.provider} onChange={(e) => choose(e.target.value)}>
          {providers.map((p) => (
            <option key={p.id} value={p.id}>
              {p.label}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium">Model</span>
          <Combobox label="Model" value={draft.model} onChange={(model) => change({ model })} suggestions={suggestionsOf(models, draft.provider)} onPick={(s) => change({ model: s.text })} placeholder="as the provider names it" />
          <p className="text-xs text-muted">Suggestions come from the model catalog, which also has its price.</p>
        </div>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Base URL"
          type="url"
          maxLength={500}
          required={provider?.baseUrl === ""}
          placeholder={provider?.baseUrl || "https://llm.example.com/v1"}
          hint={provider?.baseUrl ? "Left empty: the provider's own." : "Of an endpoint that speaks OpenAI's protocol."}
          value={draft.baseUrl}
          onChange={(e) => change({ baseUrl: e.target.value.trim() })}
        />
        <SelectField
          label="Key"
          hint={
            <>
              A secret of the{" "}
              <Link to="/p/$project/$environment/vault" params={scope} className="text-accent underline">
                vault
              </Link>
              {provider?.secret && !names.includes(provider.secret) ? `; usually ${provider.secret}, which it does not have.` : "."}
            </>
          }
          value={draft.secret}
          onChange={(e) => change({ secret: e.target.value })}
        >
          <option value="">send no key</option>
          {known.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </div>
    </>
  );
}
