// Takes the pictures of docs/images from a running platform that holds the demo (platform demo), at 1280 × 720:
//
//   PLATFORM_URL=http://127.0.0.1:3000 PLATFORM_EMAIL=… PLATFORM_PASSWORD=… npm run screenshots [-- name ...]
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const base = process.env.PLATFORM_URL ?? "http://127.0.0.1:3000";
const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const hottest = { source: "metric", metric: "hw.temperature", aggregation: "max", across: "max", groupBy: [{ source: "resource", key: "host.name" }], filters: [{ key: "hw.sensor_location", op: "exists" }] };

// Each picture: where it is, and what is done there before it is taken. Paths are below those of the project and its environment.
const pictures = {
  overview: { path: () => "overview?range=1h" },
  gpus: { path: () => "gpus?range=1h" },
  gpu: { path: async (api) => `gpus/${await throttledGPU(api)}?range=6h` },
  wasted: { path: () => "gpus?range=6h&is=wasted" },
  zombies: { path: () => "gpus?range=1h&state=zombie" },
  hosts: { path: () => "hosts?range=3h" },
  host: { path: async (api) => `hosts/${(await api("GET", "/api/hosts")).items[0].name}?range=3h` },
  llm: { path: () => "llm?range=6h" },
  traces: { path: () => "traces?range=6h" },
  trace: { path: async (api) => `traces/${await failedTrace(api)}` },
  logs: { path: () => "logs?range=24h&where=field:severity:in:ERROR" },
  "logs-line": { path: () => "logs?range=24h&where=field:severity:in:ERROR", act: (page) => openRow(page, 1) },
  exceptions: { path: () => "exceptions?range=24h" },
  metrics: { path: () => `metrics?range=3h&q=${encodeURIComponent(JSON.stringify([hottest]))}` },
  dashboards: { path: async (api) => `dashboards/${(await api("GET", "/api/dashboards")).items[0].id}?range=24h` },
};

/** The failed trace of the last hours that has most spans. */
async function failedTrace(api) {
  const { items } = await api("POST", "/api/telemetry/traces/search", { from: "now-6h", filters: [{ source: "field", key: "status", value: "Error" }], limit: 100 });
  return items.reduce((most, one) => (one.spans > most.spans ? one : most)).traceId;
}

/** The id of a GPU that is throttled now. */
async function throttledGPU(api) {
  const { items } = await api("GET", "/api/gpus?from=now-1h");
  return encodeURIComponent((items.find((gpu) => gpu.status === "throttled") ?? items[0]).id);
}

async function openRow(page, index) {
  await page.locator(`[data-row="${index}"]`).first().click();
  await page.getByRole("dialog").waitFor();
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1280, height: 720 }, colorScheme: "light", locale: "en-GB", timezoneId: "UTC" });
  const signIn = await context.request.post("/api/session", { data: { email: process.env.PLATFORM_EMAIL ?? "admin@localhost", password: process.env.PLATFORM_PASSWORD ?? "" }, headers: { Origin: base } });
  if (!signIn.ok()) throw new Error(`sign in at ${base}: ${signIn.status()} ${await signIn.text()}`);
  const session = await (await context.request.get("/api/session")).json();
  const project = session.organisations.flatMap((o) => o.projects).find((p) => p.name === "demo");
  if (!project) throw new Error("there is no project named demo: run platform demo first");
  const api = async (method, path, data) => {
    const answer = await context.request.fetch(path, { method, data, headers: { Origin: base, "x-platform-project-id": project.id, "x-platform-environment": "production" } });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const page = await context.newPage();
  for (const [name, picture] of Object.entries(pictures)) {
    if (process.argv.length > 2 && !process.argv.includes(name)) continue;
    await page.goto(`/p/${project.id}/production/${await picture.path(api)}`);
    await page.waitForLoadState("networkidle");
    await picture.act?.(page);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(500); // what slides in has arrived
    await page.screenshot({ path: `${images}${name}.png` });
  }
} finally {
  await browser.close();
}
