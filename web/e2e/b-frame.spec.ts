import { expect } from "@playwright/test";
import { accessible, attributes, fault, ownProject, platform, sendHost, sendOtlp, test } from "./fixtures";

const budget = 250 * 1024; // bytes of compressed JavaScript

test.beforeAll(() => sendHost("gpu-a01"));

test("the first load fits the budget", async ({ page, paths }) => {
  const sizes: number[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") void request.sizes().then((s) => sizes.push(s.responseBodySize));
  });
  await page.goto(`${paths.project}/overview`);
  await expect(page.getByRole("table", { name: "Signals" })).toBeVisible();
  await page.waitForLoadState("load");
  const total = sizes.reduce((a, b) => a + b, 0);
  test.info().annotations.push({ type: "first load", description: `${Math.round(total / 1024)} KiB in ${sizes.length} files` });
  expect(sizes.length).toBeGreaterThan(3);
  expect(total).toBeLessThan(budget);
});

test("the theme is chosen, kept, and readable in both forms", async ({ page, paths }) => {
  await page.goto(`${paths.project}/overview`);
  for (const theme of ["Dark", "Light"]) {
    await page.getByRole("button", { name: /^You:/ }).click();
    await page.getByRole("menuitem", { name: theme }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme.toLowerCase());
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme.toLowerCase());
    await expect(page.getByRole("table", { name: "Signals" })).toBeVisible();
    await accessible(page);
  }
});

test("everything is reached by keyboard: palette, pages, rows, drawer", async ({ page, paths }) => {
  await page.goto(`${paths.project}/overview`);
  await expect(page.getByRole("table", { name: "Hosts" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search", exact: true });
  await expect(search).toBeFocused();
  await accessible(page);
  await search.fill("hos");
  await expect(page.getByRole("option").first()).toContainText("Hosts");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/hosts$/);
  await expect(page.getByRole("heading", { name: "Hosts", level: 1 })).toBeVisible(); // the overview has a table of hosts, too
  await expect(page.getByRole("table", { name: "Hosts" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused(); // not the palette's button: keys act on the page
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("host.name");
  await expect(page).toHaveURL(/host=/);
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  // Tab reaches the first thing of the page: the way past the navigation.
  await page.goto(`${paths.project}/hosts`);
  await expect(page.getByRole("table", { name: "Hosts" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
});

test("scope and time range stand in the URL and stay from page to page", async ({ page, paths }) => {
  await page.goto(`${paths.project}/overview`);
  await page.getByRole("button", { name: /^Time range/ }).click();
  await page.getByRole("button", { name: "6 h" }).click();
  await expect(page).toHaveURL(/range=6h/);
  await page.getByRole("link", { name: "Hosts", exact: true }).click();
  await expect(page).toHaveURL(/\/hosts\?range=6h$/);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByText(/Hosts that sent metrics in the last 6 h/)).toBeVisible();
  await page.getByRole("button", { name: /^Ingest/ }).click();
  await expect(page.getByRole("dialog", { name: "Ingest status" })).toContainText("stored");
});

test("the palette finds hosts and leads to a trace by its id", async ({ page, paths }) => {
  await page.goto(`${paths.project}/overview`);
  await expect(page.getByRole("table", { name: "Hosts" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search", exact: true });
  await search.fill("gpu-a01");
  await expect(page.getByRole("option", { name: /gpu-a01/ }).first()).toContainText("host");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/hosts\/gpu-a01$/);
  await expect(page.getByRole("heading", { name: "gpu-a01", level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await search.fill("0af7651916cd43dd8448eb211c80319c");
  await expect(page.getByRole("option").first()).toContainText("trace");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/traces\/0af7651916cd43dd8448eb211c80319c/);
  // Words of an error are looked for in records, in the time that is chosen.
  await page.goto(`${paths.project}/overview?range=6h`);
  await expect(page.getByRole("table", { name: "Hosts" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await search.fill("payment refused by 504");
  await expect(page.getByRole("option")).toHaveText([/^Log lines with/, /^Spans with/, /^Exceptions with/]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Logs", level: 1 })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: /Words/ })).toHaveValue("payment refused by 504");
  await expect(page).toHaveURL(/range=6h/);
});

test("a time range is written in words, a wrong one says why, and a copied link keeps the moment", async ({ page, paths }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${paths.project}/hosts?tz=utc&range=6h`);
  await expect(page.getByRole("table", { name: "Hosts" })).toBeVisible();
  await page.getByRole("button", { name: /^Time range/ }).click();
  const words = page.getByLabel("Time in words");
  for (const [text, wrong] of [["2026-01-02 13:00 to 12:00", "The end lies before the beginning."], ["2999-01-01 to 2999-01-02", "It lies in the future"], ["whenever", "“whenever” is no time range."]] as const) {
    await words.fill(text);
    await words.press("Enter");
    await expect(page.getByText(wrong)).toBeVisible();
  }
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.pathname).toBe(`${paths.project}/hosts`);
  expect(Number(link.searchParams.get("to")) - Number(link.searchParams.get("from"))).toBe(6 * 3_600_000);
  expect([link.searchParams.get("range"), link.searchParams.get("tz")]).toEqual([null, "utc"]);
  await words.fill("2026-01-02 12:00 to 13:00");
  await words.press("Enter");
  await expect(page.getByRole("button", { name: /^Time range: .*12:00 – 13:00 UTC/ })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`from=${Date.UTC(2026, 0, 2, 12)}&to=${Date.UTC(2026, 0, 2, 13)}`));
  await page.goBack();
  await expect(page.getByRole("button", { name: /^Time range: last 6 h/ })).toBeVisible();
});

test("the overview answers what is asked first, says when there is nothing, and what failed", async ({ page, paths }) => {
  const own = await ownProject(page, paths.organisation, `overview ${Date.now()}`);
  const now = Date.now();
  const span = (id: string, more: object) => ({ traceId: id.repeat(32), spanId: id.repeat(16), name: "chat", kind: 3, startTimeUnixNano: `${now - 2000}000000`, endTimeUnixNano: `${now - 1000}000000`, ...more });
  const failed = { events: [{ name: "exception", timeUnixNano: `${now - 1500}000000`, attributes: attributes({ "exception.type": "PaymentError", "exception.message": "card was refused" }) }] };
  const dear = { attributes: attributes({ "gen_ai.operation.name": "chat", "gen_ai.request.model": "m", "gen_ai.usage.cost": 12.5, "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: "write a long book" }] }]) }) };
  const resource = { attributes: attributes({ "service.name": "shop", "deployment.environment": "production" }) };
  await sendOtlp(own.key, "traces", { resourceSpans: [{ resource, scopeSpans: [{ spans: [span("a", failed), span("b", dear)] }] }] });
  await page.goto(`${own.path}/overview`);
  await expect(page.getByRole("region", { name: "Which GPU is idle?" })).toContainText("No GPU reported.");
  await expect(page.getByRole("region", { name: "Which process is a zombie?" })).toContainText("No process used a GPU");
  await expect(page.getByRole("region", { name: "What fails?" }).getByRole("link", { name: /PaymentError: card was refused/ })).toBeVisible();
  const prompts = page.getByRole("region", { name: "Which prompt burned the money?" });
  await expect(prompts).toContainText("$12.50 went to one prompt, in 1 call.");
  await accessible(page);
  await prompts.getByRole("link", { name: /write a long book/ }).click();
  await expect(page).toHaveURL(new RegExp(`/traces/${"b".repeat(32)}\\?.*span=${"b".repeat(16)}`));
  await page.route("**/api/telemetry/exceptions/search", (route) => route.fulfill({ ...fault, status: 500 }));
  await page.goto(`${own.path}/overview`);
  await expect(page.getByRole("region", { name: "What fails?" }).getByRole("alert")).toContainText("REQ-E2E");
  await expect(prompts).toContainText("$12.50");
});

test("times are written in UTC when it is chosen, here, in a link, and after a new start", async ({ page, paths, browser }) => {
  const at = Date.UTC(2026, 0, 2, 12, 0);
  await page.goto(`${paths.project}/hosts?from=${at}&to=${at + 3_600_000}`);
  await page.getByRole("button", { name: /^Time range/ }).click();
  await accessible(page);
  await page.getByRole("button", { name: "UTC" }).click();
  await expect(page).toHaveURL(/tz=utc/);
  await expect(page.getByLabel("From")).toHaveValue("2026-01-02T12:00");
  await expect(page.getByRole("button", { name: /^Time range: .*12:00 – .*13:00 UTC/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(page).toHaveURL(/overview\?.*tz=utc/);

  const elsewhere = await browser.newContext({ baseURL: platform.url, timezoneId: "Asia/Tokyo", locale: "en-GB", storageState: await page.context().storageState() });
  const other = await elsewhere.newPage();
  await other.addInitScript(() => localStorage.clear());
  await other.goto(`${paths.project}/hosts?from=${at}&to=${at + 3_600_000}`);
  await expect(other.getByRole("button", { name: /^Time range: .*21:00/ })).toBeVisible();
  await other.goto(`${paths.project}/hosts?from=${at}&to=${at + 3_600_000}&tz=utc`);
  await expect(other.getByRole("button", { name: /^Time range: .*12:00 .*UTC/ })).toBeVisible();
  await elsewhere.close();

  await page.goto(`${paths.project}/hosts?from=${at}&to=${at + 3_600_000}`);
  await expect(page.getByRole("button", { name: /^Time range: .*UTC/ })).toBeVisible();
});

test("a page is read again as often as is chosen", async ({ page, paths }) => {
  await page.goto(`${paths.project}/hosts?refresh=off`);
  await expect(page.getByRole("table", { name: "Hosts" })).toBeVisible();
  await page.getByRole("button", { name: /^Time range/ }).click();
  await expect(page.getByLabel("Read again", { exact: true }).last()).toHaveValue("off");
  const again = page.waitForRequest(/\/api\/hosts\?/);
  await page.getByRole("combobox", { name: "Read again" }).selectOption("every 5 s");
  await expect(page).toHaveURL(/refresh=5s/);
  await again;
});

test("a place that is not there is said so, an ended session leads back to where one was", async ({ page, paths }) => {
  await page.goto("/p/prj_nothing/production/overview");
  await expect(page.getByText("You cannot see this project or organisation")).toBeVisible();
  await page.goto("/nowhere");
  await expect(page.getByText("There is no such page")).toBeVisible();
  await page.goto(`${paths.project}/settings/api-keys`);
  await expect(page.getByRole("table", { name: "API keys" })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=.*members/);
  await page.getByLabel("E-mail").fill(platform.email);
  await page.getByLabel("Password").fill(platform.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
});

test("on a phone pages can be read and reached", async ({ page, paths }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [`${paths.project}/overview`, `${paths.project}/settings/api-keys`, `${paths.project}/send`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await accessible(page);
  await page.getByRole("button", { name: "Navigation" }).click();
  await page.getByRole("link", { name: "Hosts", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Hosts", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Hosts", exact: true })).toBeHidden();
});

test("the API reference works from our own files and asks the API with the session", async ({ page }) => {
  test.setTimeout(180_000); // the reference is a large script, and axe looks at every route
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(platform.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  await page.goto("/openapi-spec#tag/ingest/GET/api/ingest/status");
  await expect(page.getByText("/api/ingest/status").first()).toBeVisible({ timeout: 30_000 });
  await accessible(page);
  await page.getByRole("button", { name: "Test Request (get /api/ingest/status)" }).click();
  const answer = page.waitForResponse((r) => r.url().startsWith(`${platform.url}/api/`));
  await page.getByRole("button", { name: /^Send/ }).first().click();
  expect((await answer).status()).toBe(200);
  expect(foreign).toEqual([]);
});
