import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, Navigate, Outlet, redirect, retainSearchParams, useLocation } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { readDashboardSearch, readDashboardsSearch } from "@/features/dashboards/search";
import { readEvaluationsSearch } from "@/features/evaluations/evaluation";
import { readExceptionsSearch } from "@/features/exceptions/exception";
import { readGpuSearch, readGpusSearch } from "@/features/gpus/search";
import { readHostsSearch } from "@/features/hosts/search";
import { getIngestStatus } from "@/features/ingest/api/get-ingest-status";
import { readLlmSearch } from "@/features/llm/search";
import { readLogsSearch } from "@/features/logs/log";
import { readMetricsSearch } from "@/features/metrics/search";
import { readModelSearch } from "@/features/models/filter";
import { readPromptSearch, readPromptsSearch } from "@/features/prompts/prompt";
import { readRulesSearch } from "@/features/rules/rule";
import { getSession } from "@/features/session/api/get-session";
import { firstEnvironment, useProject } from "@/features/session/api/membership";
import { readTraceSearch, readTracesSearch } from "@/features/traces/search";
import { readVaultSearch } from "@/features/vault/secret";
import { isSignedOut } from "@/lib/api/error";
import { useScope } from "@/lib/scope";
import { readComparison, readRange, type RangeSearch } from "@/lib/time/range";
import { readZone, type Zone } from "@/lib/time/zone";
import { locate } from "./place";
import { Broken, Loading, Missing } from "./shell/outcomes";
import { elsewhere } from "./shell/scope-switcher";

interface Context {
  client: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: Missing });

/** Only a path of this server is gone to after signing in. */
function localPath(next: unknown): string | undefined {
  return typeof next === "string" && /^\/(?![/\\])/.test(next) ? next : undefined;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Record<string, unknown>): { next?: string } => ({ next: localPath(search["next"]) }),
  component: lazyRouteComponent(() => import("@/features/session/sign-in-page"), "SignInPage"),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyRouteComponent(() => import("@/features/session/invitation-page"), "InvitationPage"),
});

const reference = createRoute({
  getParentRoute: () => root,
  path: "/openapi-spec",
  component: lazyRouteComponent(() => import("./reference-page"), "ReferencePage"),
});

/** Everything that is seen signed in, in the frame. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: async ({ context, location }) => {
    try {
      await context.client.ensureQueryData(getSession());
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: "/sign-in", search: { next: location.href === "/" ? undefined : location.href } });
      throw error;
    }
  },
  component: lazyRouteComponent(() => import("./shell/frame"), "Frame"),
});

/** The first page: the overview of the project used last, or the guide while nothing has arrived in it. */
const home = createRoute({
  getParentRoute: () => inside,
  path: "/",
  beforeLoad: async ({ context: { client } }) => {
    const here = locate(await client.ensureQueryData(getSession()), {});
    if (!here) return;
    if (!here.project) throw redirect({ to: "/o/$organisation/settings/projects", params: { organisation: here.organisation.id } });
    const scope = { project: here.project.id, environment: here.environment };
    const status = await client.ensureQueryData(getIngestStatus(scope)).catch(() => undefined);
    const fresh = status?.signals.every((s) => !s.lastReceived) ?? false;
    throw redirect({ to: fresh ? "/p/$project/$environment/send" : "/p/$project/$environment/overview", params: scope });
  },
});

const project = createRoute({
  getParentRoute: () => inside,
  path: "/p/$project/$environment",
  validateSearch: (search: Record<string, unknown>): RangeSearch & { tz?: Zone } => ({ ...readRange(search), ...readZone(search) }),
  search: { middlewares: [retainSearchParams(["range", "from", "to", "refresh", "tz"])] },
  component: InEnvironment,
});

/** An environment that is gone gives way to one that is there. */
function InEnvironment(): ReactElement {
  const scope = useScope();
  const placed = useProject(scope.project);
  const { pathname } = useLocation();
  if (placed && !placed.project.environments.includes(scope.environment)) {
    return <Navigate to={elsewhere(pathname, scope.project, firstEnvironment(placed.project))} replace />;
  }
  return <Outlet />;
}

const projectPages = [
  createRoute({ getParentRoute: () => project, path: "/overview", staticData: { timed: true }, component: lazyRouteComponent(() => import("@/features/overview/overview-page"), "OverviewPage") }),
  createRoute({ getParentRoute: () => project, path: "/gpus", staticData: { timed: true }, validateSearch: readGpusSearch, component: lazyRouteComponent(() => import("@/features/gpus/gpus-page"), "GpusPage") }),
  createRoute({ getParentRoute: () => project, path: "/gpus/$gpu", staticData: { timed: true }, validateSearch: readGpuSearch, component: lazyRouteComponent(() => import("@/features/gpus/gpu-page"), "GpuPage") }),
  createRoute({ getParentRoute: () => project, path: "/hosts", staticData: { timed: true }, validateSearch: readHostsSearch, component: lazyRouteComponent(() => import("@/features/hosts/hosts-page"), "HostsPage") }),
  createRoute({ getParentRoute: () => project, path: "/hosts/$host", staticData: { timed: true }, validateSearch: readComparison, component: lazyRouteComponent(() => import("@/features/hosts/host-page"), "HostPage") }),
  createRoute({ getParentRoute: () => project, path: "/traces", staticData: { timed: true }, validateSearch: readTracesSearch, component: lazyRouteComponent(() => import("@/features/traces/traces-page"), "TracesPage") }),
  createRoute({ getParentRoute: () => project, path: "/traces/$trace", validateSearch: readTraceSearch, component: lazyRouteComponent(() => import("@/features/traces/trace-page"), "TracePage") }),
  createRoute({ getParentRoute: () => project, path: "/logs", staticData: { timed: true }, validateSearch: readLogsSearch, component: lazyRouteComponent(() => import("@/features/logs/logs-page"), "LogsPage") }),
  createRoute({ getParentRoute: () => project, path: "/logs/$log", validateSearch: readLogsSearch, component: lazyRouteComponent(() => import("@/features/logs/log-page"), "LogPage") }),
  createRoute({ getParentRoute: () => project, path: "/metrics", staticData: { timed: true }, validateSearch: readMetricsSearch, component: lazyRouteComponent(() => import("@/features/metrics/metrics-page"), "MetricsPage") }),
  createRoute({ getParentRoute: () => project, path: "/dashboards", validateSearch: readDashboardsSearch, component: lazyRouteComponent(() => import("@/features/dashboards/dashboards-page"), "DashboardsPage") }),
  createRoute({ getParentRoute: () => project, path: "/dashboards/$dashboard", staticData: { timed: true }, validateSearch: readDashboardSearch, component: lazyRouteComponent(() => import("@/features/dashboards/dashboard-page"), "DashboardPage") }),
  createRoute({ getParentRoute: () => project, path: "/exceptions", staticData: { timed: true }, validateSearch: readExceptionsSearch, component: lazyRouteComponent(() => import("@/features/exceptions/exceptions-page"), "ExceptionsPage") }),
  createRoute({ getParentRoute: () => project, path: "/exceptions/$group", staticData: { timed: true }, validateSearch: readExceptionsSearch, component: lazyRouteComponent(() => import("@/features/exceptions/group-page"), "GroupPage") }),
  createRoute({ getParentRoute: () => project, path: "/llm", staticData: { timed: true }, validateSearch: readLlmSearch, component: lazyRouteComponent(() => import("@/features/llm/llm-page"), "LlmPage") }),
  createRoute({ getParentRoute: () => project, path: "/llm/conversations/$conversation", staticData: { timed: true }, component: lazyRouteComponent(() => import("@/features/llm/conversation-page"), "ConversationPage") }),
  createRoute({ getParentRoute: () => project, path: "/models", validateSearch: readModelSearch, component: lazyRouteComponent(() => import("@/features/models/models-page"), "ModelsPage") }),
  createRoute({ getParentRoute: () => project, path: "/vault", validateSearch: readVaultSearch, component: lazyRouteComponent(() => import("@/features/vault/vault-page"), "VaultPage") }),
  createRoute({ getParentRoute: () => project, path: "/prompts", validateSearch: readPromptsSearch, component: lazyRouteComponent(() => import("@/features/prompts/prompts-page"), "PromptsPage") }),
  createRoute({ getParentRoute: () => project, path: "/prompts/$prompt", validateSearch: readPromptSearch, component: lazyRouteComponent(() => import("@/features/prompts/prompt-page"), "PromptPage") }),
  createRoute({ getParentRoute: () => project, path: "/rules", validateSearch: readRulesSearch, component: lazyRouteComponent(() => import("@/features/rules/rules-page"), "RulesPage") }),
  createRoute({ getParentRoute: () => project, path: "/evaluations", validateSearch: readEvaluationsSearch, component: lazyRouteComponent(() => import("@/features/evaluations/evaluations-page"), "EvaluationsPage") }),
  createRoute({ getParentRoute: () => project, path: "/send", component: lazyRouteComponent(() => import("@/features/ingest/send-page"), "SendPage") }),
] as const;

const settingsFrame = lazyRouteComponent(() => import("./shell/settings-frame"), "SettingsFrame");

const projectSettings = createRoute({ getParentRoute: () => project, path: "/settings", component: settingsFrame });
const projectSettingsPages = [
  createRoute({ getParentRoute: () => projectSettings, path: "/project", component: lazyRouteComponent(() => import("@/features/tenancy/project-page"), "ProjectPage") }),
  createRoute({ getParentRoute: () => projectSettings, path: "/environments", component: lazyRouteComponent(() => import("@/features/tenancy/environments-page"), "EnvironmentsPage") }),
  createRoute({ getParentRoute: () => projectSettings, path: "/api-keys", component: lazyRouteComponent(() => import("@/features/tenancy/keys-page"), "KeysPage") }),
  createRoute({ getParentRoute: () => projectSettings, path: "/databases", component: lazyRouteComponent(() => import("@/features/tenancy/databases-page"), "DatabasesPage") }),
  createRoute({ getParentRoute: () => projectSettings, path: "/language-models", component: lazyRouteComponent(() => import("@/features/providers/providers-page"), "ProvidersPage") }),
  createRoute({ getParentRoute: () => projectSettings, path: "/routing", component: lazyRouteComponent(() => import("@/features/tenancy/routing-page"), "RoutingPage") }),
] as const;

const organisationSettings = createRoute({ getParentRoute: () => inside, path: "/o/$organisation/settings", component: settingsFrame });
const organisationSettingsPages = [
  createRoute({ getParentRoute: () => organisationSettings, path: "/organisation", component: lazyRouteComponent(() => import("@/features/tenancy/organisation-page"), "OrganisationPage") }),
  createRoute({ getParentRoute: () => organisationSettings, path: "/projects", component: lazyRouteComponent(() => import("@/features/tenancy/projects-page"), "ProjectsPage") }),
  createRoute({ getParentRoute: () => organisationSettings, path: "/members", component: lazyRouteComponent(() => import("@/features/tenancy/members-page"), "MembersPage") }),
  createRoute({ getParentRoute: () => organisationSettings, path: "/invitations", component: lazyRouteComponent(() => import("@/features/tenancy/invitations-page"), "InvitationsPage") }),
] as const;

const ownSettings = createRoute({ getParentRoute: () => inside, id: "own", component: settingsFrame });
const account = createRoute({ getParentRoute: () => ownSettings, path: "/account", component: lazyRouteComponent(() => import("@/features/session/account-page"), "AccountPage") });

const routeTree = root.addChildren([
  signIn,
  invitation,
  reference,
  inside.addChildren([
    home,
    project.addChildren([...projectPages, projectSettings.addChildren(projectSettingsPages)]),
    organisationSettings.addChildren(organisationSettingsPages),
    ownSettings.addChildren([account]),
  ]),
]);

export function newRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: Broken,
    defaultPendingComponent: Loading,
    defaultPendingMs: 150,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
  interface StaticDataRouteOption {
    timed?: boolean; // the page shows a time range, so the top bar has its picker
  }
}
