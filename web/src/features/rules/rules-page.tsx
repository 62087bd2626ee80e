import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useDeleteRule } from "@/features/rules/api/change-rule";
import { useRules, type Rule } from "@/features/rules/api/list-rules";
import { atLeast, useProject } from "@/features/session/api/membership";
import { plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { Contexts } from "./contexts";
import { useEntityNames } from "./entities-editor";
import { inWords, readRulesSearch } from "./rule";
import { RuleDrawer } from "./rule-drawer";

export function RulesPage(): ReactElement {
  const scope = useScope();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const query = useRules(scope);
  const remove = useDeleteRule(scope);
  const names = useEntityNames();
  const navigate = useNavigate();
  const { rule: open } = readRulesSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const show = (rule: string | undefined): void => void navigate({ to: ".", search: (before: object) => ({ ...before, rule }) });
  const columns: Column<Rule>[] = [
    { name: "Name", cell: (r) => <span className="font-medium">{r.name}</span> },
    { name: "When", cell: (r) => <span className="line-clamp-1 text-muted" title={inWords(r)}>{inWords(r)}</span>, wide: true },
    { name: "Leads to", cell: (r) => r.entities.map((e) => names[e.entity_type].find((n) => n.id === e.entity_id)?.name ?? e.entity_id).join(", ") || <span className="text-muted">nothing</span>, wide: true },
    { name: "State", cell: (r) => <Badge tone={r.status === "ACTIVE" ? "ok" : "off"}>{r.status === "ACTIVE" ? "active" : "inactive"}</Badge> },
    { name: "Changed", cell: (r) => <Ago at={r.updated_at} />, number: true },
  ];
  const add = admin && (
    <Button kind="primary" icon="plus" onClick={() => show("new")}>
      New rule
    </Button>
  );
  const chosen = query.data?.find((r) => r.id === open);
  return (
    <Page title="Rules" about="Conditions over fields that tell applications which contexts, prompts and evaluations to use." action={add}>
      <View
        query={query}
        what="Listing rules"
        loading={<LoadingRows columns={4} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="branch" title="There is no rule yet" action={add}>
            Applications ask with the fields they know, for example by <code className="font-mono text-text">openlit.evaluate_rule(entity_type="context", fields=…)</code>
          </Empty>
        }
      >
        {(all) => (
          <Table
            label="Rules"
            columns={columns}
            rows={all}
            rowKey={(r) => r.id}
            onOpen={(r) => show(r.id)}
            actions={(r) =>
              admin && (
                <Confirm
                  trigger={<IconButton icon="trash" label={`Delete ${r.name}`} />}
                  title={`Delete ${r.name}?`}
                  lost={<>{plural(r.condition_groups.length, "group")} of conditions and {plural(r.entities.length, "link")} to entities are lost. Applications no longer get what it leads to; the entities themselves stay.</>}
                  action="Delete rule"
                  run={() => remove.mutateAsync(r.id)}
                />
              )
            }
          />
        )}
      </View>
      <Contexts admin={admin} />
      <RuleDrawer rule={chosen} admin={admin} open={open === "new" || chosen !== undefined} onClose={() => show(undefined)} />
    </Page>
  );
}
