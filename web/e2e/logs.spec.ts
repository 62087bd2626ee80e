import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { accessible, attributes, platform, sendOtlp, test } from "./fixtures";

interface Line {
  at: number; // ms since 1970
  body: string;
  service?: string;
  severity?: [text: string, number: number];
  own?: Record<string, string>; // attributes
  trace?: string;
}

/** Sends lines as an OTLP exporter does. */
async function send(lines: Line[]): Promise<void> {
  const resourceLogs = lines.map(({ at, body, service = "cart", severity: [severityText, severityNumber] = ["INFO", 9], own = {}, trace }) => ({
    resource: { attributes: attributes({ "service.name": service, "host.name": `${service}-1`, "deployment.environment": "production" }) },
    scopeLogs: [{ logRecords: [{ timeUnixNano: `${at}000000`, severityText, severityNumber, body: { stringValue: body }, attributes: attributes(own), ...(trace && { traceId: trace, spanId: trace.slice(0, 16) }) }] }],
  }));
  await sendOtlp(platform.key, "logs", { resourceLogs });
}

// An hour of yesterday, which no other test writes to; another one for each worker, which sends anew.
const from = Date.now() - (26 + 2 * Number(process.env["TEST_WORKER_INDEX"] ?? 0)) * 3_600_000;
const hour = `from=${from}&to=${from + 3_600_000}`;
const trace = "4bf92f3577b34da6a3ce929d0e0e4736";

/** 400 lines of two services: every tenth a warning, and one error that tells JSON. */
async function sendHour(): Promise<void> {
  const lines = Array.from({ length: 400 }, (_, i): Line => {
    const service = i % 4 === 0 ? "checkout" : "cart";
    return { at: from + i * 8_000, service, body: `request ${i} handled in ${i % 90} ms`, severity: i % 10 === 9 ? ["WARN", 13] : ["INFO", 9], own: { "user.id": `u-${i % 7}` } };
  });
  const broken: Line = { at: from + 200 * 8_000 + 1, service: "checkout", severity: ["ERROR", 17], trace, own: { "user.id": "u-42", "order.id": "o-1" }, body: '{"event":"payment failed","amount":12345678901234567890,"card":{"kind":"visa"}}' };
  await send([...lines, broken]);
}

const table = (page: Page) => page.getByRole("table", { name: "Lines", exact: true });

test("no line: the page says why, and how to send one; a failure says which request it was", async ({ page, paths }) => {
  await page.goto(`${paths.project}/logs?from=1000000000000&to=1000003600000`);
  await expect(page.getByText(/No log of production arrived in the/)).toBeVisible();
  await expect(page.getByLabel("Send a record", { exact: true })).toContainText("/v1/logs");
  await accessible(page);
  await page.goto(`${paths.project}/logs?from=1000000000000&to=1000003600000&q=nothing`);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).not.toHaveURL(/q=/);
  await page.route("**/api/telemetry/logs/search", (route) => route.fulfill({ status: 500, headers: { "X-Request-Id": "req-logs" }, contentType: "application/problem+json", body: JSON.stringify({ title: "Internal Server Error", detail: "the database is gone" }) }));
  await page.goto(`${paths.project}/logs`);
  await expect(page.getByRole("alert")).toContainText("Listing lines failed");
  await expect(page.getByRole("alert")).toContainText("req-logs");
  await page.unroute("**/api/telemetry/logs/search");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/No log of production/).or(table(page)).first()).toBeVisible();
});

test.describe("with lines", () => {
  test.describe.configure({ timeout: 180_000 });
  test.beforeAll(sendHour);

  test("lines are counted by severity, found by words, chosen by facets, and the URL says so", async ({ page, paths }) => {
    await page.goto(`${paths.project}/logs?${hour}`);
    await expect(page.getByText(/: 401 lines/)).toBeVisible();
    await expect(page.getByRole("group", { name: /Lines over time: 1 errors, 40 warnings, 360 info, 0 others/ })).toBeVisible();
    await expect(table(page).getByRole("row").nth(1)).toContainText("request 399 handled");
    await accessible(page);

    await page.getByRole("searchbox", { name: /Words/ }).fill('"request 123" handled');
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=/);
    await expect(table(page).getByRole("row")).toHaveCount(2);
    await expect(table(page).locator("mark").first()).toHaveText("request 123");
    await page.reload();
    await expect(table(page).getByRole("row")).toHaveCount(2);
    await page.getByRole("searchbox", { name: /Words/ }).fill("");
    await page.getByRole("button", { name: /^Severity: WARN, 40/ }).click();
    await expect(page).toHaveURL(/where=field%3Aseverity%3Ain%3AWARN|where=field:severity:in:WARN/);
    await expect(page.getByText(/: 40 lines/)).toBeVisible();
    await page.getByRole("button", { name: /^Exclude Service: cart/ }).click();
    await expect(page.getByText(/No line in the .* matches/)).toBeVisible(); // no warning is of checkout
    await page.goBack();
    await page.goBack();
    await expect(page.getByText(/: 401 lines/)).toBeVisible();

    await page.getByLabel("Wrap").check();
    await expect(page).toHaveURL(/wrap=true/);
    await page.getByLabel("Order").selectOption("oldest");
    await expect(table(page).getByRole("row").nth(1)).toContainText("request 0 handled");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByLabel("user.id").check();
    await page.keyboard.press("Escape");
    await expect(table(page).getByRole("columnheader", { name: "user.id" })).toBeVisible();
    await page.reload();
    await expect(table(page).getByRole("row").nth(1)).toContainText("u-0");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await accessible(page);
  });

  test("lines are walked by keyboard and read page by page", async ({ page, paths }) => {
    await page.goto(`${paths.project}/logs?${hour}`);
    await expect(table(page).getByRole("row").nth(1)).toContainText("request 399");
    await page.keyboard.press("j");
    await expect(table(page).getByRole("row", { name: /request 399/ })).toBeFocused();
    for (const key of ["j", "ArrowDown", "k"]) await page.keyboard.press(key);
    await expect(table(page).getByRole("row", { name: /request 398/ })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Line of cart" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page).not.toHaveURL(/log=/);
    await expect(async () => {
      await table(page).evaluate((e) => e.parentElement?.scrollTo(0, e.scrollHeight));
      await expect(page.getByText("All 401 lines")).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(table(page).getByText("request 0 handled")).toBeVisible();
  });

  test("a line shows all that it tells, the lines around it, and the way to its trace", async ({ page, paths }) => {
    await page.goto(`${paths.project}/logs?${hour}&where=field:severity:in:ERROR`);
    await expect(page.getByText(/: 1 line\b/)).toBeVisible();
    await table(page).getByText("payment failed").click();
    const drawer = page.getByRole("dialog", { name: "Line of checkout" });
    await expect(drawer.getByLabel("Message", { exact: true })).toContainText('"amount": 12345678901234567890,\n');
    await drawer.getByRole("button", { name: "As it was sent" }).click();
    await expect(drawer.getByLabel("Message", { exact: true })).toContainText('"amount":12345678901234567890,"card"');
    await expect(drawer.getByRole("link", { name: "Trace", exact: true })).toHaveAttribute("href", new RegExp(`/traces/${trace}\\?.*span=${trace.slice(0, 16)}`));
    const around = drawer.getByRole("table", { name: "Lines around it" });
    await expect(around.getByRole("row", { name: /payment failed/ })).toHaveAttribute("aria-current", "true");
    await expect(around).toContainText("request 200 handled");
    await expect(around).not.toContainText("request 201 handled"); // of the cart
    await accessible(page);
    await drawer.getByLabel("Which lines").selectOption("all");
    await expect(page).toHaveURL(/around=all/);
    await expect(around).toContainText("request 201 handled");
    await expect(around).toHaveAttribute("aria-rowcount", "42");
    await drawer.getByRole("button", { name: "40 more before" }).click();
    await expect(around).toHaveAttribute("aria-rowcount", "82");
    await drawer.getByRole("button", { name: "40 more after" }).click();
    await expect(around).toHaveAttribute("aria-rowcount", "122");

    const attribute = drawer.getByRole("list", { name: "Attributes" }).getByRole("listitem").filter({ hasText: "user.id" });
    await attribute.getByRole("button", { name: "Show user.id as a column" }).click();
    await expect(page).toHaveURL(/columns=attribute/);
    await attribute.getByRole("button", { name: "Only user.id = u-42" }).click();
    await expect(page).toHaveURL(/where=[^&]*user\.id/);
    await expect(page.getByText(/: 1 line\b/)).toBeVisible();
    await drawer.getByRole("link", { name: "Full page" }).click();
    await expect(page).toHaveURL(/\/logs\/\d+-\d+/);
    await expect(page.getByRole("heading", { name: "Line of checkout" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Resource" })).toContainText("checkout-1");
    await accessible(page);
    await page.getByRole("link", { name: "In the list" }).click();
    await expect(page.getByRole("dialog", { name: "Line of checkout" })).toBeVisible();
    // The last line of the hour: nothing is after it.
    await page.goto(`${paths.project}/logs?${hour}`);
    await table(page).getByText("request 399 handled").click();
    const last = page.getByRole("dialog", { name: "Line of cart" });
    await expect(last.getByRole("table", { name: "Lines around it" })).toHaveAttribute("aria-rowcount", "22");
    await expect(last.getByText("No more line after within a day.")).toBeVisible();
    await page.goto(`${paths.project}/logs/1-1`);
    await expect(page.getByText("This line is not kept")).toBeVisible();
  });

  test("what is found is exported", async ({ page, paths }) => {
    await page.goto(`${paths.project}/logs?${hour}&where=field:service:in:checkout`);
    await expect(page.getByText(/: 101 lines/)).toBeVisible();
    const saved = async (name: RegExp): Promise<string> => {
      await page.getByRole("button", { name: "Export" }).click();
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name }).click()]);
      return readFile(await file.path(), "utf8");
    };
    const rows = (await saved(/CSV/)).trim().split("\n");
    expect(rows).toHaveLength(102);
    expect(rows[0]).toContain("severity,service,body");
    const objects = (await saved(/NDJSON/)).trim().split("\n");
    expect(objects).toHaveLength(101);
    expect(JSON.parse(objects[0] ?? "")).toMatchObject({ service: "checkout" });
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("lines that arrive are followed, and wait while older ones are read", async ({ page, paths }) => {
    const now = Date.now() - 60_000;
    const service = `live-${now}`; // sent anew when the test is tried again
    const line = (body: string): Promise<void> => send([{ at: Date.now(), service, body }]);
    await send(Array.from({ length: 60 }, (_, i) => ({ at: now + i, service, body: `earlier ${i}` })));
    await page.goto(`${paths.project}/logs?where=field:service:in:${service}`);
    await page.getByRole("button", { name: "Follow live" }).click();
    await expect(page).toHaveURL(/tail=true/);
    const tail = page.getByRole("table", { name: "Lines as they arrive" });
    await expect(tail.getByText("earlier 59")).toBeVisible();
    await line("sent while it is followed");
    await expect(tail.getByText("sent while it is followed")).toBeVisible();
    await accessible(page);

    await tail.evaluate((e) => e.parentElement?.scrollTo(0, 0));
    await expect(page.getByText("Paused while you read")).toBeVisible();
    await line("sent while it is paused");
    await page.getByRole("button", { name: "1 new line" }).click();
    await expect(tail.getByText("sent while it is paused")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Live: 62 lines" })).toBeVisible();

    await page.getByRole("button", { name: "Pause" }).click();
    await line("sent after a pause");
    await page.getByRole("button", { name: "1 new line" }).click();
    await expect(tail.getByText("sent after a pause")).toBeVisible();

    await page.route("**/api/telemetry/logs/tail", (route) => route.fulfill({ status: 500, contentType: "application/problem+json", body: JSON.stringify({ detail: "the database is gone" }) }));
    await expect(page.getByRole("alert")).toContainText("Following lines failed");
    await line("sent while it failed");
    await page.unroute("**/api/telemetry/logs/tail");
    await expect(tail.getByText("sent while it failed")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.getByRole("button", { name: "Stop following" }).click();
    await expect(table(page).getByRole("row").nth(1)).toContainText("sent while it failed");
  });

  test("when more arrive than can be followed, the time of what is left out is told and can be listed", async ({ page, paths }) => {
    const at = Date.now();
    const service = `flood-${at}`;
    await send([{ at: at - 5000, service, body: "before the flood" }]);
    await page.goto(`${paths.project}/logs?tail=true&wrap=true&where=field:service:in:${service}`);
    const tail = page.getByRole("table", { name: "Lines as they arrive" });
    await expect(tail.getByText("before the flood")).toBeVisible();
    await send(Array.from({ length: 1200 }, (_, i) => ({ at: at - 3000 + i, service, body: `drop ${i}` })));
    await expect(tail.getByText("drop 1199", { exact: true })).toBeVisible();
    await expect(page.getByText(/More arrive than can be followed/)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Live: the newest 200 lines" })).toBeVisible(); // wrapped, few are drawn
    await page.getByRole("link", { name: "list them all" }).click();
    await expect(page).not.toHaveURL(/tail=/);
    await expect(page.getByText(/: (7\d\d|[89]\d\d|1,[0-2]\d\d) lines/)).toBeVisible(); // 1,200 and the first, less up to 500 that were shown
    await page.getByLabel("Order").selectOption("oldest");
    await expect(table(page).getByRole("row").nth(2)).toContainText("drop 0");
  });

  test("an id that stands in no message is looked for where ids stand", async ({ page, paths }) => {
    await page.goto(`${paths.project}/logs?${hour}&q=${trace}`);
    await expect(page.getByText(/No line in the .* matches/)).toBeVisible();
    await page.getByRole("list", { name: "Where the id may be" }).getByRole("link", { name: "traceId" }).click();
    await expect(table(page).getByText("payment failed")).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/No line in the .* matches/)).toBeVisible();
  });

  test("lines are read on a phone", async ({ page, paths }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${paths.project}/logs?${hour}`);
    await expect(table(page).getByText("request 399 handled")).toBeVisible();
    expect(await page.locator("main").evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
    await accessible(page);
  });
});
