import { expect } from "@playwright/test";
import { accessible, test } from "./fixtures";
import { member } from "./member";

test("a secret is created, revealed for a while, changed, restored, and deleted", async ({ page, paths }) => {
  await page.goto(`${paths.project}/vault`);
  await expect(page.getByText("The vault is empty")).toBeVisible();
  await accessible(page);

  await page.getByRole("button", { name: "New secret" }).first().click();
  await page.getByLabel("Name").fill("1 bad name");
  await expect(page.getByText("Begins with a letter or underscore")).toBeVisible();
  await page.getByLabel("Name").fill("OPENAI_API_KEY");
  await page.getByLabel("Value").fill("planted-first");
  await page.getByLabel("Tags").fill("llm, production");
  await accessible(page);
  await page.getByRole("button", { name: "Create secret" }).click();

  const row = page.getByRole("row", { name: /OPENAI_API_KEY/ });
  await row.press("Enter");
  await expect(page).toHaveURL(/secret=/);
  const drawer = page.getByRole("dialog", { name: "OPENAI_API_KEY" });
  await expect(page.getByText("planted-first")).toHaveCount(0);
  await page.clock.install();
  await drawer.getByRole("button", { name: "Reveal the value" }).click();
  await expect(drawer.getByLabel("Value of OPENAI_API_KEY", { exact: true })).toHaveText("planted-first");
  await accessible(page);
  await page.clock.fastForward(21_000);
  await expect(page.getByText("planted-first")).toHaveCount(0);
  await expect(drawer.getByRole("table", { name: "Usage log" })).toContainText("revealed OPENAI_API_KEY");

  await drawer.getByRole("button", { name: "Change" }).click();
  await page.getByLabel("New value").fill("planted-second");
  await page.getByRole("button", { name: "Save" }).click();
  await drawer.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("The value of now stays as version 2.");
  await page.getByRole("button", { name: "Restore version", exact: true }).click();
  await expect(drawer.getByText("value of 1")).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Usage log" }).click();
  const log = page.getByRole("table", { name: "Usage log" });
  await expect(log).toContainText("created OPENAI_API_KEY");
  await page.getByRole("combobox", { name: "What was done" }).selectOption("revealed");
  await expect(log).not.toContainText("created OPENAI_API_KEY");
  await expect(log).toContainText("revealed OPENAI_API_KEY");
  await expect(page).toHaveURL(/did=reveal/); // a link that can be sent
  await page.getByRole("combobox", { name: "Secret" }).selectOption("OPENAI_API_KEY");
  await expect(log.locator("tbody tr")).toHaveCount(1);
  await accessible(page);
  await page.getByRole("combobox", { name: "What was done" }).selectOption("deleted");
  await expect(page.getByText("Nothing in the log is like that")).toBeVisible();
  await page.getByRole("button", { name: "Delete OPENAI_API_KEY" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("2 earlier versions are lost");
  await page.getByRole("button", { name: "Delete secret" }).click();
  await expect(page.getByText("The vault is empty")).toBeVisible();
});

test("a member sees which secrets there are, and no value", async ({ page, paths, browser }) => {
  const headers = { "x-platform-project-id": paths.project.split("/")[2] ?? "", "x-platform-environment": "production" };
  const made = await page.request.post("/api/vault", { headers, data: { key: "SHARED_KEY", value: "planted-shared", tags: ["llm"] } });
  const { id } = (await made.json()) as { id: string };
  const { page: theirs, context } = await member(browser, page, paths, "vault-member");
  await theirs.goto(`${paths.project}/vault`);
  const row = theirs.getByRole("row", { name: /SHARED_KEY/ });
  await expect(row).toContainText("llm");
  for (const name of ["New secret", "Usage log", /^(Change|Delete) SHARED_KEY/]) await expect(theirs.getByRole("button", { name })).toHaveCount(0);
  await row.press("Enter");
  const drawer = theirs.getByRole("dialog", { name: "SHARED_KEY" });
  await expect(drawer.getByRole("table", { name: "Versions" })).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Reveal the value" })).toHaveCount(0);
  await accessible(theirs);
  const refused = await context.request.post(`/api/vault/${id}/reveal`, { headers, data: {} });
  expect(refused.status()).toBe(403);
  expect(await refused.text()).not.toContain("planted-shared");
  await context.close();
  await page.request.delete(`/api/vault/${id}`, { headers });
});

test("a failure is said, and can be tried again", async ({ page, paths }) => {
  await page.route("**/api/vault", (route) => route.fulfill({ status: 503, json: { title: "Service Unavailable", status: 503, detail: "the control store does not answer" } }));
  await page.goto(`${paths.project}/vault`);
  await expect(page.getByRole("alert").first()).toContainText("The control store does not answer.", { timeout: 30_000 });
  await accessible(page);
  await page.unroute("**/api/vault");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByText("The vault is empty")).toBeVisible();
});
