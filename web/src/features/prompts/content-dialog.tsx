import { useState, type FormEvent, type ReactElement } from "react";
import type { Wire } from "@/lib/api/types";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { FormError } from "@/ui/states";
import { TextArea } from "@/ui/text-area";
import { parseMeta, parseTags } from "./prompt";

interface Props {
  title: string;
  start?: Wire<"PromptContent">; // left out for a new prompt, which also gets a name
  action: string;
  open: boolean;
  onClose: () => void;
  save: (content: Wire<"PromptContent">, name: string) => Promise<unknown>;
}

/** Writes a prompt: the first one with its name, or the draft of one that is there. */
export function ContentDialog(props: Props): ReactElement {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} description="Kept as a draft: applications get it once it is published. {{name}} stands for a variable." wide>
      <ContentForm {...props} />
    </Dialog>
  );
}

function ContentForm({ start, action, onClose, save }: Props): ReactElement {
  const [name, setName] = useState("");
  const [prompt, setPrompt] = useState(start?.prompt ?? "");
  const [tags, setTags] = useState(start?.tags?.join(", ") ?? "");
  const [meta, setMeta] = useState(() => (start?.metaProperties && Object.keys(start.metaProperties).length > 0 ? JSON.stringify(start.metaProperties, null, 2) : ""));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const properties = parseMeta(meta);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!properties) return;
    setBusy(true);
    setError(null);
    try {
      await save({ prompt, tags: parseTags(tags), metaProperties: properties }, name.trim());
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {!start && <TextField label="Name" required autoFocus maxLength={100} placeholder="support-answer" hint="Applications ask for it by this name." value={name} onChange={(e) => setName(e.target.value)} />}
      <TextArea label="Prompt" required rows={start ? 12 : 8} autoFocus={start !== undefined} placeholder="Answer in {{language}}: {{question}}" value={prompt} onChange={(e) => setPrompt(e.target.value)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Tags" placeholder="support, production" hint="With commas between." value={tags} onChange={(e) => setTags(e.target.value)} />
        <TextArea label="Properties" rows={2} placeholder={'{"model": "gpt-4o"}'} hint="A JSON object, handed on to applications." error={properties ? undefined : "Not a JSON object."} value={meta} onChange={(e) => setMeta(e.target.value)} />
      </div>
      <FormError error={error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={!properties} busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
