import { useState, type FormEvent, type ReactElement } from "react";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Panel } from "@/ui/page";
import { FormError } from "@/ui/states";
import { Badge } from "@/ui/status";

interface Props {
  label: string;
  name: string;
  save: (name: string) => Promise<unknown>;
  forbidden?: string | undefined; // why it cannot be changed
}

/** A name that is changed in its place. */
export function NameForm({ label, name, save, forbidden }: Props): ReactElement {
  const [value, setValue] = useState(name);
  const [state, setState] = useState<"" | "busy" | "saved">("");
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setState("busy");
    setError(null);
    try {
      await save(value);
      setState("saved");
    } catch (failure) {
      setError(failure);
      setState("");
    }
  };
  return (
    <Panel>
      <form className="flex max-w-md flex-col gap-3" onSubmit={(event) => void submit(event)}>
        <TextField label={label} required maxLength={100} disabled={forbidden !== undefined} hint={forbidden} value={value} onChange={(e) => setValue(e.target.value)} />
        <FormError error={error} />
        <div className="flex items-center gap-3">
          <Button kind="primary" type="submit" busy={state === "busy"} disabled={forbidden !== undefined || value.trim() === name || value.trim() === ""}>
            Save name
          </Button>
          <span role="status">{state === "saved" && value.trim() === name && <Badge tone="ok">Saved</Badge>}</span>
        </div>
      </form>
    </Panel>
  );
}
