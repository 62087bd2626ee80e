import { expect } from "@playwright/test";
import { accessible, platform, test } from "./fixtures";

test("a prompt is written, published, tried, compared, fetched, and deleted", async ({ page, paths }) => {
  await page.goto(`${paths.project}/prompts`);
  await expect(page.getByText("There is no prompt yet")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "New prompt" }).first().click();
  await page.getByLabel("Name").fill("greeting");
  await page.getByRole("textbox", { name: "Prompt" }).fill("Be kind.\nGreet {{who}} in {{language}}.\n");
  await page.getByLabel("Tags").fill("support");
  await page.getByLabel("Properties").fill("[]");
  await expect(page.getByText("Not a JSON object.")).toBeVisible();
  await page.getByLabel("Properties").fill('{"model": "gpt-4o"}');
  await accessible(page);
  await page.getByRole("button", { name: "Create draft" }).click();

  await expect(page.getByRole("heading", { name: "greeting", level: 1 })).toBeVisible();
  await page.getByRole("textbox", { name: "who" }).fill("Ada");
  await expect(page.getByLabel("Compiled prompt", { exact: true })).toContainText("Greet Ada in {{language}}.");
  await expect(page.getByText("these stay as they are: language.")).toBeVisible();
  await page.getByRole("button", { name: "Publish…" }).click();
  await accessible(page);
  await page.getByRole("button", { name: "Publish 1.0.0" }).click();
  await expect(page.getByRole("heading", { name: "Version 1.0.0" })).toBeVisible();

  await page.getByRole("button", { name: "New draft from 1.0.0" }).click();
  await page.getByRole("textbox", { name: "Prompt" }).fill("Be brief.\nGreet {{who}} in {{language}}.\n");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("heading", { name: "Draft", exact: true })).toBeVisible();
  await page.getByLabel("Compare with").selectOption("1.0.0");
  await expect(page).toHaveURL(/compare=/);
  const difference = page.getByLabel("Difference from 1.0.0 to draft");
  await expect(difference).toContainText("− Be kind.");
  await expect(difference).toContainText("+ Be brief.");
  await accessible(page);
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByLabel("Kind of change").selectOption("patch");
  await page.getByRole("button", { name: "Publish 1.0.1" }).click();
  await expect(page.getByRole("heading", { name: "Version 1.0.1" })).toBeVisible();

  const made = await page.request.post(`/api/projects/${paths.project.split("/")[2]}/api-keys`, { data: { name: "prompts", scopes: ["prompts"] } });
  const { key } = (await made.json()) as { key: string };
  const fetched = await fetch(`${platform.url}/api/prompt/get-compiled`, { method: "POST", headers: { Authorization: `Bearer ${key}` }, body: JSON.stringify({ name: "greeting", variables: { who: "Ada", language: "Latin" } }) });
  expect(await fetched.text()).toContain("Be brief.");
  await page.reload();
  await expect(page.getByRole("table", { name: "Usage" })).toBeVisible();

  await page.getByRole("link", { name: "All prompts" }).click();
  await page.getByRole("button", { name: "Delete greeting" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("All 2 versions");
  await page.getByRole("button", { name: "Delete prompt" }).click();
  await expect(page.getByText("There is no prompt yet")).toBeVisible();
});

test("a failure is said, and can be tried again", async ({ page, paths }) => {
  await page.route("**/api/prompts", (route) => route.fulfill({ status: 503, json: { title: "Service Unavailable", status: 503, detail: "the control store does not answer" } }));
  await page.goto(`${paths.project}/prompts`);
  await expect(page.getByRole("alert").first()).toContainText("The control store does not answer.", { timeout: 30_000 });
  await accessible(page);
  await page.unroute("**/api/prompts");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByText("There is no prompt yet")).toBeVisible();
});
