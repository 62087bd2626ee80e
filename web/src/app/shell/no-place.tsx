import { Link } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { useSession } from "@/features/session/api/get-session";
import { CreateOrganisation } from "@/features/tenancy/create-organisation";
import { Button, buttonLook } from "@/ui/button";
import { Empty } from "@/ui/states";

/** The URL names a project or organisation that is gone or not visible, or there is none at all. */
export function NoPlace(): ReactElement {
  const { organisations } = useSession();
  const [creating, setCreating] = useState(false);
  if (organisations.length > 0) {
    return (
      <Empty
        icon="alert"
        title="You cannot see this project or organisation"
        action={
          <Link to="/" className={buttonLook("primary")}>
            Go to your projects
          </Link>
        }
      >
        It was deleted, or you are not a member. An owner of its organisation can invite you.
      </Empty>
    );
  }
  return (
    <>
      <Empty
        icon="user"
        title="You are not a member of any organisation"
        action={
          <Button kind="primary" onClick={() => setCreating(true)}>
            New organisation
          </Button>
        }
      >
        Open the link of an invitation, or begin with an organisation of your own.
      </Empty>
      <CreateOrganisation open={creating} onClose={() => setCreating(false)} />
    </>
  );
}
