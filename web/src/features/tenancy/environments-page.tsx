import { useState, type ReactElement } from "react";
import { atLeast, useProject } from "@/features/session/api/membership";
import { useCreateEnvironment } from "@/features/tenancy/api/create-environment";
import { useDeleteEnvironment } from "@/features/tenancy/api/delete-environment";
import { useEnvironments, type Environment } from "@/features/tenancy/api/list-environments";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Day } from "@/ui/time";
import { CreateDialog } from "./create-dialog";

const columns: Column<Environment>[] = [
  { name: "Name", cell: (e) => <span className="font-medium">{e.name}</span> },
  { name: "Created", cell: (e) => <Day at={e.createdAt} />, number: true },
];

export function EnvironmentsPage(): ReactElement {
  const { project } = useScope();
  const admin = atLeast(useProject(project)?.organisation.role, "admin");
  const query = useEnvironments(project);
  const create = useCreateEnvironment(project);
  const remove = useDeleteEnvironment(project);
  const [adding, setAdding] = useState(false);
  const add = admin && (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      New environment
    </Button>
  );
  return (
    <Page title="Environments" about="Stages of the project, such as production and staging. Telemetry belongs to one of them." action={add}>
      <View query={query} what="Listing environments" loading={<LoadingRows columns={2} />} isEmpty={(all) => all.length === 0} empty={<Empty icon="hosts" title="The project has no environment" action={add} />}>
        {(all) => (
          <Table
            label="Environments"
            columns={columns}
            rows={all}
            rowKey={(e) => e.name}
            actions={
              admin && all.length > 1
                ? (e) => (
                    <Confirm
                      trigger={<IconButton icon="trash" label={`Delete ${e.name}`} />}
                      title={`Delete the environment ${e.name}?`}
                      lost="Its signal routing will be gone. Telemetry that it already has stays in the database until its retention ends. Keys of this environment must be revoked first."
                      action="Delete environment"
                      run={() => remove.mutateAsync(e.name)}
                    />
                  )
                : undefined
            }
          />
        )}
      </View>
      <CreateDialog
        open={adding}
        onClose={() => setAdding(false)}
        title="New environment"
        description="It is chosen by API keys, and by the attribute deployment.environment of what is sent."
        label="Name"
        hint="Letters, digits, dots, dashes or underscores, for example staging."
        action="Create environment"
        create={(name) => create.mutateAsync({ name })}
      />
    </Page>
  );
}
