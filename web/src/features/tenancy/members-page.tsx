import type { ReactElement } from "react";
import { useSession, type Role } from "@/features/session/api/get-session";
import { atLeast, useOrganisation } from "@/features/session/api/membership";
import { useDeleteMember } from "@/features/tenancy/api/delete-member";
import { useMembers, type Member } from "@/features/tenancy/api/list-members";
import { useUpdateMember } from "@/features/tenancy/api/update-member";
import { useOrganisationId } from "@/lib/scope";
import { IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { SmallSelect } from "@/ui/field";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { FormError, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Day } from "@/ui/time";
import { roles } from "./roles";

export function MembersPage(): ReactElement {
  const id = useOrganisationId();
  const query = useMembers(id);
  return (
    <Page title="Members" about="Who can see this organisation. Owners can do everything, admins manage, members read and use.">
      <View query={query} what="Listing members" loading={<LoadingRows columns={4} />}>
        {(all) => <Members organisation={id} members={all} />}
      </View>
    </Page>
  );
}

function Members({ organisation, members }: { organisation: string; members: Member[] }): ReactElement {
  const { user } = useSession();
  const mine = useOrganisation(organisation)?.role;
  const update = useUpdateMember(organisation);
  const remove = useDeleteMember(organisation);
  const manages = (m: Member): boolean => atLeast(mine, "admin") && (m.role !== "owner" || mine === "owner");
  const columns: Column<Member>[] = [
    {
      name: "Name",
      cell: (m) => (
        <span className="inline-flex items-center gap-2 font-medium">
          {m.name || m.email} {m.userId === user.id && <Badge tone="info">you</Badge>}
        </span>
      ),
    },
    { name: "E-mail", cell: (m) => m.email, wide: true },
    {
      name: "Role",
      cell: (m) =>
        manages(m) ? (
          <SmallSelect label={`Role of ${m.email}`} value={m.role} disabled={update.isPending} onChange={(e) => update.mutate({ user: m.userId, role: e.target.value as Role })}>
            {roles.map((r) => (
              <option key={r} disabled={r === "owner" && mine !== "owner"}>
                {r}
              </option>
            ))}
          </SmallSelect>
        ) : (
          m.role
        ),
    },
    { name: "Member since", cell: (m) => <Day at={m.createdAt} />, number: true, wide: true },
  ];
  return (
    <>
      <Table
        label="Members"
        columns={columns}
        rows={members}
        rowKey={(m) => m.userId}
        actions={(m) =>
          manages(m) &&
          m.userId !== user.id && (
            <Confirm
              trigger={<IconButton icon="trash" label={`Remove ${m.email}`} />}
              title={`Remove ${m.name || m.email}?`}
              lost={`${m.email} loses access to all projects of this organisation at once. Keys that they created stay valid.`}
              action="Remove member"
              run={() => remove.mutateAsync(m.userId)}
            />
          )
        }
      />
      <FormError error={update.error} />
    </>
  );
}
