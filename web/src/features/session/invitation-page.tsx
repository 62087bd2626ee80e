import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactElement } from "react";
import { useAcceptInvitation } from "@/features/session/api/accept-invitation";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { FormError } from "@/ui/states";
import { Entrance } from "./entrance";

/** The token stands behind the # of the link, which browsers do not send to servers or to other sites. */
function tokenOfLink(): string {
  return decodeURIComponent(window.location.hash.replace(/^#(token=)?/, ""));
}

export function InvitationPage(): ReactElement {
  const [token, setToken] = useState(tokenOfLink);
  const [fromLink] = useState(token !== "");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const navigate = useNavigate();
  const accept = useAcceptInvitation();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    accept.mutate({ token: token.trim(), name, password }, { onSuccess: () => navigate({ to: "/", replace: true }) });
  };
  return (
    <Entrance title="Accept an invitation">
      <form className="flex flex-col gap-3.5" onSubmit={submit}>
        {!fromLink && <TextField label="Invitation" required autoFocus value={token} onChange={(e) => setToken(e.target.value)} hint="The token that you were sent." />}
        <TextField label="Your name" autoComplete="name" maxLength={100} autoFocus={fromLink} value={name} onChange={(e) => setName(e.target.value)} hint="Not needed when you have an account." />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(e) => setPassword(e.target.value)}
          hint="At least 12 characters for a new account; your own when you have one."
        />
        <FormError error={accept.error} />
        <Button kind="primary" type="submit" busy={accept.isPending} className="h-8.5">
          Join
        </Button>
      </form>
    </Entrance>
  );
}
