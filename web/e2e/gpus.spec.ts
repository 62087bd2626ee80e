import { readFileSync } from "node:fs";
import { expect, type Page, type Response } from "@playwright/test";
import { accessible, platform, test } from "./fixtures";

type Attributes = Record<string, string>;
interface Point {
  name: string;
  unit: string;
  value: number;
  attributes: Attributes;
  kind?: "sum" | "counter";
  at: number; // ms since 1970
}

const list = (of: Attributes): object[] => Object.entries(of).map(([key, value]) => ({ key, value: { stringValue: value } }));
const started = Date.now() - 3_600_000;

/** A point as OTLP writes it. */
function metric({ name, unit, value, attributes, kind, at }: Point): object {
  const point = { startTimeUnixNano: `${started}000000`, timeUnixNano: `${at}000000`, asDouble: value, attributes: list(attributes) };
  if (!kind) return { name, unit, gauge: { dataPoints: [point] } };
  return { name, unit, sum: { aggregationTemporality: 2, isMonotonic: kind === "counter", dataPoints: [point] } };
}

/** What a GPU of the fleet does; the numbers of the page follow from it. */
interface Fake {
  utilization: number;
  allocated: boolean;
  throttled?: string;
  xid?: string;
  zombie?: boolean;
}

const limit = 141 * 1024 ** 3;

/** The points of one GPU at one instant. */
function pointsOf(node: string, index: number, fake: Fake, at: number): Point[] {
  const device = { "hw.id": `GPU-${node}-${index}`, "hw.name": "NVIDIA H200", "hw.vendor": "nvidia", "hw.type": "gpu", "gpu.index": String(index), "gpu.pci_address": `0000:${index}b:00.0` };
  const swing = Math.sin(at / 240_000 + index) * 0.06;
  const busy = Math.max(0, Math.min(1, fake.utilization === 0 ? 0 : fake.utilization + swing));
  const used = fake.allocated ? limit * (0.45 + 0.05 * index) : 0.6e9;
  const point = (name: string, unit: string, value: number, more: Attributes = {}, kind?: Point["kind"]): Point => ({ name, unit, value, attributes: { ...device, ...more }, kind, at });
  const points = [
    point("hw.gpu.utilization", "1", busy, { "hw.gpu.task": "general" }),
    point("hw.gpu.memory.usage", "By", used, {}, "sum"),
    point("hw.gpu.memory.limit", "By", limit, {}, "sum"),
    point("hw.gpu.memory.utilization", "1", used / limit),
    point("hw.power", "W", 90 + 590 * busy),
    point("hw.power.limit", "W", 700),
    point("hw.temperature", "Cel", 34 + 40 * busy + (fake.throttled ? 14 : 0), { "hw.sensor_location": "die" }),
    point("hw.temperature", "Cel", 41 + 42 * busy, { "hw.sensor_location": "memory" }),
    point("hw.gpu.speed", "Hz", fake.throttled ? 1.2e9 : 1.98e9, { "hw.gpu.clock_domain": "sm" }),
    point("hw.energy", "J", ((at - started) / 1000) * (90 + 590 * fake.utilization), {}, "counter"),
    point("hw.gpu.allocated", "1", fake.allocated ? 1 : 0),
    point("hw.status", "1", 1, { "hw.state": "up" }, "sum"),
    point("hw.errors", "{error}", fake.xid && at > Date.now() - 1_200_000 ? 1 : 0, { "error.type": "xid", "gpu.xid.code": fake.xid ?? "0" }, "counter"),
  ];
  const ends = Date.now() - at;
  if (fake.throttled && (ends < 600_000 || (ends > 1_800_000 && ends < 2_400_000))) points.push(point("hw.status", "1", 1, { "hw.state": "throttled", "hw.status.reason": fake.throttled }, "sum"));
  if (!fake.allocated) return points;
  const training = index % 2 === 0;
  const process = {
    "process.pid": String(41_000 + Number(node.slice(-2)) * 100 + index),
    "process.executable.name": training ? "python3" : "vllm",
    "process.command_line": fake.zombie ? "python3 finetune.py --run lost-42" : training ? "python3 -m torch.distributed.run train.py --config llama.yaml" : "vllm serve meta-llama/Llama-3.1-70B-Instruct --tensor-parallel-size 4",
    "process.state": fake.zombie ? "zombie" : "running",
    "process.owner": training ? "mira" : "serving",
    "process.workload.kind": training ? "llm_training" : "llm_inference",
    "k8s.pod.name": training ? `train-${node}` : `chat-${index}`,
    "k8s.namespace.name": training ? "research" : "serving",
  };
  points.push(
    point("process.gpu.memory.usage", "By", used * 0.97, process, "sum"),
    point("process.gpu.memory.utilization", "1", (used * 0.97) / limit, process),
    point("process.gpu.utilization", "1", fake.zombie ? 0 : busy, { ...process, "hw.gpu.task": "general" }),
    point("process.uptime", "s", 7_400 + 3_600 * index + (at - started) / 1000, process),
    point("gpu.kernel.launch.calls", "{call}", ((at - started) / 1000) * 40 * (index + 1), { "hw.id": device["hw.id"], "process.executable.name": "python3", "cuda.kernel.name": "flash_fwd_kernel" }, "counter"),
  );
  return points;
}

const busy: Fake = { utilization: 0.93, allocated: true };
const idle: Fake = { utilization: 0, allocated: true };
const free: Fake = { utilization: 0, allocated: false };
const half: Fake = { utilization: 0.42, allocated: true };
const low: Fake = { utilization: 0.2, allocated: true };
const nodes: Record<string, Fake[]> = {
  "gpu-a01": [busy, busy, half, busy, busy, busy, idle, free],
  "gpu-a02": [busy, busy, busy, { ...busy, xid: "79" }, half, busy, busy, busy],
  "gpu-a03": [half, busy, { ...busy, throttled: "thermal_hw" }, busy, busy, busy, half, busy],
  "gpu-a04": [idle, { ...idle, zombie: true }, free, free, busy, busy, half, free],
  "gpu-b01": Array.from({ length: 8 }, () => busy),
  "gpu-b02": Array.from({ length: 8 }, (_, i) => (i < 4 ? half : busy)),
  "gpu-b03": Array.from({ length: 8 }, () => low),
  "gpu-b04": Array.from({ length: 8 }, (_, i) => (i === 5 ? { ...busy, throttled: "sw_power_cap" } : busy)),
};

type Answer = { times: number[]; series: { values: (number | null)[] }[] };

/** Gathers the series that a page asks for. */
function collect(page: Page): () => Promise<Answer[]> {
  const found: Promise<Answer>[] = [];
  const hear = (response: Response): void => {
    if (response.url().endsWith("/api/telemetry/series") && response.ok()) found.push(response.json() as Promise<Answer>);
  };
  page.on("response", hear);
  return () => {
    page.off("response", hear);
    return Promise.all(found);
  };
}

/** Draws the same arrays with nothing around them, a uPlot for each line of so many GPUs; ms until they are on the screen. Runs in the page. */
async function drawBare({ answers, rows }: { answers: Answer[]; rows: number }): Promise<number> {
  const { uPlot } = window as unknown as { uPlot: new (options: object, data: unknown[], box: Element) => unknown };
  const begin = performance.now();
  const box = document.createElement("div");
  box.style.cssText = "position: fixed; inset: 0; overflow: hidden; z-index: 99";
  document.body.append(box);
  const options = { width: 64, height: 16, legend: { show: false }, cursor: { show: false }, axes: [{ show: false }, { show: false }], series: [{}, { stroke: "#2a57d6", points: { show: false } }] };
  for (const { times, series } of answers) for (const { values } of series.slice(0, rows)) new uPlot(options, [times, values], box);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const took = performance.now() - begin;
  box.remove();
  return took;
}

/** Sends an hour of the fleet as a collector on each node does. */
async function sendFleet(): Promise<void> {
  const now = Date.now();
  const instants = Array.from({ length: 30 }, (_, i) => now - (29 - i) * 120_000);
  for (const [node, fakes] of Object.entries(nodes)) {
    const resource = { attributes: list({ "host.name": node, "k8s.node.name": node, "k8s.cluster.name": node < "gpu-b" ? "east" : "west", "host.type": "p5en.48xlarge", "deployment.environment": "production" }) };
    const metrics = instants.flatMap((at) => fakes.flatMap((fake, index) => pointsOf(node, index, fake, at))).map(metric);
    const answer = await fetch(`${platform.http}/v1/metrics`, {
      method: "POST",
      headers: { Authorization: `Bearer ${platform.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] }),
    });
    expect(answer.status).toBe(200);
  }
}

test("no GPU: the page says why, and how to start a collector; a failure says which request it was", async ({ page, paths }) => {
  await page.goto(`${paths.project}/gpus?from=1000000000000&to=1000003600000`);
  await expect(page.getByText(/No GPU of production reported in the/)).toBeVisible();
  await expect(page.getByLabel("Start a collector", { exact: true })).toContainText("OTEL_EXPORTER_OTLP_ENDPOINT");
  await accessible(page);
  await page.route("**/api/gpus?*", (route) => route.fulfill({ status: 500, headers: { "X-Request-Id": "req-gpus" }, contentType: "application/problem+json", body: JSON.stringify({ title: "Internal Server Error", detail: "the database is gone" }) }));
  await page.goto(`${paths.project}/gpus`);
  await expect(page.getByRole("alert")).toContainText("Listing GPUs failed");
  await expect(page.getByRole("alert")).toContainText("req-gpus");
  await page.unroute("**/api/gpus?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/No GPU of production|Fleet/).first()).toBeVisible();
});

test.describe("with a fleet", () => {
  test.describe.configure({ timeout: 120_000 });
  test.beforeAll(sendFleet);

  test("the fleet is counted, coloured and filtered, and the URL says so", async ({ page, paths }) => {
    await page.goto(`${paths.project}/gpus`);
    const fleet = page.getByRole("list", { name: "Fleet" });
    await expect(fleet).toContainText("64GPUs");
    await expect(fleet).toContainText("57busy");
    await expect(fleet).toContainText("3idle but allocated");
    await expect(fleet).toContainText(/\([\d.]+ % of GPU-hours lost in the last 1 h\)/);
    await expect(fleet).toContainText("2throttled");
    await expect(fleet).toContainText("1error");
    await expect(page.getByRole("button", { name: /gpu-a02 · 3, utilization \d+ %, error, xid 79/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "Use and waste" })).toContainText("kWh");
    await accessible(page);
    if (process.env["PLATFORM_SCREENSHOTS"]) await page.screenshot({ path: `${process.env["PLATFORM_SCREENSHOTS"]}/gpus.png` });

    // A number leads to the GPUs that it counts, and back.
    const grid = page.getByRole("group", { name: /^GPUs coloured by/ });
    await fleet.getByRole("button", { name: /throttled/ }).click();
    await expect(page).toHaveURL(/is=throttled/);
    await expect(grid.getByRole("button")).toHaveCount(2);
    await expect(fleet).toContainText("64GPUs");
    await fleet.getByRole("button", { name: /throttled/ }).click();
    await expect(grid.getByRole("button")).toHaveCount(64);

    await page.getByLabel("Colour by").selectOption("temperature");
    await expect(page).toHaveURL(/by=temperature/);
    await page.getByLabel("Filter by cluster").selectOption("west");
    await expect(page).toHaveURL(/cluster=west/);
    await expect(fleet).toContainText("32GPUs");
    await page.reload();
    await expect(fleet).toContainText("32GPUs");
    await page.getByLabel("Filter by type").selectOption("llm_training");
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(fleet).toContainText("64GPUs");
    await page.getByRole("button", { name: /gpu-a03 · 2,/ }).hover();
    await expect(page.getByText("throttled: thermal hw")).toBeVisible();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await accessible(page);
    if (process.env["PLATFORM_SCREENSHOTS"]) await page.screenshot({ path: `${process.env["PLATFORM_SCREENSHOTS"]}/gpus-dark.png` });
  });

  test("cells are walked by keyboard; a GPU opens beside the grid and on its own page", async ({ page, paths }) => {
    await page.goto(`${paths.project}/gpus`);
    await expect(page.getByRole("button", { name: /gpu-a01 · 0,/ })).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByRole("button", { name: /gpu-a01 · 0,/ })).toBeFocused();
    for (const key of ["ArrowDown", "j", "ArrowRight", "ArrowRight", "ArrowRight", "k"]) await page.keyboard.press(key);
    await expect(page.getByRole("button", { name: /gpu-a02 · 3,/ })).toBeFocused();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "gpu-a02 · 3" });
    await expect(drawer.getByRole("img", { name: /Utilization of the GPU/ })).toBeVisible();
    await expect(drawer.getByText("error · xid 79")).toBeVisible();
    await expect(drawer.getByRole("table", { name: "Processes" })).toContainText("vllm serve");
    await expect(drawer.getByRole("table", { name: "Top CUDA kernels" })).toContainText("flash_fwd_kernel");
    await expect(page).toHaveURL(/gpu=GPU-gpu-a02-3/);
    await accessible(page);
    if (process.env["PLATFORM_SCREENSHOTS"]) await page.screenshot({ path: `${process.env["PLATFORM_SCREENSHOTS"]}/gpu-drawer.png` });
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();

    await page.getByRole("button", { name: /gpu-a03 · 2,/ }).click();
    await page.getByRole("link", { name: "Full page" }).click();
    await expect(page).toHaveURL(/\/gpus\/GPU-gpu-a03-2/);
    await expect(page.getByRole("heading", { name: "gpu-a03 · 2" })).toBeVisible();
    await expect(page.getByText("throttled · thermal hw").first()).toBeVisible();
    await expect(page.getByRole("img", { name: /Clocks of the GPU/ })).toBeVisible();
    await accessible(page);
    if (process.env["PLATFORM_SCREENSHOTS"]) await page.screenshot({ path: `${process.env["PLATFORM_SCREENSHOTS"]}/gpu.png`, fullPage: true });
    await page.goto(`${paths.project}/gpus/GPU-none`);
    await expect(page.getByText(/This GPU did not report/)).toBeVisible();
  });

  test("64 GPUs with 10 series each are drawn; how fast is told", async ({ page, paths }) => {
    const table = page.getByRole("table", { name: "GPUs over time" });
    await page.addInitScript({ content: `${readFileSync("node_modules/uplot/dist/uPlot.iife.min.js", "utf8")}; window.uPlot = uPlot;` });
    const took: { page: number; bare: number }[] = [];
    for (let run = 0; run < 3; run++) {
      const answers = collect(page);
      await page.goto(`${paths.project}/gpus?view=series`);
      await expect(table).toHaveAttribute("aria-rowcount", "65");
      const drawn = await page.waitForFunction(() => performance.getEntriesByName("fleet series drawn").at(-1)?.duration).then((h) => h.jsonValue());
      const rows = await table.locator("tr[data-row]").count();
      took.push({ page: drawn ?? 0, bare: await page.evaluate(drawBare, { answers: await answers(), rows }) });
    }
    const middle = (of: number[]): number => of.sort((a, b) => a - b)[1] ?? 0;
    const [whole, bare] = [middle(took.map((t) => t.page)), middle(took.map((t) => t.bare))];
    test.info().annotations.push({ type: "fleet series drawn", description: `${await table.getByRole("img").count()} lines ${Math.round(whole)} ms after the data, ${(whole / bare).toFixed(1)} times a bare drawing of the same arrays by uPlot (${Math.round(bare)} ms)` });

    // Rows out of sight are not drawn; each that is has a number and a line for what this fleet sends of the ten.
    await expect(table.getByRole("columnheader")).toHaveCount(12);
    const rows = await table.locator("tr[data-row]").count();
    expect(rows).toBeLessThan(64);
    expect(await table.getByRole("img").count()).toBe(rows * 7);
    await expect(table.getByRole("row", { name: /gpu-a01 · 0/ })).toContainText(/\d+(\.\d)? %.*W.*°C.*1\.98 GHz/);
    await accessible(page);
    await page.getByRole("main").focus();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "gpu-a01 · 0" })).toBeVisible();
    await page.keyboard.press("Escape");
    await table.locator("tr[data-row]").first().press("End");
    await expect(table.getByRole("row", { name: /gpu-b04 · 7/ })).toBeFocused();
  });

  test("a GPU is next to an earlier range; a link names its host; it can be read on a phone", async ({ page, paths }) => {
    await page.goto(`${paths.project}/gpus/GPU-gpu-a03-2?host=gpu-a03&range=15m`);
    await page.getByLabel("Compare with").selectOption("the range before");
    await expect(page).toHaveURL(/compare=before/);
    await expect(page.getByRole("img", { name: "Power of the GPU over time" })).toContainText("power before");
    await accessible(page);
    await page.getByRole("link", { name: "Host gpu-a03" }).click();
    await expect(page.getByRole("heading", { name: "gpu-a03", level: 1 })).toBeVisible();
    await page.getByRole("table", { name: "GPUs" }).getByRole("row").nth(3).click();
    await expect(page).toHaveURL(/gpus\/GPU-gpu-a03-2/);
    await page.goto(`${paths.project}/gpus?host=gpu-a03`);
    await expect(page.getByRole("list", { name: "Fleet" })).toContainText("8GPUs");
    await page.goto(`${paths.project}/gpus/GPU-gpu-a03-2?host=gpu-b01`);
    await expect(page.getByText(/This GPU did not report/)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["gpus", "gpus/GPU-gpu-a03-2", "gpus?view=series", "gpus?state=zombie"]) {
      await page.goto(`${paths.project}/${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });

  test("zombies are found with command line, pid, owner and uptime first", async ({ page, paths }) => {
    await page.goto(`${paths.project}/gpus`);
    await page.getByRole("button", { name: "zombies: 1" }).click();
    await expect(page).toHaveURL(/state=zombie/);
    const table = page.getByRole("table", { name: "Zombie processes" });
    await expect(table.getByRole("columnheader")).toHaveText(["Command line", "PID", "Owner", "Uptime", "State", "GPU", "Pod", "Memory", "Actions"]);
    await expect(table.getByRole("row")).toHaveCount(2);
    await expect(table.getByRole("row").nth(1)).toContainText(/finetune\.py --run lost-42.*41401.*serving/);
    await accessible(page);
    if (process.env["PLATFORM_SCREENSHOTS"]) await page.screenshot({ path: `${process.env["PLATFORM_SCREENSHOTS"]}/zombies.png` });
    await table.getByRole("button", { name: "Get rid of 41401" }).click();
    const help = page.getByRole("dialog", { name: "Zombie 41401 on gpu-a04" });
    await expect(help).toContainText("none of them is run from here");
    await expect(help.getByLabel("Look at it and at its parent, on the host", { exact: true })).toHaveText("ps -o pid,ppid,user,stat,etime,args -p 41401 -p $(ps -o ppid= -p 41401)");
    await expect(help.getByLabel(/^Or end its pod/)).toHaveText("kubectl delete pod -n serving chat-1");
    await accessible(page);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await table.getByRole("cell", { name: "41401", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "gpu-a04 · 1" })).toBeVisible();
  });

  test("what is wrong is told with since when and for whom: idle, throttled, errors", async ({ page, paths }) => {
    const fleet = page.getByRole("list", { name: "Fleet" });
    await page.goto(`${paths.project}/gpus`);
    await fleet.getByRole("button", { name: /idle but allocated/ }).click();
    const idle = page.getByRole("table", { name: "Idle but allocated" });
    await expect(idle.getByRole("row")).toHaveCount(4);
    const held = idle.getByRole("row", { name: /gpu-a01 · 6/ });
    await expect(held).toContainText(/over \d+ min · before/); // the hour began with it
    await expect(held).toContainText(/[\d.]+ h.*mira.*research\/train-gpu-a01.*train\.py --config llama\.yaml.*41106/);
    await accessible(page);
    await fleet.getByRole("button", { name: /throttled/ }).click();
    const throttled = page.getByRole("table", { name: "Throttled" }).getByRole("row", { name: /gpu-b04 · 5/ });
    await expect(throttled).toContainText(/\d+ min · \d\d:\d\d/);
    await expect(throttled).toContainText("sw power cap: its power limit is reached");
    await fleet.getByRole("button", { name: /error/ }).click();
    const failed = page.getByRole("table", { name: "Errors" }).getByRole("row", { name: /gpu-a02 · 3/ });
    await expect(failed).toContainText("xid 79: the GPU has fallen off the bus");
    await expect(failed).toContainText(/\d+ min ago/);
    await failed.click();
    await expect(page.getByRole("dialog", { name: "gpu-a02 · 3" })).toBeVisible();
    await expect(page).toHaveURL(/host=gpu-a02/);
  });

  test("two ranges are compared: what came, and how use changed", async ({ page, paths }) => {
    await page.goto(`${paths.project}/gpus?range=30m`);
    await page.getByLabel("Compare with").selectOption("the range before");
    await expect(page).toHaveURL(/compare=before/);
    await expect(page.getByRole("region", { name: "Use and waste" })).toContainText(/[+−±]\d+ %/);
    await expect(page.getByRole("region", { name: "What changed" })).toBeVisible();
    await page.goto(`${paths.project}/gpus?range=30m&compare=7d`);
    await expect(page.getByRole("region", { name: "Use and waste" })).toContainText("nothing was reported in a week earlier");
    await expect(page.getByRole("table", { name: "What changed" }).getByRole("row", { name: /gpu-a01 · 0 new/ })).toBeVisible();
    await accessible(page);
  });
});
