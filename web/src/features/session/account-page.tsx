import { useState, type FormEvent, type ReactElement } from "react";
import { useChangePassword } from "@/features/session/api/change-password";
import { useSession } from "@/features/session/api/get-session";
import { useUpdateUser } from "@/features/session/api/update-user";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Page, Panel, Section } from "@/ui/page";
import { FormError } from "@/ui/states";
import { Badge } from "@/ui/status";

export function AccountPage(): ReactElement {
  const { user } = useSession();
  return (
    <Page title="Your account" about={<>Signed in as {user.email}.</>}>
      <Section title="Name">
        <NameForm name={user.name} />
      </Section>
      <Section title="Password" about="Changing it ends your sessions in other browsers.">
        <PasswordForm />
      </Section>
    </Page>
  );
}

function NameForm({ name }: { name: string }): ReactElement {
  const [value, setValue] = useState(name);
  const update = useUpdateUser();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    update.mutate({ name: value });
  };
  return (
    <Panel>
      <form className="flex max-w-md flex-col gap-3" onSubmit={submit}>
        <TextField label="Your name" required maxLength={100} autoComplete="name" value={value} onChange={(e) => setValue(e.target.value)} />
        <FormError error={update.error} />
        <div className="flex items-center gap-3">
          <Button kind="primary" type="submit" busy={update.isPending} disabled={value.trim() === name}>
            Save name
          </Button>
          <span role="status">{update.isSuccess && value === name && <Badge tone="ok">Saved</Badge>}</span>
        </div>
      </form>
    </Panel>
  );
}

function PasswordForm(): ReactElement {
  const [oldPassword, setOld] = useState("");
  const [newPassword, setNew] = useState("");
  const change = useChangePassword();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(
      { oldPassword, newPassword },
      {
        onSuccess: () => {
          setOld("");
          setNew("");
        },
      },
    );
  };
  return (
    <Panel>
      <form className="flex max-w-md flex-col gap-3" onSubmit={submit}>
        <TextField label="Old password" type="password" autoComplete="current-password" required value={oldPassword} onChange={(e) => setOld(e.target.value)} />
        <TextField label="New password" type="password" autoComplete="new-password" required minLength={12} value={newPassword} onChange={(e) => setNew(e.target.value)} hint="At least 12 characters." />
        <FormError error={change.error} />
        <div className="flex items-center gap-3">
          <Button kind="primary" type="submit" busy={change.isPending}>
            Change password
          </Button>
          <span role="status">{change.isSuccess && <Badge tone="ok">Changed</Badge>}</span>
        </div>
      </form>
    </Panel>
  );
}
