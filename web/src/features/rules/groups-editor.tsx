import { Fragment, type KeyboardEvent, type ReactElement } from "react";
import type { RuleInput } from "@/features/rules/api/list-rules";
import { Button, IconButton } from "@/ui/button";
import { SmallSelect } from "@/ui/field";
import { conditionFault, newCondition, newGroup, operators, withType, type Condition, type DataType, type Group, type Operator } from "./rule";

const box = "h-7 min-w-0 rounded-md border border-line-strong bg-panel px-2 text-sm placeholder:text-muted/80 aria-invalid:border-bad";

/** The groups of conditions of a rule. */
export function GroupsEditor({ rule, change }: { rule: RuleInput; change: (part: Partial<RuleInput>) => void }): ReactElement {
  const groups = rule.condition_groups ?? [];
  const set = (next: Group[]): void => change({ condition_groups: next });
  const replace = (index: number, group: Group): void => set(groups.map((g, i) => (i === index ? group : g)));
  return (
    <div className="flex flex-col gap-2" onKeyDown={stay}>
      {groups.map((group, index) => (
        <Fragment key={index}>
          {index > 0 && <Join label={`How group ${index + 1} is joined`} value={rule.group_operator ?? "AND"} set={(group_operator) => change({ group_operator })} />}
          <GroupEditor group={group} number={index + 1} set={(g) => replace(index, g)} remove={groups.length > 1 ? () => set(groups.filter((_, i) => i !== index)) : undefined} />
        </Fragment>
      ))}
      <Button icon="plus" kind="quiet" className="self-start" disabled={groups.length >= 20} onClick={() => set([...groups, newGroup()])}>
        Group
      </Button>
    </div>
  );
}

/** Enter in a condition must not keep a rule that is only half said. */
function stay(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

function Join({ label, value, set }: { label: string; value: "AND" | "OR"; set: (value: "AND" | "OR") => void }): ReactElement {
  return (
    <SmallSelect label={label} className="self-start" value={value} onChange={(e) => set(e.target.value as "AND" | "OR")}>
      <option value="AND">and</option>
      <option value="OR">or</option>
    </SmallSelect>
  );
}

function GroupEditor({ group, number, set, remove }: { group: Group; number: number; set: (group: Group) => void; remove?: () => void }): ReactElement {
  const conditions = (next: Condition[]): void => set({ ...group, conditions: next });
  return (
    <fieldset className="flex flex-col gap-1.5 rounded-lg border border-line bg-panel p-3">
      <legend className="sr-only">Group {number}</legend>
      <div className="flex items-center gap-2 text-sm text-muted">
        <SmallSelect label={`Conditions of group ${number}`} value={group.condition_operator} onChange={(e) => set({ ...group, condition_operator: e.target.value as Group["condition_operator"] })}>
          <option value="AND">all</option>
          <option value="OR">any</option>
        </SmallSelect>
        of these conditions match
        {remove && <IconButton icon="trash" label={`Remove group ${number}`} className="ml-auto" onClick={remove} />}
      </div>
      {group.conditions.map((c, i) => (
        <ConditionRow
          key={i}
          condition={c}
          name={`condition ${i + 1} of group ${number}`}
          set={(next) => conditions(group.conditions.map((o, j) => (j === i ? next : o)))}
          remove={group.conditions.length > 1 ? () => conditions(group.conditions.filter((_, j) => j !== i)) : undefined}
        />
      ))}
      <Button icon="plus" kind="quiet" className="self-start" disabled={group.conditions.length >= 50} onClick={() => conditions([...group.conditions, newCondition()])}>
        Condition
      </Button>
    </fieldset>
  );
}

function ConditionRow({ condition, name, set, remove }: { condition: Condition; name: string; set: (condition: Condition) => void; remove?: () => void }): ReactElement {
  const fault = conditionFault(condition);
  const touched = condition.field !== "" || condition.value !== "";
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <input aria-label={`Field of ${name}`} placeholder="gen_ai.request.model" maxLength={100} value={condition.field} onChange={(e) => set({ ...condition, field: e.target.value })} className={`${box} flex-1 basis-40 font-mono`} />
      <SmallSelect label={`Type of ${name}`} value={condition.data_type} onChange={(e) => set(withType(condition, e.target.value as DataType))}>
        <option value="string">text</option>
        <option value="number">number</option>
        <option value="boolean">boolean</option>
      </SmallSelect>
      <SmallSelect label={`Operator of ${name}`} value={condition.operator} onChange={(e) => set({ ...condition, operator: e.target.value as Operator })}>
        {Object.entries(operators[condition.data_type]).map(([operator, words]) => (
          <option key={operator} value={operator}>
            {words}
          </option>
        ))}
      </SmallSelect>
      {condition.data_type === "boolean" ? (
        <SmallSelect label={`Value of ${name}`} className="flex-1 basis-32" value={condition.value} onChange={(e) => set({ ...condition, value: e.target.value })}>
          <option>true</option>
          <option>false</option>
        </SmallSelect>
      ) : (
        <input aria-label={`Value of ${name}`} aria-invalid={(touched && fault !== undefined) || undefined} placeholder={condition.operator === "between" ? "1,10" : /in$/.test(condition.operator) ? "a, b, c" : ""} value={condition.value} onChange={(e) => set({ ...condition, value: e.target.value })} className={`${box} flex-1 basis-32`} />
      )}
      {remove ? <IconButton icon="close" label={`Remove ${name}`} onClick={remove} /> : <span className="w-7" />}
      {touched && fault && <p className="basis-full text-xs text-bad">{fault}</p>}
    </div>
  );
}
