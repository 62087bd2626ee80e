import { useProject } from "@/features/session/api/membership";
import { useApiKeys } from "@/features/tenancy/api/list-api-keys";
import { useMembers } from "@/features/tenancy/api/list-members";

/** Names for the ids of people and API keys; ids that are gone stay as they are. */
export function useNames(project: string): (id: string) => string {
  const members = useMembers(useProject(project)?.organisation.id ?? "").data;
  const keys = useApiKeys(project).data;
  return (id) => {
    const member = members?.find((m) => m.userId === id);
    if (member) return member.name || member.email;
    const key = keys?.find((k) => k.id === id);
    return key ? `key ${key.name}` : id;
  };
}
