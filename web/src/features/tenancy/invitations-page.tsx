import { useState, type FormEvent, type ReactElement } from "react";
import type { Role } from "@/features/session/api/get-session";
import { atLeast, useOrganisation } from "@/features/session/api/membership";
import { useCreateInvitation } from "@/features/tenancy/api/create-invitation";
import { useDeleteInvitation } from "@/features/tenancy/api/delete-invitation";
import { useInvitations, type Invitation } from "@/features/tenancy/api/list-invitations";
import { useOrganisationId } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Dialog, DialogActions } from "@/ui/dialog";
import { SelectField, TextField } from "@/ui/field";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Secret } from "@/ui/secret";
import { Empty, FormError, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Ago, Day } from "@/ui/time";
import { roles } from "./roles";

const columns: Column<Invitation>[] = [
  { name: "E-mail", cell: (i) => <span className="font-medium">{i.email}</span> },
  { name: "Role", cell: (i) => i.role },
  { name: "Invited", cell: (i) => <Day at={i.createdAt} />, number: true, wide: true },
  { name: "Ends", cell: (i) => <Ago at={i.expiresAt} />, number: true },
];

const about = "Links that let people join this organisation. Each works once.";

export function InvitationsPage(): ReactElement {
  const id = useOrganisationId();
  const role = useOrganisation(id)?.role;
  if (!atLeast(role, "admin")) {
    return (
      <Page title="Invitations" about={about}>
        <Empty icon="user" title="Inviting people needs the role admin">
          Yours is {role}. Ask an owner or admin of the organisation.
        </Empty>
      </Page>
    );
  }
  return <Invitations organisation={id} owner={role === "owner"} />;
}

function Invitations({ organisation, owner }: { organisation: string; owner: boolean }): ReactElement {
  const query = useInvitations(organisation);
  const withdraw = useDeleteInvitation(organisation);
  const [inviting, setInviting] = useState(false);
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
      Invite
    </Button>
  );
  return (
    <Page title="Invitations" about={about} action={add}>
      <View
        query={query}
        what="Listing invitations"
        loading={<LoadingRows columns={4} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="user" title="No invitation is open">
            Invite a person by e-mail address; you get a link to hand to them.
          </Empty>
        }
      >
        {(all) => (
          <Table
            label="Open invitations"
            columns={columns}
            rows={all}
            rowKey={(i) => i.id}
            actions={(i) => (
              <Confirm trigger={<IconButton icon="trash" label={`Withdraw the invitation of ${i.email}`} />} title={`Withdraw the invitation of ${i.email}?`} lost="The link that they were sent stops working." action="Withdraw" run={() => withdraw.mutateAsync(i.id)} />
            )}
          />
        )}
      </View>
      <Dialog open={inviting} onClose={() => setInviting(false)} title="Invite a person" description="They join with the role that you choose; it can be changed later.">
        <InviteForm organisation={organisation} owner={owner} onClose={() => setInviting(false)} />
      </Dialog>
    </Page>
  );
}

function InviteForm({ organisation, owner, onClose }: { organisation: string; owner: boolean; onClose: () => void }): ReactElement {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const create = useCreateInvitation(organisation);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({ email, role });
  };
  if (create.data?.token) {
    return (
      <>
        <Secret label="Invitation link" value={`${window.location.origin}/invitation#token=${encodeURIComponent(create.data.token)}`}>
          Send this link to {create.data.email}. It is shown only now.
        </Secret>
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField label="E-mail" type="email" required autoFocus value={email} onChange={(e) => setEmail(e.target.value)} />
      <SelectField label="Role" value={role} onChange={(e) => setRole(e.target.value as Role)}>
        {roles.map((r) => (
          <option key={r} disabled={r === "owner" && !owner}>
            {r}
          </option>
        ))}
      </SelectField>
      <FormError error={create.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={create.isPending}>
          Create invitation
        </Button>
      </DialogActions>
    </form>
  );
}
