import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useScope } from "@/lib/scope";
import { Drawer } from "@/ui/drawer";
import { Icon } from "@/ui/icon";
import { titleOf, type Group } from "./exception";
import { GroupDetail } from "./group-detail";

/** One group beside the list. */
export function GroupDrawer({ group, at, onClose }: { group: Group | undefined; at: number; onClose: () => void }): ReactElement {
  const scope = useScope();
  return (
    <Drawer open={group !== undefined} onClose={onClose} title={group ? titleOf(group) : ""}>
      {group && (
        <>
          <p className="-mb-2 text-right text-sm">
            <Link to="/p/$project/$environment/exceptions/$group" params={{ ...scope, group: group.id }} className="inline-flex items-center gap-1 text-accent hover:underline">
              Full page
              <Icon name="external" className="size-3" />
            </Link>
          </p>
          <GroupDetail key={group.id} group={group} at={at} />
        </>
      )}
    </Drawer>
  );
}
