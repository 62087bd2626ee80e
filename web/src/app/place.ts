import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Session } from "@/features/session/api/get-session";
import { useSession } from "@/features/session/api/get-session";
import { findProject, firstEnvironment, type Placed } from "@/features/session/api/membership";
import { storage } from "@/lib/storage";

/** Where somebody is: an organisation, and where there is one a project and its environment. */
export interface Here extends Partial<Placed> {
  organisation: Session["organisations"][number];
  environment: string; // "" without a project
}

/** The place of the URL; what it leaves open is what was used last, or the first there is. */
export function locate(session: Session, params: { organisation?: string; project?: string; environment?: string }): Here | undefined {
  const named = params.project ? findProject(session, params.project) : undefined;
  if (params.project && !named) return undefined;
  if (named) return { ...named, environment: params.environment ?? firstEnvironment(named.project) };
  const last = findProject(session, storage.get("project") ?? "");
  if (params.organisation) {
    const organisation = session.organisations.find((o) => o.id === params.organisation);
    return organisation && inside(organisation, last);
  }
  const first = last?.organisation ?? session.organisations.find((o) => o.projects.length > 0) ?? session.organisations[0];
  return first && inside(first, last);
}

function inside(organisation: Here["organisation"], last: Placed | undefined): Here {
  const project = last?.organisation.id === organisation.id ? last.project : organisation.projects[0];
  if (!project) return { organisation, environment: "" };
  const used = storage.get("environment") ?? "";
  return { organisation, project, environment: project.environments.includes(used) ? used : firstEnvironment(project) };
}

/** The place of the current page; undefined when the URL names one that is not there. */
export function useHere(): Here | undefined {
  const session = useSession();
  const params = useParams({ strict: false });
  return locate(session, params);
}

/** Remembers the place for the next visit. */
export function useRemember(here: Here | undefined): void {
  const project = here?.project?.id;
  const environment = here?.environment;
  useEffect(() => {
    if (!project || !environment) return;
    storage.set("project", project);
    storage.set("environment", environment);
  }, [project, environment]);
}
