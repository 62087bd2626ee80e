import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useCreateOrganisation } from "@/features/tenancy/api/create-organisation";
import { CreateDialog } from "./create-dialog";

/** Creates an organisation and goes to it. */
export function CreateOrganisation({ open, onClose }: { open: boolean; onClose: () => void }): ReactElement {
  const create = useCreateOrganisation();
  const navigate = useNavigate();
  const run = async (name: string): Promise<void> => {
    const made = await create.mutateAsync({ name });
    await navigate({ to: "/o/$organisation/settings/projects", params: { organisation: made.id } });
  };
  return <CreateDialog open={open} onClose={onClose} title="New organisation" description="It starts with a first project; you are its owner." label="Name" action="Create organisation" create={run} />;
}
