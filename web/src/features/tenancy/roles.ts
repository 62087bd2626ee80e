import type { Role } from "@/features/session/api/get-session";

/** All roles, the mightiest first. */
export const roles: Role[] = ["owner", "admin", "member"];
