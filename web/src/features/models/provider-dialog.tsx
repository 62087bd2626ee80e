import { useState, type FormEvent, type ReactElement } from "react";
import { useSaveProvider, type CatalogProvider } from "@/features/models/api/providers";
import { ApiError } from "@/lib/api/error";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { TextField, Tick } from "@/ui/field";
import { FormError } from "@/ui/states";
import { TextArea } from "@/ui/text-area";
import { newSetting, providerDraft, providerInput, settingFault, settingNumbers, type SettingDraft } from "./provider";

interface Props {
  provider: CatalogProvider | null; // null describes a new one
  open: boolean;
  onClose: () => void;
}

/** Describes a provider of the catalog. */
export function ProviderDialog({ provider, open, onClose }: Props): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={provider ? `Edit ${provider.displayName}` : "New provider"} description="Who serves models, and what a request to them may set." wide>
      <ProviderForm provider={provider} onClose={onClose} />
    </Dialog>
  );
}

function ProviderForm({ provider, onClose }: Omit<Props, "open">): ReactElement {
  const save = useSaveProvider(useScope());
  const [draft, setDraft] = useState(() => providerDraft(provider));
  const change = (part: Partial<typeof draft>): void => setDraft({ ...draft, ...part });
  const refused = (member: string): string | undefined => (save.error instanceof ApiError ? save.error.about(member) : undefined);
  const bad = draft.settings.some((s) => settingFault(s, draft.settings));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!bad) save.mutate({ there: provider !== null, body: providerInput(draft, provider !== null) }, { onSuccess: onClose });
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Provider id" required autoFocus={!provider} disabled={provider !== null} maxLength={200} placeholder="acme" hint="As models and spans name it." error={refused("providerId")} value={draft.id} onChange={(e) => change({ id: e.target.value })} />
        <TextField label="Display name" autoFocus={provider !== null} maxLength={200} placeholder={draft.id} error={refused("displayName")} value={draft.name} onChange={(e) => change({ name: e.target.value })} />
      </div>
      <TextArea label="Description" plain rows={2} maxLength={2000} error={refused("description")} value={draft.description} onChange={(e) => change({ description: e.target.value })} />
      <Tick label="Asks for a key" hint="Which applications take from the vault." checked={draft.needsKey} onChange={(e) => change({ needsKey: e.target.checked })} />
      <Settings settings={draft.settings} usual={!provider} set={(settings) => change({ settings })} />
      <FormError error={save.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={bad} busy={save.isPending}>
          {provider ? "Save" : "Create provider"}
        </Button>
      </DialogActions>
    </form>
  );
}

const box = "h-7 min-w-0 rounded-md border border-line-strong bg-panel px-2 text-sm placeholder:text-muted/80 aria-invalid:border-bad";

/** What a request may set: a name and the numbers it may have. */
function Settings({ settings, usual, set }: { settings: SettingDraft[]; usual: boolean; set: (settings: SettingDraft[]) => void }): ReactElement {
  const replace = (index: number, part: Partial<SettingDraft>): void => set(settings.map((s, i) => (i === index ? { ...s, ...part } : s)));
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">Settings of a request</legend>
      {settings.length === 0 && <p className="text-xs text-muted">{usual ? "Without any, it has the usual ones: temperature, maxTokens and topP." : "A request may set nothing."}</p>}
      {settings.map((s, index) => {
        const fault = settingFault(s, settings);
        const name = s.name || `setting ${index + 1}`;
        return (
          <div key={index} className="flex flex-wrap items-center gap-1.5">
            <input aria-label={`Name of setting ${index + 1}`} placeholder="temperature" maxLength={50} value={s.name} onChange={(e) => replace(index, { name: e.target.value })} className={`${box} flex-1 basis-32 font-mono`} />
            {settingNumbers.map((n) => (
              <label key={n} className="inline-flex items-center gap-1 text-xs text-muted">
                {n}
                <input aria-label={`${n} of ${name}`} inputMode="decimal" value={s[n]} onChange={(e) => replace(index, { [n]: e.target.value })} className={`${box} w-17 text-right text-text`} />
              </label>
            ))}
            <IconButton icon="close" label={`Remove ${name}`} onClick={() => set(settings.filter((_, i) => i !== index))} />
            {fault && <p className="basis-full text-xs text-bad">{fault}</p>}
          </div>
        );
      })}
      <Button icon="plus" kind="quiet" className="self-start" disabled={settings.length >= 20} onClick={() => set([...settings, newSetting()])}>
        Setting
      </Button>
    </fieldset>
  );
}
