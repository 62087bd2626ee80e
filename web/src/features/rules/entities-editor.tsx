import type { ReactElement } from "react";
import { usePrompts } from "@/features/prompts/api/list-prompts";
import { useContexts } from "@/features/rules/api/list-rules";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { SmallSelect } from "@/ui/field";
import type { Entity } from "./rule";

/** Names of what rules can lead to, by type. */
export function useEntityNames(): Record<Entity["entity_type"], { id: string; name: string }[]> {
  const scope = useScope();
  return { context: useContexts(scope).data ?? [], prompt: usePrompts(scope).data ?? [], evaluation: [] };
}

/** What a rule leads to when it matches. */
export function EntitiesEditor({ entities, set }: { entities: Entity[]; set: (entities: Entity[]) => void }): ReactElement {
  const names = useEntityNames();
  const replace = (index: number, entity: Entity): void => set(entities.map((e, i) => (i === index ? entity : e)));
  return (
    <div className="flex flex-col gap-1.5">
      {entities.map((e, i) => (
        <div key={i} className="flex items-center gap-1.5">
          <SmallSelect label={`Type of entity ${i + 1}`} value={e.entity_type} onChange={(event) => replace(i, { entity_type: event.target.value as Entity["entity_type"], entity_id: "" })}>
            <option>context</option>
            <option>prompt</option>
            <option>evaluation</option>
          </SmallSelect>
          {e.entity_type === "evaluation" ? (
            <input aria-label={`Entity ${i + 1}`} placeholder="id of the evaluation" maxLength={100} value={e.entity_id} onChange={(event) => replace(i, { ...e, entity_id: event.target.value })} className="h-7 min-w-0 flex-1 rounded-md border border-line-strong bg-panel px-2 text-sm placeholder:text-muted/80" />
          ) : (
            <SmallSelect label={`Entity ${i + 1}`} className="min-w-0 flex-1" value={e.entity_id} onChange={(event) => replace(i, { ...e, entity_id: event.target.value })}>
              <option value="">choose a {e.entity_type}</option>
              {names[e.entity_type].map((n) => (
                <option key={n.id} value={n.id}>
                  {n.name}
                </option>
              ))}
              {e.entity_id && !names[e.entity_type].some((n) => n.id === e.entity_id) && <option value={e.entity_id}>{e.entity_id} (gone)</option>}
            </SmallSelect>
          )}
          <IconButton icon="close" label={`Remove entity ${i + 1}`} onClick={() => set(entities.filter((_, j) => j !== i))} />
        </div>
      ))}
      <Button icon="plus" kind="quiet" className="self-start" disabled={entities.length >= 50} onClick={() => set([...entities, { entity_type: "context", entity_id: "" }])}>
        Entity
      </Button>
    </div>
  );
}
