import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useSession } from "@/features/session/api/get-session";
import { useSignOut } from "@/features/session/api/sign-out";
import { setTheme, themes, useTheme } from "@/lib/theme";
import { Menu, MenuItem, MenuLine, MenuTitle } from "@/ui/menu";

export function UserMenu(): ReactElement {
  const { user } = useSession();
  const theme = useTheme();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const initials = (user.name || user.email).slice(0, 1).toUpperCase();
  // The page is loaded anew, so that nothing of this session stays in memory.
  const leave = (): void => signOut.mutate(undefined, { onSettled: () => window.location.assign("/sign-in") });
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" aria-label={`You: ${user.email}`} className="ml-0.5 flex size-7 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent hover:brightness-95">
          {initials}
        </button>
      }
    >
      <div className="px-2 pt-1.5 pb-1">
        <p className="text-sm font-medium">{user.name}</p>
        <p className="text-xs text-muted">{user.email}</p>
      </div>
      <MenuLine />
      <MenuItem onSelect={() => void navigate({ to: "/account" })}>Account and password</MenuItem>
      <MenuLine />
      <MenuTitle>Theme</MenuTitle>
      {themes.map((t) => (
        <MenuItem key={t} chosen={t === theme} onSelect={() => setTheme(t)}>
          {{ system: "As the system", light: "Light", dark: "Dark" }[t]}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={leave}>Sign out</MenuItem>
    </Menu>
  );
}
