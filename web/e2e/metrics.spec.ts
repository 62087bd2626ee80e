import { expect } from "@playwright/test";
import { accessible, platform, test } from "./fixtures";

type Attributes = Record<string, string>;

const list = (of: Attributes): object[] => Object.entries(of).map(([key, value]) => ({ key, value: { stringValue: value } }));
const minutes = 30;
const end = Math.floor(Date.now() / 60_000) * 60_000; // the same for all series: what is added up lies in the same step

/** The points of a series, one for each minute that value gives one. */
function points(attributes: Attributes, value: (minute: number) => number | undefined): object[] {
  const started = `${end - (minutes + 1) * 60_000}000000`;
  return Array.from({ length: minutes }, (_, i) => i).flatMap((i) => {
    const asDouble = value(i);
    return asDouble === undefined ? [] : [{ startTimeUnixNano: started, timeUnixNano: `${end - (minutes - i) * 60_000}000000`, asDouble, attributes: list(attributes) }];
  });
}

const many = Array.from({ length: 10 }, (_, i) => `queue-${i}`);

/** Half an hour of a shop of two hosts, as its SDK sends it. */
async function sendShop(): Promise<void> {
  for (const host of ["shop-1", "shop-2"]) {
    const first = host === "shop-1";
    const sum = { aggregationTemporality: 2, isMonotonic: false };
    const metrics = [
      { name: "shop.memory.usage", unit: "By", description: "Memory that the shop uses.", sum: { ...sum, dataPoints: points({}, (i) => (first ? 2 : 1) * 2 ** 30 + i * 1e6) } },
      { name: "shop.memory.limit", unit: "By", description: "Memory that the shop may use.", sum: { ...sum, dataPoints: points({}, () => 4 * 2 ** 30) } },
      { name: "shop.requests", unit: "{request}", description: "Requests that were answered.", sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: points({}, (i) => i * 600) } },
      { name: "shop.queue.length", unit: "{item}", description: "Items that wait.", gauge: { dataPoints: many.flatMap((queue, n) => points({ queue }, (i) => (i > 10 && i < 18 ? undefined : n + 1))) } },
    ];
    const resource = { attributes: list({ "host.name": host, "service.name": "shop", "deployment.environment": "production" }) };
    const answer = await fetch(`${platform.http}/v1/metrics`, {
      method: "POST",
      headers: { Authorization: `Bearer ${platform.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] }),
    });
    expect(answer.status).toBe(200);
  }
}

test("no metric: the page says why; a failure says which request it was", async ({ page, paths }) => {
  await page.goto(`${paths.project}/metrics?from=1000000000000&to=1000003600000`);
  await expect(page.getByText(/No metric of production was sent in the/)).toBeVisible();
  await accessible(page);
  const broken = "**/api/telemetry/metric-catalog?*";
  await page.route(broken, (route) => route.fulfill({ status: 500, headers: { "X-Request-Id": "req-metrics" }, contentType: "application/problem+json", body: JSON.stringify({ title: "Internal Server Error", detail: "the database is gone" }) }));
  await page.goto(`${paths.project}/metrics`);
  await expect(page.getByRole("alert")).toContainText("Listing metrics failed");
  await expect(page.getByRole("alert")).toContainText("req-metrics");
  await page.unroute(broken);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toBeHidden();
});

test.describe("with a shop", () => {
  test.describe.configure({ timeout: 120_000 });
  test.beforeAll(sendShop);

  test("a metric is found by its description, grouped, filtered and drawn; the link shows the same", async ({ page, paths }) => {
    await page.goto(`${paths.project}/metrics`);
    await page.getByRole("searchbox", { name: "Search metrics" }).fill("items that wait");
    const row = page.getByRole("table", { name: "Metrics" }).getByRole("row", { name: /shop\.queue\.length/ });
    await expect(row).toContainText("gauge");
    await expect(row.getByRole("cell").nth(4)).toHaveText("20"); // series: ten queues of two hosts
    await accessible(page);
    await row.press("Enter");
    await expect(page.getByRole("img", { name: "The queries over time" })).toBeVisible();
    await expect(page.getByText("gauge · unit {item}")).toBeVisible();

    await page.getByRole("button", { name: "Group a by: add a key" }).click();
    await page.getByRole("combobox", { name: "Key to group by" }).fill("queue");
    await expect(page.getByRole("option", { name: /queue/ }).first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const series = page.getByRole("table", { name: "Series" });
    await expect(series.getByRole("row")).toHaveCount(11);
    await expect(page.getByText("2 more not shown")).toBeVisible();
    await expect(series.getByRole("row", { name: /queue-9/ })).toContainText("10 item");
    await expect(page).toHaveURL(/groupBy/);

    await series.getByRole("row", { name: /queue-3/ }).press("Enter");
    await expect(series.getByRole("row")).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Change filter: queue is queue-3" })).toBeVisible();
    await page.getByLabel("Aggregation of a").selectOption("max");
    await expect(page).toHaveURL(/max/); // the next change is made to what stands there
    await page.getByLabel("Across series of a").selectOption("sum");
    await expect(series.getByRole("row", { name: /queue-3/ })).toContainText("8 item");
    await page.reload();
    await expect(series.getByRole("row", { name: /queue-3/ })).toContainText("8 item");
    await expect(page.getByLabel("Aggregation of a")).toHaveValue("max");
    await accessible(page);
  });

  test("two queries and a formula; brushing chooses the time, a double click takes it back", async ({ page, paths }) => {
    const q = ["shop.memory.usage", "shop.memory.limit"].map((metric) => ({ source: "metric", metric, groupBy: [{ source: "resource", key: "host.name" }] }));
    await page.goto(`${paths.project}/metrics?q=${encodeURIComponent(JSON.stringify(q))}`);
    const series = page.getByRole("table", { name: "Series" });
    await expect(series.getByRole("row", { name: /a: shop-1/ })).toContainText("GiB");
    await page.getByLabel("Formula").fill("a / x");
    await expect(page.getByText("There is no query x.")).toBeVisible();
    await page.getByLabel("Formula").fill("a / b");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/formula=/);
    await expect(series.getByRole("row", { name: /shop-1/ })).toContainText(/5\d(\.\d)? %/);
    await expect(series.getByRole("row", { name: /shop-2/ })).toContainText(/2\d(\.\d)? %/);
    await page.getByRole("button", { name: "stacked" }).click();
    await expect(page).toHaveURL(/stacked=true/);
    await accessible(page);

    const chart = await page.getByRole("img", { name: "The queries over time" }).boundingBox();
    if (!chart) throw new Error("the chart is not drawn");
    await page.mouse.move(chart.x + 500, chart.y + 100);
    await page.mouse.down();
    await page.mouse.move(chart.x + 800, chart.y + 110, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/from=\d+/);
    await page.mouse.dblclick(chart.x + 600, chart.y + 100);
    await expect(page).not.toHaveURL(/from=\d+/);

    await page.getByRole("button", { name: "Remove query b" }).click();
    await expect(page.getByText("There is no query b.")).toBeVisible();
    await page.getByLabel("Formula").fill("");
    await page.getByLabel("Formula").press("Enter");
    await page.getByRole("button", { name: "Metric of a: shop.memory.usage" }).click();
    await page.getByRole("combobox", { name: "Search metrics" }).fill("requests answered");
    await expect(page.getByRole("option", { name: /shop\.requests/ })).toContainText("counter");
    await accessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Aggregation of a")).toHaveValue("");
    await expect(series.getByRole("row", { name: /shop-1/ })).toContainText("10 request/s");
  });

  test("a query that fails says so; nothing measured is said too", async ({ page, paths }) => {
    const q = encodeURIComponent(JSON.stringify([{ source: "metric", metric: "shop.requests" }]));
    const broken = "**/api/telemetry/series";
    await page.route(broken, (route) => route.fulfill({ status: 400, headers: { "X-Request-Id": "req-series" }, contentType: "application/problem+json", body: JSON.stringify({ title: "Bad Request", detail: "too much to read: narrow the range" }) }));
    await page.goto(`${paths.project}/metrics?q=${q}`);
    await expect(page.getByRole("alert")).toContainText("Query a failed");
    await expect(page.getByRole("alert")).toContainText("narrow the range");
    await page.unroute(broken);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("img", { name: "The queries over time" })).toBeVisible();
    await page.goto(`${paths.project}/metrics?from=1000000000000&to=1000003600000&q=${q}`);
    await expect(page.getByText("No shop.requests was sent in this time range.")).toBeVisible();
  });

  test("of 10,000 series the largest are shown, and how many are not is said", async ({ page, paths }) => {
    const at = (minute: number): string => `${end - minute * 60_000}000000`;
    const resource = { attributes: list({ "service.name": "shop", "deployment.environment": "production" }) };
    for (const minute of [3, 2, 1]) {
      const dataPoints = Array.from({ length: 10_000 }, (_, n) => ({ timeUnixNano: at(minute), asDouble: n, attributes: list({ shelf: `shelf-${n}` }) }));
      const answer = await fetch(`${platform.http}/v1/metrics`, {
        method: "POST",
        headers: { Authorization: `Bearer ${platform.key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name: "shop.shelf.items", unit: "{item}", gauge: { dataPoints } }] }] }] }),
      });
      expect(answer.status).toBe(200);
    }
    const query = [{ source: "metric", metric: "shop.shelf.items", groupBy: [{ source: "attribute", key: "shelf" }] }];
    await page.goto(`${paths.project}/metrics?q=${encodeURIComponent(JSON.stringify(query))}`);
    await expect(page.getByText("The 100 largest of 10,000 series.")).toBeVisible();
    await expect(page.getByText("9,992 more not shown")).toBeVisible();
    const series = page.getByRole("table", { name: "Series" });
    await expect(series.getByRole("row", { name: /shelf-9999/ })).toContainText(/10K item|9,?999 item/);
    await page.getByRole("button", { name: "Group a by: add a key" }).click(); // the page still answers
    await expect(page.getByRole("combobox", { name: "Key to group by" })).toBeVisible();
  });

  test("what is explored becomes a widget", async ({ page, paths }) => {
    const q = [{ source: "metric", metric: "shop.requests" }];
    await page.goto(`${paths.project}/metrics?q=${encodeURIComponent(JSON.stringify(q))}`);
    await page.getByRole("button", { name: "Add to dashboard" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to a dashboard" });
    await dialog.getByLabel("Dashboard", { exact: true }).selectOption({ label: "A new one" });
    await dialog.getByLabel("Name of the dashboard").fill("from the explorer");
    await dialog.getByLabel("Title of the widget").fill("Requests");
    await accessible(page);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByRole("link", { name: "Open the dashboard" }).click();
    await expect(page.getByRole("heading", { name: "from the explorer" })).toBeVisible();
    await expect(page.getByRole("img", { name: "Requests over time" })).toBeVisible();
    await page.getByRole("link", { name: "Explore Requests" }).click();
    await expect(page.getByRole("button", { name: "Metric of a: shop.requests" })).toBeVisible();

    await page.goto(`${paths.project}/dashboards`);
    await page.getByRole("button", { name: "Delete from the explorer" }).click();
    await page.getByRole("button", { name: "Delete dashboard" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
  });
});
