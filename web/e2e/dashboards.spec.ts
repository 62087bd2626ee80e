import { expect, type Page } from "@playwright/test";
import { accessible, platform, test, type Paths } from "./fixtures";

const list = (of: Record<string, string>): object[] => Object.entries(of).map(([key, value]) => ({ key, value: { stringValue: value } }));

async function send(path: string, body: object): Promise<void> {
  const answer = await fetch(`${platform.http}${path}`, { method: "POST", headers: { Authorization: `Bearer ${platform.key}`, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

/** Half an hour of a kitchen: the heat of its ovens, and orders that call a model. */
async function sendKitchen(): Promise<void> {
  const now = Date.now();
  const resource = { attributes: list({ "service.name": "kitchen", "host.name": "kitchen-1", "deployment.environment": "production" }) };
  const dataPoints = ["left", "right"].flatMap((oven) => Array.from({ length: 30 }, (_, i) => ({ timeUnixNano: `${now - (30 - i) * 60_000}000000`, asDouble: oven === "left" ? 180 : 220, attributes: list({ oven }) })));
  await send("/v1/metrics", { resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name: "kitchen.oven.heat", unit: "Cel", description: "How hot an oven is.", gauge: { dataPoints } }] }] }] });
  const spans = Array.from({ length: 20 }, (_, i) => ({
    traceId: (i + 1).toString(16).padStart(32, "d"),
    spanId: (i + 1).toString(16).padStart(16, "d"),
    name: "order",
    kind: 3,
    startTimeUnixNano: `${now - (i + 1) * 60_000}000000`,
    endTimeUnixNano: `${now - (i + 1) * 60_000 + 250}000000`,
    status: i < 5 ? { code: 2 } : {},
    attributes: [...list({ "gen_ai.operation.name": "chat", "gen_ai.request.model": "cook-1", "gen_ai.system": "acme" }), { key: "gen_ai.usage.input_tokens", value: { intValue: "100" } }, { key: "gen_ai.usage.output_tokens", value: { intValue: "50" } }],
  }));
  await send("/v1/traces", { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
}

/** The headers that say which project a request is about. */
function headersOf(paths: Paths): Record<string, string> {
  const [, , project = "", environment = ""] = paths.project.split("/");
  return { "x-platform-project-id": project, "x-platform-environment": environment };
}

/** Makes a dashboard through the API and returns its id. */
async function make(page: Page, paths: Paths, name: string, widgets: object[]): Promise<string> {
  const answer = await page.request.post("/api/dashboards", { headers: headersOf(paths), data: { name, widgets } });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const remove = (page: Page, paths: Paths, id: string) => page.request.delete(`/api/dashboards/${id}`, { headers: headersOf(paths) });

const heat = { source: "metric", metric: "kitchen.oven.heat", groupBy: [{ source: "attribute", key: "oven" }] };
const widgets = [
  { id: "lines", kind: "series", title: "Heat", place: { x: 0, y: 0, w: 6, h: 4 }, queries: [heat] },
  { id: "top", kind: "top", title: "Hottest", place: { x: 6, y: 0, w: 3, h: 4 }, queries: [heat], reduce: "max" },
  { id: "bars", kind: "bar", title: "Spans by service", place: { x: 9, y: 0, w: 3, h: 4 }, queries: [{ source: "spans", measure: "count", groupBy: [{ source: "field", key: "service" }], filters: [{ source: "field", key: "service", op: "equals", value: "kitchen" }] }] },
  { id: "tokens", kind: "number", title: "Tokens", place: { x: 0, y: 4, w: 3, h: 2 }, queries: [{ source: "models", measure: "tokens", filters: [{ source: "field", key: "service", op: "equals", value: "kitchen" }] }] },
  { id: "errors", kind: "number", title: "Error rate", place: { x: 3, y: 4, w: 3, h: 2 }, queries: [{ source: "spans", measure: "errorRate", filters: [{ source: "field", key: "service", op: "equals", value: "kitchen" }] }] },
  { id: "latency", kind: "series", title: "Latency", place: { x: 6, y: 4, w: 3, h: 4 }, queries: [{ source: "spans", measure: "p95" }] },
  { id: "note", kind: "text", title: "Note", place: { x: 9, y: 4, w: 3, h: 4 }, text: "# Ovens\n- **hot**\n- see [the hosts](/hosts) and <b>this</b>" },
];

test("no dashboard: the page says what to do; a failure says which request it was", async ({ page, paths }) => {
  await page.goto(`${paths.project}/dashboards`);
  await expect(page.getByText("There is no dashboard yet")).toBeVisible();
  await accessible(page);
  await page.route("**/api/dashboards", (route) => route.fulfill({ status: 500, headers: { "X-Request-Id": "req-boards" }, contentType: "application/problem+json", body: JSON.stringify({ title: "Internal Server Error", detail: "the database is gone" }) }));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Listing dashboards failed");
  await expect(page.getByRole("alert")).toContainText("req-boards");
  await page.unroute("**/api/dashboards");
  await page.goto(`${paths.project}/dashboards/dsh_none`);
  await expect(page.getByText("This dashboard was deleted, or belongs to another project")).toBeVisible();
});

test.describe("with a kitchen", () => {
  test.describe.configure({ timeout: 120_000 });
  test.beforeAll(sendKitchen);

  test("each kind of widget shows what was sent; one that fails says so", async ({ page, paths }) => {
    const id = await make(page, paths, "kitchen", widgets);
    await page.goto(`${paths.project}/dashboards/${id}`);
    await expect(page.getByRole("img", { name: "Heat over time" })).toBeVisible();
    const top = page.getByRole("table", { name: "Hottest" });
    await expect(top.getByRole("row").first()).toContainText("right");
    await expect(top.getByRole("row").first()).toContainText("220 °C");
    await expect(page.getByRole("table", { name: "Spans by service" })).toContainText("kitchen20");
    await expect(page.getByRole("region", { name: "Tokens" })).toContainText("3,000");
    await expect(page.getByRole("region", { name: "Error rate" })).toContainText("25 %");
    const note = page.getByRole("region", { name: "Note" });
    await expect(note.getByRole("link", { name: "the hosts" })).toHaveAttribute("href", "/hosts");
    await expect(note).toContainText("<b>this</b>");
    await accessible(page);

    await page.goto(`${paths.project}/dashboards/${id}?from=1000000000000&to=1000003600000`);
    await expect(page.getByRole("region", { name: "Heat" })).toContainText("No kitchen.oven.heat was sent in this time range.");
    await page.route("**/api/telemetry/series", (route) => route.fulfill({ status: 400, contentType: "application/problem+json", body: JSON.stringify({ title: "Bad Request", detail: "narrow the range" }) }));
    await page.goto(`${paths.project}/dashboards/${id}`);
    await expect(page.getByRole("region", { name: "Heat" }).getByRole("alert")).toContainText("Narrow the range.");
    await page.unroute("**/api/telemetry/series");
    await page.getByRole("region", { name: "Heat" }).getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("img", { name: "Heat over time" })).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("region", { name: "Heat" })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await remove(page, paths, id);
  });

  test("a dashboard is made, arranged by keys and mouse, saved, and the same after a reload", async ({ page, paths }) => {
    await page.goto(`${paths.project}/dashboards`);
    await page.getByRole("button", { name: "New dashboard" }).click();
    await page.getByLabel("Name").fill("ovens");
    await page.getByLabel("Tags").fill("heat, kitchen");
    await accessible(page);
    await page.getByRole("button", { name: "Create dashboard" }).click();
    await expect(page.getByText("Add the first widget")).toBeVisible();

    await page.getByRole("button", { name: "Add widget" }).click();
    await page.getByRole("menuitem", { name: /^Time series/ }).click();
    const editor = page.getByRole("dialog", { name: "Time series" });
    await editor.getByRole("button", { name: "Metric of a: choose" }).click();
    await page.getByRole("combobox", { name: "Search metrics" }).fill("oven heat");
    await expect(page.getByRole("option", { name: /kitchen\.oven\.heat/ })).toBeVisible();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog").last();
    await drawer.getByLabel("Title", { exact: true }).fill("Heat");
    await expect(page.getByRole("region", { name: "Heat" }).getByRole("img", { name: "Heat over time" })).toBeVisible();
    await expect(drawer.getByRole("img", { name: "Heat over time" })).toBeVisible();
    await accessible(page);
    await drawer.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: "Add widget" }).click();
    await page.getByRole("menuitem", { name: /^Text/ }).click();
    await drawer.getByLabel("Title", { exact: true }).fill("Note");
    await drawer.getByLabel("Text", { exact: true }).fill("Mind the heat.");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: "Note" })).toContainText("Mind the heat.");

    const [lines, note] = [page.getByRole("region", { name: "Heat" }), page.getByRole("region", { name: "Note" })];
    const placeOf = async (of: typeof lines) => of.evaluate((e) => [e.style.getPropertyValue("--column"), e.style.getPropertyValue("--row")].join(" "));
    await expect.poll(() => placeOf(note)).toBe("1 / span 4 5 / span 2");
    await note.focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(async () => [await placeOf(note), await placeOf(lines)]).toEqual(["1 / span 4 1 / span 2", "1 / span 6 3 / span 4"]);
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => placeOf(note)).toBe("1 / span 5 1 / span 2");
    await expect(page.getByRole("status").filter({ hasText: "Note resized: column 1, row 1, 5 wide, 2 high" })).toBeAttached();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => placeOf(note)).toBe("1 / span 4 1 / span 2");

    const handle = await lines.getByTitle("Drag to move").boundingBox();
    if (!handle) throw new Error("there is no handle");
    await page.mouse.move(handle.x + 5, handle.y + 8);
    await page.mouse.down();
    await page.mouse.move(handle.x + 5 + 520, handle.y + 8 - 130, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => placeOf(lines)).toBe("7 / span 6 1 / span 4");
    const corner = await note.getByTitle("Drag to resize").boundingBox();
    if (!corner) throw new Error("there is no corner");
    await page.mouse.move(corner.x + 8, corner.y + 8);
    await page.mouse.down();
    await page.mouse.move(corner.x + 8 + 90, corner.y + 8 + 70, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => placeOf(note)).toBe("1 / span 5 1 / span 3");
    await accessible(page);

    const guard = page.getByRole("dialog", { name: "Leave without saving?" });
    for (const way of [page.getByRole("link", { name: "Hosts", exact: true }), page.getByRole("button", { name: "Discard" })]) {
      await way.click();
      await guard.getByRole("button", { name: "Stay" }).click();
      await expect(guard).toBeHidden();
    }
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("img", { name: "Heat over time" })).toBeVisible();
    await expect.poll(async () => [await placeOf(note), await placeOf(lines)]).toEqual(["1 / span 5 1 / span 3", "7 / span 6 1 / span 4"]);
    await page.getByRole("link", { name: "All dashboards" }).click();
    await expect(page.getByRole("row", { name: /ovens/ })).toContainText("kitchen");

    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export ovens" }).click()]);
    expect(file.suggestedFilename()).toBe("ovens.json");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByLabel("File").setInputFiles({ name: "bad.json", mimeType: "application/json", buffer: Buffer.from('{"name":"x","widgets":[{"id":"w","kind":"series","place":{"x":9,"y":0,"w":6,"h":2},"queries":[{"source":"metric","metric":"m"}]}]}') });
    await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await expect(page.getByRole("alert")).toContainText("idgets[0].place does not fit 12 columns");
    await page.getByLabel("File").setInputFiles(await file.path());
    await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await expect(page.getByRole("heading", { name: "ovens (2)" })).toBeVisible();
    await page.getByRole("link", { name: "All dashboards" }).click();
    await page.getByRole("button", { name: "Duplicate ovens", exact: true }).click();
    await expect(page.getByRole("row", { name: /ovens \(3\)/ })).toBeVisible();
    for (const name of ["ovens (2)", "ovens (3)", "ovens"]) {
      await page.getByRole("button", { name: `Delete ${name}`, exact: true }).click();
      await expect(page.getByRole("alertdialog")).toContainText("2 widgets");
      await page.getByRole("button", { name: "Delete dashboard" }).click();
      await expect(page.getByRole("alertdialog")).toBeHidden();
    }
    await expect(page.getByText("There is no dashboard yet")).toBeVisible();
  });

  test("what somebody else saved is not overwritten unseen", async ({ page, paths }) => {
    const id = await make(page, paths, "shared", widgets.slice(0, 1));
    const other = (version: number, name: string) => page.request.put(`/api/dashboards/${id}`, { headers: headersOf(paths), data: { name, version, widgets: [] } });
    await page.goto(`${paths.project}/dashboards/${id}?edit=true`);
    await page.getByRole("button", { name: "Remove Heat" }).click();
    expect((await other(1, "shared by others")).status()).toBe(200);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const conflict = page.getByRole("alert").filter({ hasText: "Somebody else saved this dashboard meanwhile" });
    await expect(conflict).toContainText("saved version 2");
    await accessible(page);
    await conflict.getByRole("button", { name: "Save mine over theirs" }).click();
    await expect(page.getByRole("heading", { name: "shared", exact: true })).toBeVisible();
    await expect(page.getByText("This dashboard has no widget yet")).toBeVisible();

    await page.getByRole("button", { name: "Edit", exact: true }).first().click();
    await page.getByRole("button", { name: "Details" }).click();
    await page.getByLabel("Name").fill("mine");
    await page.getByRole("button", { name: "Take over" }).click();
    expect((await other(3, "theirs")).status()).toBe(200);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await conflict.getByRole("button", { name: "Show theirs, drop mine" }).click();
    await expect(page.getByRole("heading", { name: "theirs" })).toBeVisible();
    await remove(page, paths, id);
  });
});
