import type { IconName } from "@/ui/icon";

/** The ids that make a link complete. */
export interface Place {
  organisation: string;
  project: string;
  environment: string;
}

/** A page that can be gone to: from the navigation, the settings menu and the palette. */
export interface Destination {
  name: string;
  to: string; // with $organisation, $project, $environment
  icon: IconName;
  group: "watch" | "project" | "organisation" | "you" | "help";
  words?: string; // other words that find it
}

const project = "/p/$project/$environment";
const organisation = "/o/$organisation";

/** The pages of the left navigation, in its order. A new page is one row. */
export const pages: Destination[] = [
  { name: "Overview", to: `${project}/overview`, icon: "overview", group: "watch", words: "home signals ingest status rate" },
  { name: "GPUs", to: `${project}/gpus`, icon: "gpu", group: "watch", words: "fleet utilization memory power temperature zombies processes waste energy kernels" },
  { name: "Hosts", to: `${project}/hosts`, icon: "hosts", group: "watch", words: "machines nodes servers cpu memory" },
  { name: "Traces", to: `${project}/traces`, icon: "traces", group: "watch", words: "spans waterfall flame latency requests errors" },
  { name: "Logs", to: `${project}/logs`, icon: "logs", group: "watch", words: "lines records messages tail live search severity" },
  { name: "Metrics", to: `${project}/metrics`, icon: "chart", group: "watch", words: "explorer series query group quantile rate formula" },
  { name: "Exceptions", to: `${project}/exceptions`, icon: "alert", group: "watch", words: "errors crashes stack traces failures groups" },
  { name: "LLM", to: `${project}/llm`, icon: "spark", group: "watch", words: "cost tokens latency conversations prompts genai spend language models" },
  { name: "Models", to: `${project}/models`, icon: "database", group: "watch", words: "prices cost catalog providers import export" },
  { name: "Vault", to: `${project}/vault`, icon: "key", group: "watch", words: "secrets credentials reveal versions" },
  { name: "Prompts", to: `${project}/prompts`, icon: "edit", group: "watch", words: "templates versions publish variables" },
  { name: "Rules", to: `${project}/rules`, icon: "branch", group: "watch", words: "conditions contexts entities evaluate" },
  { name: "Evaluations", to: `${project}/evaluations`, icon: "check", group: "watch", words: "judge hallucination bias toxicity scores llm" },
  { name: "Dashboards", to: `${project}/dashboards`, icon: "board", group: "watch", words: "widgets boards charts import export" },
  { name: "Send data", to: `${project}/send`, icon: "send", group: "watch", words: "start guide collector sdk curl otlp first run" },
];

/** The pages of the settings menu, in its order. */
export const settings: Destination[] = [
  { name: "Project", to: `${project}/settings/project`, icon: "settings", group: "project", words: "rename delete id" },
  { name: "Environments", to: `${project}/settings/environments`, icon: "settings", group: "project", words: "production staging" },
  { name: "API keys", to: `${project}/settings/api-keys`, icon: "key", group: "project", words: "token secret revoke scopes" },
  { name: "Databases", to: `${project}/settings/databases`, icon: "database", group: "project", words: "clickhouse embedded engine storage" },
  { name: "Language models", to: `${project}/settings/language-models`, icon: "spark", group: "project", words: "providers openai anthropic ollama vllm connection key judge assistant" },
  { name: "Signal routing", to: `${project}/settings/routing`, icon: "settings", group: "project", words: "traces logs metrics route" },
  { name: "Organisation", to: `${organisation}/settings/organisation`, icon: "settings", group: "organisation", words: "rename leave delete" },
  { name: "Projects", to: `${organisation}/settings/projects`, icon: "settings", group: "organisation", words: "create new" },
  { name: "Members", to: `${organisation}/settings/members`, icon: "user", group: "organisation", words: "people users roles owner admin" },
  { name: "Invitations", to: `${organisation}/settings/invitations`, icon: "user", group: "organisation", words: "invite people" },
  { name: "Account", to: "/account", icon: "user", group: "you", words: "password name profile" },
];

export const reference: Destination = { name: "API reference", to: "/openapi-spec", icon: "reference", group: "help", words: "openapi scalar rest endpoints" };

/** A destination as a path. */
export function pathOf(destination: Destination, place: Place): string {
  return destination.to.replace(/\$(\w+)/g, (_, name: keyof Place) => encodeURIComponent(place[name]));
}

/** Whether every word of a search begins a word of a text. */
export function matches(text: string, search: string): boolean {
  const parts = (of: string): string[] => of.toLowerCase().split(/[\s_./·-]+/).filter(Boolean);
  const words = parts(text);
  const sought = parts(search);
  return sought.length > 0 && sought.every((s) => words.some((w) => w.startsWith(s)));
}

/** The destinations that a search finds, best first: by name, then by other words. */
export function find(all: Destination[], search: string): Destination[] {
  const rank = (d: Destination): number => {
    if (matches(d.name, search)) return 2;
    return matches(`${d.name} ${d.words ?? ""} ${d.group} settings`, search) ? 1 : 0;
  };
  return all
    .map((d) => ({ d, r: rank(d) }))
    .filter(({ r }) => r > 0)
    .sort((a, b) => b.r - a.r)
    .map(({ d }) => d);
}
