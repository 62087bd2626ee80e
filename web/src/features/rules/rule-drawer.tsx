import { useState, type FormEvent, type ReactElement } from "react";
import { useSaveRule } from "@/features/rules/api/change-rule";
import type { Rule } from "@/features/rules/api/list-rules";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Drawer } from "@/ui/drawer";
import { TextField, Tick } from "@/ui/field";
import { Section } from "@/ui/page";
import { FormError } from "@/ui/states";
import { EntitiesEditor } from "./entities-editor";
import { GroupsEditor } from "./groups-editor";
import { inputOf, inWords, isComplete, isNamed } from "./rule";
import { Trial } from "./trial";

/** The builder of a rule, beside the list. rule is undefined for a new one. */
export function RuleDrawer({ rule, admin, open, onClose }: { rule: Rule | undefined; admin: boolean; open: boolean; onClose: () => void }): ReactElement {
  return (
    <Drawer wide open={open} onClose={onClose} title={rule?.name ?? "New rule"}>
      {open && <Builder key={rule?.id ?? "new"} rule={rule} admin={admin} onClose={onClose} />}
    </Drawer>
  );
}

function Builder({ rule, admin, onClose }: { rule: Rule | undefined; admin: boolean; onClose: () => void }): ReactElement {
  const save = useSaveRule(useScope());
  const [input, setInput] = useState(() => inputOf(rule));
  const change = (part: Partial<typeof input>): void => {
    setInput({ ...input, ...part });
    save.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ id: rule?.id, body: input }, { onSuccess: onClose });
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField label="Name" required autoFocus={!rule} maxLength={100} value={input.name} onChange={(e) => change({ name: e.target.value })} />
      <TextField label="Description" maxLength={1000} value={input.description ?? ""} onChange={(e) => change({ description: e.target.value })} />
      <Tick label="Active" hint="Only active rules are evaluated." checked={input.status !== "INACTIVE"} onChange={(e) => change({ status: e.target.checked ? "ACTIVE" : "INACTIVE" })} />
      <Section title="Conditions" about="A field that an application does not send fails its condition.">
        <GroupsEditor rule={input} change={change} />
        {isNamed(input) && <p className="rounded-md bg-sunken px-2.5 py-1.5 text-sm break-words">{inWords(input)}</p>}
      </Section>
      <Section title="Leads to" about="What applications get when the rule matches.">
        <EntitiesEditor entities={input.entities ?? []} set={(entities) => change({ entities })} />
      </Section>
      <Section title="Test" about="The rule as it stands here, kept or not.">
        <Trial rule={input} ready={isComplete({ ...input, name: input.name || "trial", entities: [] })} />
      </Section>
      <FormError error={save.error} />
      {admin && (
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={!isComplete(input)} busy={save.isPending}>
            {rule ? "Save rule" : "Create rule"}
          </Button>
        </div>
      )}
    </form>
  );
}
