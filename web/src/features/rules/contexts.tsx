import { useState, type FormEvent, type ReactElement } from "react";
import { useDeleteContext, useSaveContext } from "@/features/rules/api/change-rule";
import { useContexts, type Context } from "@/features/rules/api/list-rules";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Dialog, DialogActions } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, FormError, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { TextArea } from "@/ui/text-area";
import { Ago } from "@/ui/time";

const columns: Column<Context>[] = [
  { name: "Name", cell: (c) => <span className="font-medium">{c.name}</span> },
  { name: "Content", cell: (c) => <span className="line-clamp-1 text-muted">{c.content}</span>, wide: true },
  { name: "Changed", cell: (c) => <Ago at={c.updated_at} />, number: true },
];

/** Texts that rules lead to. */
export function Contexts({ admin }: { admin: boolean }): ReactElement {
  const scope = useScope();
  const query = useContexts(scope);
  const remove = useDeleteContext(scope);
  const [editing, setEditing] = useState<{ context?: Context } | null>(null);
  const add = admin && (
    <Button icon="plus" onClick={() => setEditing({})}>
      New context
    </Button>
  );
  return (
    <Section title="Contexts" about="Texts that rules hand to applications." action={add}>
      <View query={query} what="Listing contexts" loading={<LoadingRows rows={1} columns={3} />} isEmpty={(all) => all.length === 0} empty={<Empty icon="reference" title="There is no context yet">Write one, then choose it in a rule.</Empty>}>
        {(all) => (
          <Table
            label="Contexts"
            columns={columns}
            rows={all}
            rowKey={(c) => c.id}
            onOpen={admin ? (context) => setEditing({ context }) : undefined}
            actions={(c) =>
              admin && (
                <Confirm trigger={<IconButton icon="trash" label={`Delete ${c.name}`} />} title={`Delete the context ${c.name}?`} lost="Its text is lost. Rules that lead to it stay, and lead to nothing there." action="Delete context" run={() => remove.mutateAsync(c.id)} />
              )
            }
          />
        )}
      </View>
      <Dialog open={editing !== null} onClose={() => setEditing(null)} title={editing?.context ? `Edit ${editing.context.name}` : "New context"} wide>
        <ContextForm context={editing?.context} onClose={() => setEditing(null)} />
      </Dialog>
    </Section>
  );
}

function ContextForm({ context, onClose }: { context: Context | undefined; onClose: () => void }): ReactElement {
  const save = useSaveContext(useScope());
  const [name, setName] = useState(context?.name ?? "");
  const [content, setContent] = useState(context?.content ?? "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const kept = context && { description: context.description, tags: context.tags, meta_properties: context.meta_properties };
    save.mutate({ id: context?.id, body: { ...kept, name, content } }, { onSuccess: onClose });
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField label="Name" required autoFocus maxLength={100} value={name} onChange={(e) => setName(e.target.value)} />
      <TextArea label="Content" plain required rows={8} value={content} onChange={(e) => setContent(e.target.value)} />
      <FormError error={save.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={save.isPending}>
          {context ? "Save" : "Create context"}
        </Button>
      </DialogActions>
    </form>
  );
}
