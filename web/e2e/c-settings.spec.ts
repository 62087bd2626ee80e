import { expect, type Page } from "@playwright/test";
import { accessible, test, watch, type Paths } from "./fixtures";

const pages: { name: string; path: (p: Paths) => string; api: RegExp }[] = [
  { name: "Project", path: (p) => `${p.project}/settings/project`, api: /\/api\/session$/ },
  { name: "Environments", path: (p) => `${p.project}/settings/environments`, api: /\/api\/.*\/environments$/ },
  { name: "API keys", path: (p) => `${p.project}/settings/api-keys`, api: /\/api\/.*\/api-keys$/ },
  { name: "Databases", path: (p) => `${p.project}/settings/databases`, api: /\/api\/.*\/database-configs$/ },
  { name: "Signal routing", path: (p) => `${p.project}/settings/routing`, api: /\/api\/.*\/routing$/ },
  { name: "Organisation", path: (p) => `${p.organisation}/settings/organisation`, api: /\/api\/session$/ },
  { name: "Projects", path: (p) => `${p.organisation}/settings/projects`, api: /\/api\/.*\/projects$/ },
  { name: "Members", path: (p) => `${p.organisation}/settings/members`, api: /\/api\/.*\/members$/ },
  { name: "Invitations", path: (p) => `${p.organisation}/settings/invitations`, api: /\/api\/.*\/invitations$/ },
  { name: "Your account", path: () => "/account", api: /\/api\/session$/ },
];

/** A fault of the network between the browser and the server. */
const fault = { status: 503, headers: { "Content-Type": "application/problem+json", "X-Request-Id": "REQ-E2E" }, body: JSON.stringify({ title: "Service Unavailable", status: 503, detail: "the store is away" }) };

for (const { name, path, api } of pages) {
  test(`${name}: error with the request and another try, loading, data, no serious violation`, async ({ page, paths }) => {
    await page.route(api, (route) => (route.request().method() === "GET" ? route.fulfill(fault) : route.continue()));
    await page.goto(path(paths));
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The store is away.");
    await expect(alert).toContainText("REQ-E2E");
    await page.unroute(api);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(api, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "Try again" }).click();
    if (!api.source.includes("session")) {
      await page.reload();
      await expect(page.getByRole("status", { name: "Loading" }).first()).toBeVisible();
    }
    release();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await expect(alert).toHaveCount(0);
    await accessible(page);
  });
}

async function confirm(page: Page, lost: RegExp, action: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(lost);
  await accessible(page);
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toBeHidden();
}

test("a key is created, shown once, and revoked", async ({ page, paths }) => {
  await page.goto(`${paths.project}/settings/api-keys`);
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByLabel("Name").fill("night shift");
  await page.getByLabel("Expires").selectOption({ label: "after 30 days" });
  await page.getByRole("checkbox", { name: /^telemetry/ }).check();
  await accessible(page);
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByLabel("API key", { exact: true }).innerText();
  expect(key).toMatch(/^plt_/);
  const asked = await page.request.get("/api/hosts", { headers: { Authorization: `Bearer ${key}` } });
  expect(asked.status()).toBe(200);
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /night shift/ });
  await expect(row).toContainText("ingest, telemetry");
  await expect(page.getByText(key)).toHaveCount(0);
  await row.getByRole("button", { name: "Revoke night shift" }).click();
  await confirm(page, /refused at once/, "Revoke key");
  await expect(row).toHaveCount(0);
  const refused = await page.request.get("/api/hosts", { headers: { Authorization: `Bearer ${key}` } });
  expect(refused.status()).toBe(401);
});

test("a project with environments, databases and routing is made, used and deleted", async ({ page, paths }) => {
  await page.goto(`${paths.organisation}/settings/projects`);
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByLabel("Name").fill("trial");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("button", { name: "Open trial" }).click();
  await expect(page.getByText("No telemetry has arrived in this project")).toBeVisible();
  await accessible(page);

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByText("The project has no API key")).toBeVisible();
  await page.getByRole("link", { name: "Environments" }).click();
  await page.getByRole("button", { name: "New environment" }).click();
  await page.getByLabel("Name").fill("Not valid!");
  await page.getByRole("button", { name: "Create environment" }).click();
  await expect(page.getByRole("alert")).toContainText("begins with a letter or digit");
  await page.getByLabel("Name").fill("staging");
  await page.getByRole("button", { name: "Create environment" }).click();
  await expect(page.getByRole("row", { name: /staging/ })).toBeVisible();

  await page.getByRole("link", { name: "Databases" }).click();
  await page.getByRole("button", { name: "Test connection of embedded" }).click();
  await expect(page.getByText(/^version \d/)).toBeVisible();
  await page.getByRole("button", { name: "New configuration" }).click();
  await page.getByLabel("Name", { exact: true }).fill("archive");
  await page.getByLabel("URL").fill("http://127.0.0.1:1");
  await page.getByRole("button", { name: "Test connection", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("cannot be used");
  await page.getByRole("button", { name: "Create configuration" }).click();
  await page.getByRole("row", { name: /archive/ }).press("Enter");
  await page.getByLabel("Name", { exact: true }).fill("cold archive");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /cold archive/ })).toBeVisible();

  await page.getByRole("link", { name: "Signal routing" }).click();
  const route = page.getByLabel("logs of staging");
  const saved = page.waitForResponse((r) => r.request().method() === "PUT" && r.ok());
  await route.selectOption({ label: "cold archive" });
  await saved;
  await page.reload();
  await expect(route.locator("option:checked")).toHaveText("cold archive");
  await accessible(page);
  await page.getByRole("link", { name: "Databases" }).click();
  await page.getByRole("button", { name: "Delete cold archive" }).click();
  await page.getByRole("button", { name: "Delete configuration" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Signals are routed to this configuration.");
  await page.getByRole("button", { name: "Keep" }).click();

  await page.getByRole("link", { name: "Project", exact: true }).click();
  await page.getByLabel("Project name").fill("trial run");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("button", { name: "Project: trial run" })).toBeVisible();
  await page.getByRole("button", { name: "Delete project…" }).click();
  await confirm(page, /API keys, database configurations, routing and 2 environments will be gone/, "Delete project");
  await expect(page.getByRole("button", { name: "Project: default" })).toBeVisible();
});

test("an invited person joins, sees what a member sees, and changes their password", async ({ page, paths, browser }) => {
  await page.goto(`${paths.organisation}/settings/invitations`);
  await expect(page.getByText("No invitation is open")).toBeVisible();
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByRole("button", { name: "Create invitation" }).click();
  const link = await page.getByLabel("Invitation link", { exact: true }).innerText();

  const other = await (await browser.newContext()).newPage();
  const broken = watch(other);
  await other.goto(link);
  await accessible(other);
  await other.getByLabel("Your name").fill("Ada");
  await other.getByLabel("Password").fill("a long new password");
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other).toHaveURL(/\/p\//);
  await other.goto(new URL(`${paths.project}/settings/api-keys`, link).href);
  await expect(other.getByRole("table", { name: "API keys" })).toBeVisible();
  await expect(other.getByRole("button", { name: "New API key" })).toHaveCount(0);
  await other.goto(new URL(`${paths.organisation}/settings/invitations`, link).href);
  await expect(other.getByText("Inviting people needs the role admin")).toBeVisible();
  await other.goto(new URL("/account", link).href);
  await other.getByLabel("Old password").fill("wrong wrong wrong");
  await other.getByLabel("New password").fill("another long password");
  await other.getByRole("button", { name: "Change password" }).click();
  await expect(other.getByRole("alert")).toContainText("The old password is not right.");
  await other.getByLabel("Old password").fill("a long new password");
  await other.getByRole("button", { name: "Change password" }).click();
  await expect(other.getByText("Changed", { exact: true })).toBeVisible();
  expect(broken).toEqual([]);
  await other.context().close();

  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByLabel("Role of ada@example.com").selectOption("admin");
  await page.getByRole("button", { name: "Remove ada@example.com" }).click();
  await confirm(page, /loses access to all projects/, "Remove member");
  await expect(page.getByRole("row", { name: /ada@example.com/ })).toHaveCount(0);
});

test("an organisation is created and deleted", async ({ page, paths }) => {
  await page.goto(`${paths.project}/overview`);
  await page.getByRole("button", { name: /^Organisation:/ }).click();
  await page.getByRole("menuitem", { name: "New organisation…" }).click();
  await page.getByLabel("Name").fill("Second");
  await page.getByRole("button", { name: "Create organisation" }).click();
  await expect(page.getByRole("button", { name: "Organisation: Second" })).toBeVisible();
  await page.getByRole("link", { name: "Organisation", exact: true }).click();
  await page.getByRole("button", { name: "Delete organisation…" }).click();
  await confirm(page, /will be gone/, "Delete organisation");
  await expect(page.getByRole("button", { name: "Organisation: Default organisation" })).toBeVisible();
});
