import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactElement } from "react";
import { useSignIn } from "@/features/session/api/sign-in";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { FormError } from "@/ui/states";
import { Entrance } from "./entrance";

export function SignInPage(): ReactElement {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { next } = useSearch({ strict: false });
  const navigate = useNavigate();
  const signIn = useSignIn();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate({ email, password }, { onSuccess: () => navigate({ href: next ?? "/" }) });
  };
  return (
    <Entrance title="Sign in">
      <form className="flex flex-col gap-3.5" onSubmit={submit}>
        <TextField label="E-mail" type="email" autoComplete="username" required autoFocus value={email} onChange={(e) => setEmail(e.target.value)} />
        <TextField label="Password" type="password" autoComplete="current-password" required value={password} onChange={(e) => setPassword(e.target.value)} />
        <FormError error={signIn.error} />
        <Button kind="primary" type="submit" busy={signIn.isPending} className="h-8.5">
          Sign in
        </Button>
      </form>
      <details className="mt-4 text-sm text-muted">
        <summary className="select-none">No password, or forgotten?</summary>
        <p className="mt-2">
          The first start of the server printed the password of <code className="font-mono">admin@localhost</code>. On the server, this sets another:
        </p>
        <pre tabIndex={0} aria-label="Command" className="mt-1.5 overflow-x-auto rounded-md bg-sunken px-2 py-1.5 font-mono text-xs text-text">platform user reset-password --email admin@localhost</pre>
      </details>
    </Entrance>
  );
}
