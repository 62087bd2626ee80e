import { expect, type Page } from "@playwright/test";
import { accessible, attributes, platform, sendOtlp, test } from "./fixtures";

// What a worker sends is its own: it sends anew when a test is tried again.
const worker = Number(process.env["TEST_WORKER_INDEX"] ?? 0);
const hex = (n: number, digits: number): string => (n + 0xa00_0000 + worker * 0x1000).toString(16).padStart(digits, "e");

interface Failure {
  at: number; // ms since 1970
  n: number; // of its trace
  service: string;
  version: string;
  type: string;
  message: string;
  stack: string;
}

/** Sends a trace whose only span recorded an exception. */
function spanOf({ at, n, service, version, type, message, stack }: Failure): object {
  const event = { timeUnixNano: `${at}500000`, name: "exception", attributes: attributes({ "exception.type": type, "exception.message": message, "exception.stacktrace": stack }) };
  const span = { traceId: hex(n, 32), spanId: hex(n, 16), name: "POST /pay", kind: 2, startTimeUnixNano: `${at}000000`, endTimeUnixNano: `${at + 20}000000`, status: { code: 2 }, events: [event] };
  return { resource: { attributes: attributes({ "service.name": service, "service.version": version, "host.name": `${service}-1`, "deployment.environment": "production" }) }, scopeSpans: [{ spans: [span] }] };
}

// An hour of some days ago, which no other test writes to.
const from = Date.now() - (100 + 2 * worker) * 3_600_000;
const hour = `from=${from}&to=${from + 3_600_000}`;
const python = (line: number): string => `Traceback (most recent call last):\n  File "/app/pay/card.py", line ${line}, in charge\n    answer = gateway.send(order)\n  File "/usr/lib/python3.12/site-packages/httpx/_client.py", line 9, in send\n    raise ReadTimeout(message)\nhttpx.ReadTimeout: no answer`;

async function sendHour(): Promise<void> {
  const timeout = (at: number, n: number): Failure => ({ at, n, service: n % 3 === 0 ? "billing" : "payments", version: n % 3 === 0 ? "2.0" : "1.4", type: "httpx.ReadTimeout", message: `no answer after ${n * 17} ms`, stack: python(n) });
  const lost = (at: number, n: number): Failure => ({ at, n, service: "payments", version: "1.4", type: "KeyError", message: `'customer ${n}'`, stack: 'Traceback (most recent call last):\n  File "/app/pay/card.py", line 3, in find\n    return known[customer]\nKeyError' });
  const known = lost(from - 86_400_000, 900); // seen the day before
  const failures = [...Array.from({ length: 12 }, (_, i) => timeout(from + i * 240_000, i + 1)), lost(from + 60_000, 101), lost(from + 3_000_000, 102), known];
  await sendOtlp(platform.key, "traces", { resourceSpans: failures.map(spanOf) });
  const record = { timeUnixNano: `${from + 120_000}000000`, severityNumber: 17, severityText: "ERROR", body: { stringValue: "worker ended" }, attributes: attributes({ "exception.type": "WorkerLost", "exception.message": "exit code 137" }) };
  await sendOtlp(platform.key, "logs", { resourceLogs: [{ resource: { attributes: attributes({ "service.name": "worker", "deployment.environment": "production" }) }, scopeLogs: [{ logRecords: [record] }] }] });
}

const groups = (page: Page) => page.getByRole("table", { name: "Exceptions" });

test("no exception: the page says what would be one; a failure says which request it was", async ({ page, paths }) => {
  await page.goto(`${paths.project}/exceptions?from=1000000000000&to=1000003600000`);
  await expect(page.getByText(/No exception in production in the/)).toBeVisible();
  await accessible(page);
  await page.route("**/api/telemetry/exceptions/search", (route) => route.fulfill({ status: 500, headers: { "X-Request-Id": "req-exceptions" }, contentType: "application/problem+json", body: JSON.stringify({ title: "Internal Server Error", detail: "the database is gone" }) }));
  await page.goto(`${paths.project}/exceptions?from=1000000000000&to=1000003600001`);
  await expect(page.getByRole("alert")).toContainText("Listing exceptions failed");
  await expect(page.getByRole("alert")).toContainText("req-exceptions");
  await page.unroute("**/api/telemetry/exceptions/search");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/No exception in production in the/)).toBeVisible();
});

test.describe("with exceptions", () => {
  test.describe.configure({ timeout: 180_000 });
  test.beforeAll(sendHour);

  test("exceptions are grouped, ordered, filtered, and the URL says so; what is new is marked", async ({ page, paths }) => {
    await page.goto(`${paths.project}/exceptions?${hour}`);
    await expect(page.getByText("3 groups, 15 occurrences")).toBeVisible();
    await expect(page.getByRole("group", { name: /Occurrences over time: 15 occurrences/ })).toBeVisible();
    const rows = groups(page).getByRole("row");
    await expect(rows.nth(1)).toContainText(/httpx\.ReadTimeout.*new.*no answer after <n> ms.*send · httpx\/_client\.py.*billing\+112/);
    await expect(rows.filter({ hasText: "KeyError" })).not.toContainText("new");
    await expect(rows.filter({ hasText: "WorkerLost" })).toContainText("new");
    await accessible(page);

    await page.getByRole("button", { name: "new: 2" }).click();
    await expect(page).toHaveURL(/new=true/);
    await expect(rows).toHaveCount(3);
    await page.getByLabel("Service").selectOption("payments");
    await expect(page).toHaveURL(/service=payments/);
    await expect(rows.nth(1)).toContainText(/ReadTimeout.*8/);
    await page.reload();
    await expect(rows).toHaveCount(2);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(rows).toHaveCount(4);
    await page.getByLabel("Sort by").selectOption("last seen");
    await expect(rows.nth(1)).toContainText("KeyError");
    await page.getByRole("searchbox", { name: /Words/ }).fill("exit 137");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=exit/);
    await expect(rows).toHaveCount(2);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await accessible(page);
  });

  test("a group opens by keyboard with its stack trace, origins, traces and occurrences, and on its own page", async ({ page, paths }) => {
    await page.goto(`${paths.project}/exceptions?${hour}`);
    await expect(groups(page)).toContainText("ReadTimeout");
    await page.keyboard.press("j");
    await expect(groups(page).getByRole("row", { name: /ReadTimeout/ })).toBeFocused();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "httpx.ReadTimeout" });
    await expect(drawer.getByRole("region", { name: "Stack trace" })).toContainText("line 12, in charge");
    await expect(drawer.getByRole("region", { name: "Where it happens" })).toContainText(/1\.4.*67 %.*2\.0.*33 %/);
    await expect(drawer.getByRole("table", { name: "Traces behind it" }).getByRole("link").first()).toHaveAttribute("href", /\/traces\/e+a/);
    await accessible(page);
    await drawer.getByRole("table", { name: "Occurrences" }).getByRole("row").nth(3).click();
    await expect(page).toHaveURL(/at=/);
    await expect(drawer.getByRole("region", { name: "Stack trace" })).toContainText("line 10, in charge");
    await drawer.getByRole("link", { name: "Full page" }).click();
    await expect(page).toHaveURL(/\/exceptions\/[0-9a-f]+/);
    await expect(page.getByRole("heading", { name: "httpx.ReadTimeout" })).toBeVisible();
    await expect(page.getByRole("table", { name: "Occurrences" }).getByRole("row")).toHaveCount(13);
    await expect(page.getByRole("table", { name: "Occurrences" }).getByRole("link").first()).toHaveAttribute("href", /\/traces\/e+a[0-9a-f]+\?.*span=/);
    await accessible(page);
    await page.getByRole("region", { name: "Where it happens" }).getByRole("link", { name: "2.0" }).click();
    await expect(page.getByRole("table", { name: "Spans" }).getByRole("row")).toHaveCount(5); // of billing, below their titles
    await page.goto(`${paths.project}/exceptions/none?${hour}`);
    await expect(page.getByText(/This exception did not occur/)).toBeVisible();
  });

  test("exceptions are read on a phone", async ({ page, paths }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${paths.project}/exceptions?${hour}`);
    await expect(groups(page)).toContainText("ReadTimeout");
    const beyond = (): Promise<number> => page.locator("main").evaluate((e) => e.scrollWidth - e.clientWidth);
    expect(await beyond()).toBe(0);
    await accessible(page);
    await groups(page).getByText("httpx.ReadTimeout").click();
    await page.getByRole("dialog").getByRole("link", { name: "Full page" }).click();
    await expect(page.getByRole("table", { name: "Occurrences" })).toBeVisible();
    expect(await beyond()).toBe(0);
  });
});
