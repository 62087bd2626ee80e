import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { atLeast, firstEnvironment, useOrganisation } from "@/features/session/api/membership";
import { useCreateProject } from "@/features/tenancy/api/create-project";
import { useProjects, type ProjectRecord } from "@/features/tenancy/api/list-projects";
import { useOrganisationId } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Day } from "@/ui/time";
import { CreateDialog } from "./create-dialog";

const columns: Column<ProjectRecord>[] = [
  { name: "Name", cell: (p) => <span className="font-medium">{p.name}</span> },
  { name: "Id", cell: (p) => <code className="font-mono text-sm text-muted">{p.id}</code>, wide: true },
  { name: "Created", cell: (p) => <Day at={p.createdAt} />, number: true },
];

export function ProjectsPage(): ReactElement {
  const id = useOrganisationId();
  const organisation = useOrganisation(id);
  const query = useProjects(id);
  const create = useCreateProject(id);
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const open = (project: string): void => {
    const known = organisation?.projects.find((p) => p.id === project);
    void navigate({ to: "/p/$project/$environment/overview", params: { project, environment: known ? firstEnvironment(known) : "production" } });
  };
  const add = atLeast(organisation?.role, "admin") && (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      New project
    </Button>
  );
  return (
    <Page title="Projects" about="Each has its own telemetry, keys, environments and databases." action={add}>
      <View query={query} what="Listing projects" loading={<LoadingRows columns={3} />} isEmpty={(all) => all.length === 0} empty={<Empty icon="overview" title="The organisation has no project" action={add} />}>
        {(all) => (
          <Table
            label="Projects"
            columns={columns}
            rows={all}
            rowKey={(p) => p.id}
            onOpen={(p) => open(p.id)}
            actions={(p) => (
              <Button kind="quiet" onClick={() => open(p.id)} aria-label={`Open ${p.name}`}>
                Open
              </Button>
            )}
          />
        )}
      </View>
      <CreateDialog
        open={adding}
        onClose={() => setAdding(false)}
        title="New project"
        description="It starts with the environment production and a database in the embedded engine."
        label="Name"
        action="Create project"
        create={(name) => create.mutateAsync({ name })}
      />
    </Page>
  );
}
