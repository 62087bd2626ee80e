import { useState, type ReactElement } from "react";
import { usePublish } from "@/features/prompts/api/change-prompt";
import type { Prompt } from "@/features/prompts/api/get-prompt";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { SelectField } from "@/ui/field";
import { FormError } from "@/ui/states";
import { nextNumber } from "./prompt";

const bumps = [
  { bump: "patch", about: "wording" },
  { bump: "minor", about: "new abilities" },
  { bump: "major", about: "other variables or another answer" },
] as const;

/** Gives the draft a number, under which it never changes. */
export function PublishDialog({ prompt, open, onClose, onDone }: { prompt: Prompt; open: boolean; onClose: () => void; onDone: (version: string) => void }): ReactElement {
  const publish = usePublish(useScope(), prompt.id);
  const [bump, setBump] = useState<(typeof bumps)[number]["bump"]>("minor");
  const first = !prompt.versions.some((v) => v.version);
  const number = nextNumber(prompt, bump);
  return (
    <Dialog open={open} onClose={onClose} title={`Publish ${prompt.name}`} description="Applications that name no version get it at their next fetch. What is published does not change any more.">
      <form
        className="flex flex-col gap-3"
        onSubmit={(e) => {
          e.preventDefault();
          publish.mutate({ version: number }, { onSuccess: () => onDone(number) });
        }}
      >
        {!first && (
          <SelectField label="Kind of change" autoFocus value={bump} onChange={(e) => setBump(e.target.value as typeof bump)}>
            {bumps.map((b) => (
              <option key={b.bump} value={b.bump}>
                {b.bump}: {b.about} → {nextNumber(prompt, b.bump)}
              </option>
            ))}
          </SelectField>
        )}
        <FormError error={publish.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={publish.isPending}>
            Publish {number}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
