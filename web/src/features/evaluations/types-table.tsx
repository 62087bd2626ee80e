import { useState, type ReactElement } from "react";
import { useChangeType, useDeleteType, type EvaluationType } from "@/features/evaluations/api/evaluations";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Section } from "@/ui/page";
import { FormError } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { TypeDialog } from "./type-dialog";

/** What answers are judged by. */
export function TypesTable({ types, admin }: { types: EvaluationType[]; admin: boolean }): ReactElement {
  const scope = useScope();
  const change = useChangeType(scope);
  const remove = useDeleteType(scope);
  const [editing, setEditing] = useState<{ type: EvaluationType | null } | null>(null);
  // What was just clicked is shown before the server has said so.
  const enabled = (t: EvaluationType): boolean => (change.isPending && change.variables.id === t.id ? change.variables.enabled : undefined) ?? t.enabled;
  const columns: Column<EvaluationType>[] = [
    {
      name: "Type",
      cell: (t) => (
        <span className="inline-flex items-center gap-2 font-medium">
          {t.label}
          {t.is_custom && <Badge tone="info">own</Badge>}
        </span>
      ),
    },
    { name: "Asked for as", cell: (t) => <code className="font-mono text-xs">{t.id}</code>, wide: true },
    { name: "Found when", cell: (t) => <span className="text-muted">{t.is_custom ? t.prompt : t.description}</span>, wide: true },
    { name: "Threshold", cell: (t) => (t.threshold_score ?? 0.5).toFixed(2), number: true },
    {
      name: "Enabled",
      cell: (t) => <input type="checkbox" aria-label={`${t.label} is enabled`} disabled={!admin} className="size-3.5 accent-accent-strong" checked={enabled(t)} onChange={(e) => change.mutate({ id: t.id, enabled: e.target.checked })} />,
    },
  ];
  return (
    <Section
      title="Types"
      about="What answers are judged by when a request names no types: all that are enabled."
      action={
        admin && (
          <Button icon="plus" onClick={() => setEditing({ type: null })}>
            New type
          </Button>
        )
      }
    >
      <FormError error={change.error} />
      <Table
        label="Types"
        columns={columns}
        rows={types}
        rowKey={(t) => t.id}
        onOpen={admin ? (type) => setEditing({ type }) : undefined}
        actions={
          admin
            ? (t) => (
                <>
                  <IconButton icon="edit" label={`Change ${t.label}`} onClick={() => setEditing({ type: t })} />
                  {t.is_custom && (
                    <Confirm
                      trigger={<IconButton icon="trash" label={`Delete ${t.label}`} />}
                      title={`Delete the type ${t.label}?`}
                      lost={<>Applications that ask for {t.id} are refused. Results that have it stay.</>}
                      action="Delete type"
                      run={() => remove.mutateAsync(t.id)}
                    />
                  )}
                </>
              )
            : undefined
        }
      />
      <TypeDialog type={editing?.type ?? null} open={editing !== null} onClose={() => setEditing(null)} />
    </Section>
  );
}
