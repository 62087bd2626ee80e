import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState, type ReactElement, type ReactNode } from "react";
import type { Here } from "@/app/place";
import { useSession, type Project } from "@/features/session/api/get-session";
import { firstEnvironment } from "@/features/session/api/membership";
import { CreateOrganisation } from "@/features/tenancy/create-organisation";
import { Icon } from "@/ui/icon";
import { Menu, MenuItem, MenuLine, MenuTitle } from "@/ui/menu";

/** The same page in another project and environment; from elsewhere, its overview. */
export function elsewhere(path: string, project: string, environment: string): string {
  const [, , page = "overview"] = /^\/p\/([^/]+\/[^/]+)\/(.*)$/.exec(path) ?? [];
  return `/p/${encodeURIComponent(project)}/${encodeURIComponent(environment)}/${page}`;
}

export function ScopeSwitcher({ here }: { here: Here }): ReactElement {
  const { organisations } = useSession();
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = (project: Project, environment = firstEnvironment(project)): void => void navigate({ href: elsewhere(pathname, project.id, environment) });
  const settings = (organisation: string): void => void navigate({ to: "/o/$organisation/settings/projects", params: { organisation } });
  return (
    <nav aria-label="Scope" className="flex min-w-0 items-center text-sm">
      <Menu trigger={<Trigger label="Organisation" className="max-lg:hidden">{here.organisation.name}</Trigger>}>
        <MenuTitle>Organisation</MenuTitle>
        {organisations.map((o) => (
          <MenuItem key={o.id} chosen={o.id === here.organisation.id} onSelect={() => (o.projects[0] ? go(o.projects[0]) : settings(o.id))}>
            {o.name}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem onSelect={() => settings(here.organisation.id)}>Organisation settings</MenuItem>
        <MenuItem onSelect={() => setCreating(true)}>New organisation…</MenuItem>
      </Menu>
      <Slash className="max-lg:hidden" />
      <Menu trigger={<Trigger label="Project">{here.project?.name ?? "no project"}</Trigger>}>
        {organisations.map((o) => (
          <div key={o.id} role="group" aria-label={o.name}>
            <MenuTitle>{o.name}</MenuTitle>
            {o.projects.map((p) => (
              <MenuItem key={p.id} chosen={p.id === here.project?.id} onSelect={() => go(p)}>
                {p.name}
              </MenuItem>
            ))}
          </div>
        ))}
        <MenuLine />
        <MenuItem onSelect={() => settings(here.organisation.id)}>All projects of {here.organisation.name}</MenuItem>
      </Menu>
      {here.project && (
        <>
          <Slash />
          <Menu trigger={<Trigger label="Environment">{here.environment}</Trigger>}>
            <MenuTitle>Environment</MenuTitle>
            {here.project.environments.map((e) => (
              <MenuItem key={e} chosen={e === here.environment} onSelect={() => here.project && go(here.project, e)}>
                {e}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      <CreateOrganisation open={creating} onClose={() => setCreating(false)} />
    </nav>
  );
}

function Slash({ className = "" }: { className?: string }): ReactElement {
  return (
    <span className={`px-0.5 text-line-strong ${className}`} aria-hidden="true">
      /
    </span>
  );
}

function Trigger({ label, className = "", children, ...rest }: { label: string; className?: string; children: ReactNode }): ReactElement {
  return (
    <button type="button" aria-label={`${label}: ${String(children)}`} className={`flex h-7.5 min-w-0 items-center gap-1 rounded-md px-1.5 hover:bg-hover data-[state=open]:bg-hover ${className}`} {...rest}>
      <span className="max-w-40 truncate font-medium max-sm:max-w-20">{children}</span>
      <Icon name="chevron" className="size-3 text-muted" />
    </button>
  );
}
