import { useState, type FormEvent, type ReactElement } from "react";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { FormError } from "@/ui/states";

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  label: string;
  hint?: string;
  pattern?: string;
  action: string;
  create: (name: string) => Promise<unknown>;
}

/** Asks for the name of something new. */
export function CreateDialog(props: Props): ReactElement {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} description={props.description}>
      <CreateForm {...props} />
    </Dialog>
  );
}

function CreateForm({ onClose, label, hint, pattern, action, create }: Props): ReactElement {
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await create(name.trim());
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <TextField label={label} required autoFocus maxLength={100} hint={hint} pattern={pattern} value={name} onChange={(e) => setName(e.target.value)} />
      <FormError error={error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
