import { useState, type FormEvent, type ReactElement } from "react";
import { isComplete, isNumeric, keyText, ops, opWords, sameKey, type Filter, type Key, type Op } from "@/lib/telemetry/filter";
import { Button } from "./button";
import { Combobox } from "./combobox";
import { SmallSelect } from "./field";
import type { KeyOption } from "./filter-bar";
import { Icon } from "./icon";

interface Props {
  keys: KeyOption[];
  values: string[];
  onKey?: (key: Key | undefined) => void;
  filter?: Filter | undefined; // the one that is changed
  onDone: (filter: Filter) => void;
}

const empty: Filter = { source: "attribute", key: "", op: "in", values: [], not: false };

/** A filter: its key, how it compares, and with what. */
export function FilterForm({ keys, values, onKey, filter = empty, onDone }: Props): ReactElement {
  const [draft, setDraft] = useState(filter);
  const many = draft.op === "in";
  const [typed, setTyped] = useState(many ? "" : (filter.values[0] ?? ""));
  const option = keys.find((k) => sameKey(k, draft));
  const [name, setName] = useState(option?.label ?? filter.key);
  const written = typed.trim();
  const done: Filter = { ...draft, values: draft.op === "exists" ? [] : !many ? [written] : written ? [...new Set([...draft.values, written])] : draft.values };
  const choose = (key: Key, label: string): void => {
    const same = keys.find((k) => sameKey(k, key));
    setName(label);
    setDraft({ ...draft, ...key, op: same?.number && !isNumeric(draft.op) ? "gte" : draft.op, values: sameKey(key, draft) ? draft.values : [] });
    onKey?.(key.key ? key : undefined);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (isComplete(done)) onDone(done);
  };
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      <Combobox
        label="Key"
        placeholder="Field or attribute"
        autoFocus={filter === empty}
        submits
        value={name}
        onChange={(text) => choose(typedKey(keys, text), text)}
        suggestions={keys.map((k) => ({ id: keyText(k), text: k.label ?? k.key, note: k.source }))}
        onPick={(s) => {
          const picked = keys.find((k) => keyText(k) === s.id);
          if (picked) choose({ source: picked.source, key: picked.key }, s.text);
        }}
      />
      <SmallSelect
        label="Comparison"
        className="h-8"
        value={`${draft.op}${draft.not ? "-" : ""}`}
        onChange={(event) => setDraft({ ...draft, op: event.target.value.replace("-", "") as Op, not: event.target.value.endsWith("-") })}
      >
        {ops.flatMap((op) => (isNumeric(op) ? [false] : [false, true]).map((not) => <option key={`${op}${not}`} value={`${op}${not ? "-" : ""}`}>{opWords(op, not)}</option>))}
      </SmallSelect>
      {draft.op !== "exists" && (
        <Combobox
          label="Value"
          placeholder={isNumeric(draft.op) ? "Number" : "Value"}
          inputMode={isNumeric(draft.op) ? "decimal" : "text"}
          autoFocus={filter !== empty}
          submits
          value={typed}
          onChange={setTyped}
          suggestions={isNumeric(draft.op) ? [] : values.filter((v) => !many || !draft.values.includes(v)).map((v) => ({ id: v, text: v }))}
          onPick={({ text }) => {
            if (many) setDraft({ ...draft, values: [...draft.values, text] });
            setTyped(many ? "" : text);
          }}
        />
      )}
      {many && draft.values.length > 0 && <Chosen values={draft.values} onRemove={(value) => setDraft({ ...draft, values: draft.values.filter((v) => v !== value) })} />}
      <Button type="submit" kind="primary" disabled={!isComplete(done)}>
        {filter === empty ? "Add filter" : "Change filter"}
      </Button>
    </form>
  );
}

/** The key that a typed text names: a suggested one, or else an attribute. */
function typedKey(keys: KeyOption[], text: string): Key {
  const found = keys.find((k) => (k.label ?? k.key) === text) ?? keys.find((k) => k.key === text);
  return found ? { source: found.source, key: found.key } : { source: "attribute", key: text.trim() };
}

function Chosen({ values, onRemove }: { values: string[]; onRemove: (value: string) => void }): ReactElement {
  return (
    <ul aria-label="Chosen values" className="flex flex-wrap gap-1">
      {values.map((value) => (
        <li key={value} className="flex max-w-full items-center rounded bg-accent-soft pl-1.5 text-sm text-accent">
          <span className="truncate">{value || "(empty)"}</span>
          <button type="button" aria-label={`Remove ${value || "(empty)"}`} className="p-1" onClick={() => onRemove(value)}>
            <Icon name="close" className="size-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}
