import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type BrowserContext, type Page } from "@playwright/test";
import type { Platform } from "./programs";

/** The platform that the setup started. */
export const platform = JSON.parse(process.env["PLATFORM_E2E"] ?? "{}") as Omit<Platform, "stop"> & { bin: string };

/** Places of the first project, as paths. */
export interface Paths {
  project: string; // /p/…/production
  organisation: string; // /o/…
}

let signedIn: Awaited<ReturnType<BrowserContext["storageState"]>> | undefined;

/** test with a page that is signed in, and that fails on anything the page's policy refused or that broke. */
export const test = base.extend<{ page: Page; paths: Paths }>({
  baseURL: platform.url,
  page: async ({ browser, baseURL, contextOptions }, use) => {
    const context = await browser.newContext({ ...contextOptions, baseURL, storageState: signedIn });
    if (!signedIn) {
      await context.request.post("/api/session", { data: { email: platform.email, password: platform.password } });
      signedIn = await context.storageState();
    }
    const page = await context.newPage();
    const broken = watch(page);
    await use(page);
    expect(broken).toEqual([]);
    await context.close();
  },
  paths: async ({ page }, use) => {
    const session = (await (await page.request.get("/api/session")).json()) as { organisations: { id: string; projects: { id: string }[] }[] };
    const [organisation] = session.organisations;
    await use({ organisation: `/o/${organisation?.id}`, project: `/p/${organisation?.projects[0]?.id}/production` });
  },
});

/** Collects what a page's policy refused, and errors that nobody caught. */
export function watch(page: Page): string[] {
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to|Warning:/.test(message.text())) broken.push(message.text());
  });
  return broken;
}

/** Fails when axe finds a serious or critical violation on the page as it is; rows that fade while others are fetched are waited for. */
export async function accessible(page: Page): Promise<void> {
  await expect(page.locator("table[aria-busy=true]")).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  expect(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" | ")}`)).toEqual([]);
}

/** A project of a test's own, so that its numbers are not those of others. */
export interface Own {
  path: string; // /p/…/production
  key: string; // API key
}

export async function ownProject(page: Page, organisation: string, name: string): Promise<Own> {
  const made = async (path: string, data: object): Promise<{ id: string; key: string }> => {
    const answer = await page.request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { id: string; key: string };
  };
  const { id } = await made(`/api/organisations/${organisation.split("/")[2]}/projects`, { name });
  const { key } = await made(`/api/projects/${id}/api-keys`, { name, scopes: ["ingest"] });
  return { path: `/p/${id}/production`, key };
}

/** Sends a request as an OTLP exporter does, in JSON. */
export async function sendOtlp(key: string, signal: "traces" | "metrics" | "logs", body: object): Promise<void> {
  const answer = await fetch(`${platform.http}/v1/${signal}`, { method: "POST", headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

/** Attributes as OTLP writes them. */
export function attributes(of: Record<string, string | number>): object[] {
  return Object.entries(of).map(([key, value]) => ({ key, value: typeof value === "string" ? { stringValue: value } : { doubleValue: value } }));
}

/** A fault of the network between the browser and the server. */
export const fault = { status: 503, headers: { "Content-Type": "application/problem+json", "X-Request-Id": "REQ-E2E" }, body: JSON.stringify({ title: "Service Unavailable", status: 503, detail: "the store is away" }) };

/** Sends one metric of a host, as an OTLP exporter does. */
export async function sendHost(name: string): Promise<void> {
  const gauge = { name: "system.memory.utilization", unit: "1", gauge: { dataPoints: [{ timeUnixNano: `${Date.now()}000000`, asDouble: 0.42 }] } };
  const resource = { attributes: attributes({ "host.name": name, "deployment.environment": "production" }) };
  await sendOtlp(platform.key, "metrics", { resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [gauge] }] }] });
}
