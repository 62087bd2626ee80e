import { useState, type FormEvent, type ReactElement } from "react";
import { useJudgeAnswer, type EvaluationType } from "@/features/evaluations/api/evaluations";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { Tick } from "@/ui/field";
import { FormError } from "@/ui/states";
import { TextArea } from "@/ui/text-area";
import { Verdicts } from "./verdicts";

/** Has one answer judged by hand. */
export function JudgeDialog({ types, open, onClose }: { types: EvaluationType[]; open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} wide title="Judge an answer" description="The texts go to the configured model. The result is kept among the recent ones.">
      {open && <Form types={types} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ types, onClose }: { types: EvaluationType[]; onClose: () => void }): ReactElement {
  const judge = useJudgeAnswer(useScope());
  const enabled = types.filter((t) => t.enabled);
  const [prompt, setPrompt] = useState("");
  const [response, setResponse] = useState("");
  const [context, setContext] = useState("");
  const [chosen, setChosen] = useState<string[]>(() => enabled.slice(0, 3).map((t) => t.id));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    judge.mutate({ prompt, response, contexts: context ? [context] : undefined, eval_types: chosen });
  };
  const label = (id: string): string => types.find((t) => t.id === id)?.label ?? id;
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextArea label="Question" plain required autoFocus rows={2} value={prompt} onChange={(e) => setPrompt(e.target.value)} />
      <TextArea label="Answer" plain required rows={4} value={response} onChange={(e) => setResponse(e.target.value)} />
      <TextArea label="Context" plain rows={2} hint="What the answer should rest on; may be left empty." value={context} onChange={(e) => setContext(e.target.value)} />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Look for</legend>
        <div className="grid gap-1.5 sm:grid-cols-3">
          {enabled.map((t) => (
            <Tick key={t.id} label={t.label} checked={chosen.includes(t.id)} onChange={(e) => setChosen(e.target.checked ? [...chosen, t.id] : chosen.filter((id) => id !== t.id))} />
          ))}
        </div>
      </fieldset>
      <div role="status" className="flex flex-col gap-2 empty:hidden">{judge.data?.evaluations && <Verdicts of={judge.data.evaluations} label={label} />}</div>
      <FormError error={judge.error} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button kind="primary" type="submit" disabled={chosen.length === 0} busy={judge.isPending}>
          {judge.data ? "Judge again" : "Judge"}
        </Button>
      </DialogActions>
    </form>
  );
}
