import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useSession } from "@/features/session/api/get-session";
import { atLeast, useOrganisation } from "@/features/session/api/membership";
import { useDeleteMember } from "@/features/tenancy/api/delete-member";
import { useDeleteOrganisation } from "@/features/tenancy/api/delete-organisation";
import { useUpdateOrganisation } from "@/features/tenancy/api/update-organisation";
import { plural } from "@/lib/format";
import { useOrganisationId } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { CopyText } from "@/ui/copy";
import { Page, Panel, Section } from "@/ui/page";
import { NameForm } from "./name-form";

export function OrganisationPage(): ReactElement | null {
  const id = useOrganisationId();
  const organisation = useOrganisation(id);
  const { user } = useSession();
  const update = useUpdateOrganisation(id);
  const remove = useDeleteOrganisation(id);
  const leave = useDeleteMember(id);
  const navigate = useNavigate();
  if (!organisation) return null;
  const owner = atLeast(organisation.role, "owner");
  const away = async (act: () => Promise<unknown>): Promise<void> => {
    await act();
    await navigate({ to: "/" });
  };
  return (
    <Page title="Organisation" about={`Owns ${plural(organisation.projects.length, "project")}. Your role is ${organisation.role}.`}>
      <Section title="Name">
        <NameForm key={id} label="Organisation name" name={organisation.name} save={(name) => update.mutateAsync({ name })} forbidden={owner ? undefined : "Renaming needs the role owner."} />
      </Section>
      <Section title="Id" about="For the header x-platform-organisation-id of API requests.">
        <Panel className="py-2.5">
          <CopyText text={id} label="Copy organisation id" />
        </Panel>
      </Section>
      <Section title="Leave or delete">
        <div className="flex flex-wrap gap-2">
          <Confirm
            trigger={<Button icon="out">Leave organisation…</Button>}
            title={`Leave ${organisation.name}?`}
            lost={`You will no longer see its ${plural(organisation.projects.length, "project")} until somebody invites you again. The last owner cannot leave.`}
            action="Leave"
            run={() => away(() => leave.mutateAsync(user.id))}
          />
          {owner && (
            <Confirm
              trigger={
                <Button icon="trash" className="text-bad">
                  Delete organisation…
                </Button>
              }
              title={`Delete the organisation ${organisation.name}?`}
              lost={`Its ${plural(organisation.projects.length, "project")} with all API keys, database configurations and routing, its members and open invitations will be gone. This cannot be undone.`}
              action="Delete organisation"
              run={() => away(() => remove.mutateAsync())}
            />
          )}
        </div>
      </Section>
    </Page>
  );
}
