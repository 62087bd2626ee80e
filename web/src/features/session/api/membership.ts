import { useSession, type Organisation, type Project, type Role, type Session } from "./get-session";

/** A project with the organisation it belongs to. */
export interface Placed {
  organisation: Organisation;
  project: Project;
}

/** Finds a project among those the session can see. */
export function findProject(session: Session, id: string): Placed | undefined {
  for (const organisation of session.organisations) {
    const project = organisation.projects.find((p) => p.id === id);
    if (project) return { organisation, project };
  }
  return undefined;
}

/** The environment that is shown first: production, or else the oldest. */
export function firstEnvironment(project: Project): string {
  return project.environments.find((e) => e === "production") ?? project.environments[0] ?? "production";
}

const ranks: Record<Role, number> = { member: 1, admin: 2, owner: 3 };

/** Whether a role may do what another may. */
export function atLeast(role: Role | undefined, least: Role): boolean {
  return role !== undefined && ranks[role] >= ranks[least];
}

/** The organisation by its id, as the signed-in person sees it. */
export function useOrganisation(id: string): Organisation | undefined {
  return useSession().organisations.find((o) => o.id === id);
}

/** The project by its id, with its organisation. */
export function useProject(id: string): Placed | undefined {
  return findProject(useSession(), id);
}
