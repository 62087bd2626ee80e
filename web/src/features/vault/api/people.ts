import { useProject } from "@/features/session/api/membership";
import { useApiKeys } from "@/features/tenancy/api/list-api-keys";
import { useMembers } from "@/features/tenancy/api/list-members";

/** Who can have done something: people and API keys, by name. */
export function useCallers(project: string): { id: string; name: string }[] {
  const members = useMembers(useProject(project)?.organisation.id ?? "").data ?? [];
  const keys = useApiKeys(project).data ?? [];
  const all = [...members.map((m) => ({ id: m.userId, name: m.name || m.email })), ...keys.map((k) => ({ id: k.id, name: `key ${k.name}` }))];
  return all.sort((a, b) => a.name.localeCompare(b.name));
}

/** Names for the ids of people and API keys; ids that are gone stay as they are. */
export function useNames(project: string): (id: string) => string {
  const callers = useCallers(project);
  return (id) => callers.find((c) => c.id === id)?.name ?? id;
}
