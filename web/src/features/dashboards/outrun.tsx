import type { ReactElement } from "react";
import { useImportDashboard, type DashboardInput } from "@/features/dashboards/api/change-dashboard";
import { useDashboard } from "@/features/dashboards/api/get-dashboard";
import { useProject } from "@/features/session/api/membership";
import { useMembers } from "@/features/tenancy/api/list-members";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { FormError } from "@/ui/states";
import { Ago } from "@/ui/time";

interface Props {
  id: string;
  draft: DashboardInput;
  onOverwrite: (version: number) => void;
  onDrop: () => void;
  busy: boolean;
}

/** Somebody else saved meanwhile: whose changes stay is the reader's choice. */
export function Outrun({ id, draft, onOverwrite, onDrop, busy }: Props): ReactElement {
  const scope = useScope();
  const theirs = useDashboard(scope, id);
  const members = useMembers(useProject(scope.project)?.organisation.id ?? "").data;
  const copy = useImportDashboard(scope);
  const by = members?.find((m) => m.userId === theirs.data?.updatedBy);
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-lg border border-warn/40 bg-warn-soft px-4 py-3">
      <p className="font-medium">Somebody else saved this dashboard meanwhile</p>
      <p className="text-sm">
        {theirs.data && (
          <>
            {by?.name || by?.email || "Another person"} saved version {theirs.data.version} <Ago at={theirs.data.updatedAt} />.{" "}
          </>
        )}
        Your changes are still here and not saved.
      </p>
      <FormError error={copy.error} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDrop}>Show theirs, drop mine</Button>
        <Button busy={copy.isPending} onClick={() => copy.mutate(draft, { onSuccess: onDrop })}>
          Keep mine as a copy
        </Button>
        <Button kind="danger" busy={busy} disabled={!theirs.data} onClick={() => void theirs.refetch().then(({ data }) => data && onOverwrite(data.version))}>
          Save mine over theirs
        </Button>
      </div>
    </div>
  );
}
