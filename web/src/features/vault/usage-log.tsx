import type { ReactElement } from "react";
import type { Secret } from "@/features/vault/api/list-secrets";
import { useCallers } from "@/features/vault/api/people";
import { useScope } from "@/lib/scope";
import { SmallSelect } from "@/ui/field";
import { Section } from "@/ui/page";
import { actions, type VaultSearch } from "./secret";
import { UsageTable } from "./usage-table";

/** The usage log of the vault: who did what to which secret, and when. */
export function UsageLog({ secrets, search, go }: { secrets: Secret[]; search: VaultSearch; go: (part: VaultSearch) => void }): ReactElement {
  const callers = useCallers(useScope().project);
  const { of: key, did: action, by } = search;
  const there = secrets.map((s) => s.key);
  const names = key && !there.includes(key) ? [key, ...there] : there; // a deleted one can still be asked for
  return (
    <Section title="Usage log" about="Who read or changed secrets of this vault, newest first. Entries are kept for 400 days.">
      <div role="search" aria-label="Usage log" className="flex flex-wrap items-center gap-2">
        <SmallSelect label="Secret" value={key ?? ""} onChange={(e) => go({ of: e.target.value || undefined })}>
          <option value="">every secret</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SmallSelect>
        <SmallSelect label="What was done" value={action ?? ""} onChange={(e) => go({ did: actions.find((a) => a.action === e.target.value)?.action })}>
          <option value="">everything</option>
          {actions.map((a) => (
            <option key={a.action} value={a.action}>
              {a.name}
            </option>
          ))}
        </SmallSelect>
        <SmallSelect label="Who did it" value={by ?? ""} onChange={(e) => go({ by: e.target.value || undefined })}>
          <option value="">everybody</option>
          {callers.map((c) => (
            <option key={c.id} value={c.id}>
              {c.name}
            </option>
          ))}
          {by && !callers.some((c) => c.id === by) && <option value={by}>{by}</option>}
        </SmallSelect>
      </div>
      <UsageTable filter={{ ...(key && { key }), ...(action && { action }), ...(by && { by }) }} tools="vault-usage" />
    </Section>
  );
}
