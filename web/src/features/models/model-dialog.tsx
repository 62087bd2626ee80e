import { useState, type FormEvent, type ReactElement } from "react";
import type { Model } from "@/features/models/api/list-models";
import { usePutModel } from "@/features/models/api/put-model";
import { ApiError } from "@/lib/api/error";
import type { Scope } from "@/lib/api/types";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { SelectField, TextField } from "@/ui/field";
import { FormError } from "@/ui/states";
import { parsePrice, priceNames, type PriceName } from "./price";

interface Props {
  scope: Scope;
  model: Model | null; // null makes a new one
  providers: string[];
  open: boolean;
  onClose: () => void;
}

/** Creates or edits a model. */
export function ModelDialog(props: Props): ReactElement {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.model ? `Edit ${props.model.model_id}` : "New model"} description="A changed price holds from now on; earlier spans keep the price of their time." wide>
      <ModelForm {...props} />
    </Dialog>
  );
}

function ModelForm({ scope, model, providers, onClose }: Props): ReactElement {
  const put = usePutModel(scope);
  const [form, setForm] = useState(() => ({
    provider: model?.provider ?? "",
    id: model?.model_id ?? "",
    name: model?.displayName ?? "",
    type: (model?.modelType ?? "chat") as string,
    context: String(model?.contextWindow ?? 128000),
    capabilities: model?.capabilities.join(", ") ?? "",
  }));
  const [prices, setPrices] = useState(() => Object.fromEntries(priceNames.map(({ name }) => [name, String(model?.[name] ?? 0)])) as Record<PriceName, string>);
  const change = (part: Partial<typeof form>): void => setForm({ ...form, ...part });
  const refused = (member: string): string | undefined => (put.error instanceof ApiError ? (put.error.about(`model.${member}`) ?? (member === "provider" ? put.error.about("provider") : undefined)) : undefined);
  const bad = priceNames.some(({ name }) => parsePrice(prices[name]) === undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (bad) return;
    const body = {
      model_id: form.id,
      displayName: form.name || form.id,
      modelType: form.type,
      contextWindow: Number(form.context),
      capabilities: form.capabilities.split(/[\s,]+/).filter(Boolean),
      ...Object.fromEntries(priceNames.map(({ name }) => [name, parsePrice(prices[name])])),
    };
    put.mutate({ provider: form.provider, model: body }, { onSuccess: onClose });
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Provider" required autoFocus={!model} disabled={model !== null} list="model-providers" maxLength={200} placeholder="openai" error={refused("provider")} value={form.provider} onChange={(e) => change({ provider: e.target.value })} />
        <TextField label="Model id" required disabled={model !== null} maxLength={200} placeholder="gpt-4o" hint="As spans name it." error={refused("model_id")} value={form.id} onChange={(e) => change({ id: e.target.value })} />
        <TextField label="Display name" autoFocus={model !== null} maxLength={200} placeholder={form.id} error={refused("displayName")} value={form.name} onChange={(e) => change({ name: e.target.value })} />
        <div className="grid grid-cols-2 gap-4">
          <SelectField label="Type" value={form.type} onChange={(e) => change({ type: e.target.value })}>
            {["chat", "embeddings", "images", "audio"].map((t) => (
              <option key={t}>{t}</option>
            ))}
          </SelectField>
          <TextField label="Context" type="number" min={0} required hint="Tokens." error={refused("contextWindow")} value={form.context} onChange={(e) => change({ context: e.target.value })} />
        </div>
      </div>
      <fieldset>
        <legend className="text-sm font-medium">Prices in USD per million tokens</legend>
        <div className="mt-1.5 grid grid-cols-2 gap-4 sm:grid-cols-4">
          {priceNames.map(({ name, short }) => (
            <TextField key={name} label={short} inputMode="decimal" error={parsePrice(prices[name]) === undefined ? "0 to 1,000,000" : refused(name)} value={prices[name]} onChange={(e) => setPrices({ ...prices, [name]: e.target.value })} />
          ))}
        </div>
        <p className="mt-1 text-xs text-muted">A cache price of 0 means that cached tokens cost as input.</p>
      </fieldset>
      <TextField label="Capabilities" placeholder="function-calling, vision" hint="Words, with commas between." value={form.capabilities} onChange={(e) => change({ capabilities: e.target.value })} />
      <datalist id="model-providers">
        {providers.map((p) => (
          <option key={p} value={p} />
        ))}
      </datalist>
      <FormError error={put.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={bad} busy={put.isPending}>
          {model ? "Save" : "Create model"}
        </Button>
      </DialogActions>
    </form>
  );
}
