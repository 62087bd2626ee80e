import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, type ReactElement } from "react";
import { getSession } from "@/features/session/api/get-session";
import { newQueryClient } from "@/lib/api/query";
import { newRouter } from "./router";

const client = newQueryClient(onSignedOut);
const router = newRouter(client);

/** The session ended while somebody was at work: they come back to the same place after signing in. */
function onSignedOut(): void {
  const known = client.getQueryData(getSession().queryKey) !== undefined;
  const { href, pathname } = router.state.location;
  if (!known || pathname === "/sign-in" || pathname === "/invitation") return;
  client.clear();
  void router.navigate({ to: "/sign-in", search: { next: href } });
}

export function App(): ReactElement {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
