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

/** Fails when axe finds a serious or critical violation on the page as it is. */
export async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  expect(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" | ")}`)).toEqual([]);
}

/** Sends one metric of a host, as an OTLP exporter does. */
export async function sendHost(name: string): Promise<void> {
  const attribute = (key: string, value: string): object => ({ key, value: { stringValue: value } });
  const gauge = { name: "system.memory.utilization", unit: "1", gauge: { dataPoints: [{ timeUnixNano: `${Date.now()}000000`, asDouble: 0.42 }] } };
  const resource = { attributes: [attribute("host.name", name), attribute("deployment.environment", "production")] };
  const answer = await fetch(`${platform.http}/v1/metrics`, {
    method: "POST",
    headers: { Authorization: `Bearer ${platform.key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [gauge] }] }] }),
  });
  expect(answer.status).toBe(200);
}
