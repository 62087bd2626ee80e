import { expect } from "@playwright/test";
import { accessible, platform, sendHost, test } from "./fixtures";

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
