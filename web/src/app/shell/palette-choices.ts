import { useQuery } from "@tanstack/react-query";
import { useRouter, type NavigateOptions } from "@tanstack/react-router";
import { find, matches, pages, pathOf, reference, settings, type Destination } from "@/app/navigation";
import type { Here } from "@/app/place";
import { listDashboards } from "@/features/dashboards/api/list-dashboards";
import { listGpus } from "@/features/gpus/api/list-gpus";
import { listHosts } from "@/features/hosts/api/list-hosts";
import { listModels } from "@/features/models/api/list-models";
import { useSession } from "@/features/session/api/get-session";
import { firstEnvironment } from "@/features/session/api/membership";
import { traceIdOf } from "@/features/traces/api/trace-id";
import { useRange } from "@/lib/scope";
import { valueFilter, writeFilters } from "@/lib/telemetry/filter";
import { setTheme } from "@/lib/theme";
import type { IconName } from "@/ui/icon";
import { placeOf } from "./side-nav";

/** Something that the palette finds. */
export interface Choice {
  key: string;
  name: string;
  note: string;
  icon: IconName;
  run: () => void;
  preload?: () => void; // fetches the page that it leads to
}

const notes: Record<Destination["group"], string> = { watch: "page", project: "project settings", organisation: "organisation settings", you: "settings", help: "page" };
const most = 8; // of one kind
const fresh = 60_000; // ms; what was read for a search holds so long

/** What a search finds: a trace, pages and settings, hosts, GPUs, dashboards, models, projects, themes; and the way to look for it in records. */
export function useChoices(here: Here | undefined, search: string): Choice[] {
  return [...useTrace(here, search), ...useDestinations(here, search), ...useThings(here, search), ...useProjects(here, search), ...themes(search), ...useRecords(here, search)];
}

/** Makes choices that lead to a page. */
function useWay(): (to: NavigateOptions) => Pick<Choice, "run" | "preload"> {
  const router = useRouter();
  return (to) => ({ run: () => void router.navigate(to), preload: () => void router.preloadRoute(to) });
}

/** The id of a trace leads to it and to its lines, whether it is there or not. */
function useTrace(here: Here | undefined, search: string): Choice[] {
  const way = useWay();
  const trace = traceIdOf(search);
  const { project, environment } = here ?? {};
  if (!trace || !project || !environment) return [];
  const where = writeFilters([valueFilter({ source: "field", key: "traceId" }, trace)]);
  return [
    { key: "trace", name: trace, note: "trace", icon: "search", ...way({ to: "/p/$project/$environment/traces/$trace", params: { project: project.id, environment, trace } }) },
    { key: "lines", name: "Its log lines", note: "logs", icon: "logs", ...way({ to: "/p/$project/$environment/logs", params: { project: project.id, environment }, search: { where } as never }) },
  ];
}

/** Words of an error, or the id of a request: they are looked for in lines, spans and exceptions. */
function useRecords(here: Here | undefined, search: string): Choice[] {
  const way = useWay();
  const q = search.trim();
  const { project, environment } = here ?? {};
  if (q.length < 3 || !project || !environment || traceIdOf(q)) return [];
  const params = { project: project.id, environment };
  return [
    { key: "find lines", name: `Log lines with “${q}”`, note: "logs", icon: "logs", ...way({ to: "/p/$project/$environment/logs", params, search: { q } as never }) },
    { key: "find spans", name: `Spans with “${q}”`, note: "traces", icon: "traces", ...way({ to: "/p/$project/$environment/traces", params, search: { q, list: "spans" } as never }) },
    { key: "find exceptions", name: `Exceptions with “${q}”`, note: "exceptions", icon: "alert", ...way({ to: "/p/$project/$environment/exceptions", params, search: { q } as never }) },
  ];
}

function useDestinations(here: Here | undefined, search: string): Choice[] {
  const way = useWay();
  const reachable = [...(here?.project ? pages : []), ...settings.filter((d) => here && (d.group !== "project" || here.project)), reference];
  return (search ? find(reachable, search) : reachable).map((d) => ({
    key: `page ${d.group} ${d.name}`,
    name: d.name,
    note: notes[d.group],
    icon: d.icon,
    ...way({ to: (here ? pathOf(d, placeOf(here)) : d.to) as "/" }), // a complete path
  }));
}

/** Hosts, GPUs, dashboards and models; asked for once something is searched. */
function useThings(here: Here | undefined, search: string): Choice[] {
  const way = useWay();
  const range = useRange();
  const scope = { project: here?.project?.id ?? "", environment: here?.environment ?? "" };
  const asked = { enabled: search.trim().length >= 2 && scope.project !== "", staleTime: fresh, refetchInterval: false as const };
  const hosts = useQuery({ ...listHosts(scope, range), ...asked }).data ?? [];
  const gpus = useQuery({ ...listGpus(scope, range), ...asked }).data ?? [];
  const dashboards = useQuery({ ...listDashboards(scope), ...asked }).data ?? [];
  const models = useQuery({ ...listModels(scope), ...asked }).data ?? [];
  if (!asked.enabled) return [];
  const found = <T>(all: T[], words: (one: T) => string, choice: (one: T) => Choice): Choice[] => all.filter((one) => matches(words(one), search)).slice(0, most).map(choice);
  return [
    ...found(hosts, (h) => h.name, (h) => ({ key: `host ${h.name}`, name: h.name, note: "host", icon: "hosts", ...way({ to: "/p/$project/$environment/hosts/$host", params: { ...scope, host: h.name } }) })),
    ...found(gpus, (g) => `${g.node ?? ""} ${g.host} ${g.index ?? ""} ${g.name ?? ""} ${g.id} gpu`, (g) => ({ key: `gpu ${g.host} ${g.id}`, name: `${g.node || g.host} · ${g.index ?? g.id}`, note: g.name ?? "GPU", icon: "gpu", ...way({ to: "/p/$project/$environment/gpus/$gpu", params: { ...scope, gpu: g.id } }) })),
    ...found(dashboards, (d) => `${d.name} ${d.folder} ${d.tags.join(" ")}`, (d) => ({ key: `dashboard ${d.id}`, name: d.name, note: d.folder ? `dashboard in ${d.folder}` : "dashboard", icon: "board", ...way({ to: "/p/$project/$environment/dashboards/$dashboard", params: { ...scope, dashboard: d.id } }) })),
    ...found(models, (m) => `${m.model_id} ${m.provider}`, (m) => ({ key: `model ${m.provider} ${m.model_id}`, name: m.model_id, note: `model of ${m.provider}`, icon: "database", ...way({ to: "/p/$project/$environment/models", params: scope, search: { q: m.model_id } }) })),
  ];
}

function useProjects(here: Here | undefined, search: string): Choice[] {
  const way = useWay();
  return useSession().organisations.flatMap((o) =>
    o.projects
      .filter((p) => p.id !== here?.project?.id && matches(p.name, search))
      .map((p) => ({
        key: `project ${p.id}`,
        name: p.name,
        note: `project of ${o.name}`,
        icon: "overview" as const,
        ...way({ to: "/p/$project/$environment/overview", params: { project: p.id, environment: firstEnvironment(p) } }),
      })),
  );
}

function themes(search: string): Choice[] {
  return (["light", "dark"] as const)
    .filter((theme) => matches(`${theme} theme`, search))
    .map((theme) => ({ key: `theme ${theme}`, name: `Use the ${theme} theme`, note: "action", icon: "sun", run: () => setTheme(theme) }));
}
