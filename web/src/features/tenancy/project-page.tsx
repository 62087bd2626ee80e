import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { atLeast, useProject } from "@/features/session/api/membership";
import { useDeleteProject } from "@/features/tenancy/api/delete-project";
import { useUpdateProject } from "@/features/tenancy/api/update-project";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { CopyText } from "@/ui/copy";
import { Page, Panel, Section } from "@/ui/page";
import { NameForm } from "./name-form";

export function ProjectPage(): ReactElement | null {
  const { project: id } = useScope();
  const placed = useProject(id);
  const update = useUpdateProject(id);
  const remove = useDeleteProject(id);
  const navigate = useNavigate();
  if (!placed) return null;
  const { project, organisation } = placed;
  const run = async (): Promise<void> => {
    await remove.mutateAsync();
    await navigate({ to: "/" });
  };
  return (
    <Page title="Project" about="The name and the id of this project.">
      <Section title="Name">
        <NameForm key={id} label="Project name" name={project.name} save={(name) => update.mutateAsync({ name })} forbidden={atLeast(organisation.role, "admin") ? undefined : "Renaming needs the role admin."} />
      </Section>
      <Section title="Id" about="For the header x-platform-project-id of API requests.">
        <Panel className="py-2.5">
          <CopyText text={id} label="Copy project id" />
        </Panel>
      </Section>
      {atLeast(organisation.role, "owner") && (
        <Section title="Delete" about="Ends ingest for this project at once.">
          <div>
            <Confirm
              trigger={
                <Button icon="trash" className="text-bad">
                  Delete project…
                </Button>
              }
              title={`Delete the project ${project.name}?`}
              lost={
                <>
                  Its API keys, database configurations, routing and {project.environments.length === 1 ? "environment" : `${project.environments.length} environments`} will be gone. Programs that send with its keys are refused from then on.
                  This cannot be undone.
                </>
              }
              action="Delete project"
              run={run}
            />
          </div>
        </Section>
      )}
    </Page>
  );
}
