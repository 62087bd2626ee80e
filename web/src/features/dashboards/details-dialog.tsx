import { useState, type FormEvent, type ReactElement } from "react";
import { ApiError } from "@/lib/api/error";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { FormError } from "@/ui/states";

/** What a dashboard is called and where it is found. */
export interface Details {
  name: string;
  description: string;
  folder: string;
  tags: string[];
}

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  action: string;
  details?: Details;
  save: (details: Details) => Promise<unknown>;
}

/** Asks for the name and the place of a dashboard. The dialog stays when saving fails. */
export function DetailsDialog({ open, onClose, title, ...form }: Props): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <Form onClose={onClose} {...form} />
    </Dialog>
  );
}

function Form({ onClose, action, details, save }: Omit<Props, "open" | "title">): ReactElement {
  const [draft, setDraft] = useState<Details>(details ?? { name: "", description: "", folder: "", tags: [] });
  const [tags, setTags] = useState(draft.tags.join(", "));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    save({ ...draft, tags: tags.split(",").map((t) => t.trim()).filter(Boolean) })
      .then(onClose, setError)
      .finally(() => setBusy(false));
  };
  const about = (member: string): string | undefined => (error instanceof ApiError ? error.about(member) : undefined);
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField label="Name" required maxLength={100} autoFocus value={draft.name} error={about("name")} onChange={(e) => setDraft({ ...draft, name: e.target.value })} />
      <TextField label="Description" maxLength={1000} value={draft.description} error={about("description")} onChange={(e) => setDraft({ ...draft, description: e.target.value })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Folder" maxLength={100} value={draft.folder} error={about("folder")} onChange={(e) => setDraft({ ...draft, folder: e.target.value })} />
        <TextField label="Tags" placeholder="gpu, cost" value={tags} error={about("tags")} onChange={(e) => setTags(e.target.value)} />
      </div>
      <FormError error={error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
