import { useState, type FormEvent, type ReactElement } from "react";
import { useCreateSecret, useUpdateSecret } from "@/features/vault/api/change-secret";
import type { Secret } from "@/features/vault/api/list-secrets";
import type { Scope } from "@/lib/api/types";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { FormError } from "@/ui/states";
import { nameFault, parseTags } from "./secret";
import { ValueField } from "./value-field";

interface Props {
  scope: Scope;
  secret: Secret | null; // null makes a new one
  open: boolean;
  onClose: () => void;
}

/** Creates a secret, or gives it a new value or other tags. */
export function SecretDialog(props: Props): ReactElement {
  const { secret } = props;
  return (
    <Dialog open={props.open} onClose={props.onClose} title={secret ? `Change ${secret.key}` : "New secret"} description={secret ? `A new value becomes version ${secret.version + 1}; applications get it at their next read.` : "Kept encrypted. Applications read it by an API key with the scope vault."}>
      <SecretForm {...props} />
    </Dialog>
  );
}

function SecretForm({ scope, secret, onClose }: Props): ReactElement {
  const create = useCreateSecret(scope);
  const update = useUpdateSecret(scope);
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const [tags, setTags] = useState(secret?.tags.join(", ") ?? "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const done = { onSuccess: onClose };
    if (secret) update.mutate({ secret: secret.id, body: { value: value || undefined, tags: parseTags(tags) } }, done);
    else create.mutate({ key, value, tags: parseTags(tags) }, done);
  };
  const wrong = key && nameFault(key);
  return (
    <form className="flex flex-col gap-4" autoComplete="off" onSubmit={submit}>
      {!secret && <TextField label="Name" required autoFocus maxLength={200} placeholder="OPENAI_API_KEY" hint="It does not change." error={wrong || undefined} value={key} onChange={(e) => setKey(e.target.value)} className="[&_input]:font-mono" />}
      <ValueField label={secret ? "New value" : "Value"} required={!secret} hint={secret ? "Left empty: the value stays." : undefined} value={value} onChange={setValue} />
      <TextField label="Tags" placeholder="production, llm" hint="With commas between. Applications can ask by tag." value={tags} onChange={(e) => setTags(e.target.value)} />
      <FormError error={create.error ?? update.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={Boolean(wrong)} busy={create.isPending || update.isPending}>
          {secret ? "Save" : "Create secret"}
        </Button>
      </DialogActions>
    </form>
  );
}
