import { useState, type FormEvent, type ReactElement } from "react";
import { useChangeType, useCreateType, type EvaluationType } from "@/features/evaluations/api/evaluations";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { FormError } from "@/ui/states";
import { TextArea } from "@/ui/text-area";
import { idOf, parseThreshold } from "./evaluation";

interface Props {
  type: EvaluationType | null; // null makes a new one
  open: boolean;
  onClose: () => void;
}

/** Makes a type of one's own, or changes a type. */
export function TypeDialog({ type, open, onClose }: Props): ReactElement {
  const about = type && !type.is_custom ? type.description : "The model is told your words beside those of the other types, and gives a score from 0 (not at all) to 1.";
  return (
    <Dialog open={open} onClose={onClose} title={type ? `Change ${type.label}` : "New type"} description={about}>
      {open && <Form key={type?.id ?? "new"} type={type} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ type, onClose }: Omit<Props, "open">): ReactElement {
  const scope = useScope();
  const create = useCreateType(scope);
  const update = useChangeType(scope);
  const [label, setLabel] = useState(type?.label ?? "");
  const [prompt, setPrompt] = useState(type?.prompt ?? "");
  const [threshold, setThreshold] = useState(String(type?.threshold_score ?? 0.5));
  const own = !type || type.is_custom;
  const limit = parseThreshold(threshold);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = { ...(own && { label, prompt, description: prompt.split("\n")[0]?.slice(0, 200) }), threshold_score: limit };
    if (type) update.mutate({ id: type.id, ...body }, { onSuccess: onClose });
    else create.mutate({ id: idOf(label), ...body }, { onSuccess: onClose });
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      {own && (
        <>
          <TextField label="Label" required autoFocus maxLength={100} placeholder="Tone" hint={type ? `Applications ask for it as ${type.id}.` : idOf(label) && `Applications ask for it as ${idOf(label)}.`} value={label} onChange={(e) => setLabel(e.target.value)} />
          <TextArea label="What to look for" plain required rows={5} maxLength={8000} placeholder="The answer is rude, or talks down to the customer." value={prompt} onChange={(e) => setPrompt(e.target.value)} />
        </>
      )}
      <TextField label="Threshold" inputMode="decimal" hint="Scores above it are findings, when a request does not say another." error={limit === undefined ? "A number from 0 to 1." : undefined} value={threshold} onChange={(e) => setThreshold(e.target.value)} />
      <FormError error={create.error ?? update.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={limit === undefined || (own && !idOf(label))} busy={create.isPending || update.isPending}>
          {type ? "Save" : "Create type"}
        </Button>
      </DialogActions>
    </form>
  );
}
