import { expect } from "@playwright/test";
import { accessible, test } from "./fixtures";
import { model } from "./scripted-model";

test("a language model is connected after a test, changed, and disconnected", async ({ page, paths }) => {
  const scripted = await model();
  await page.goto(`${paths.project}/settings/language-models`);
  await expect(page.getByText("No language model is connected")).toBeVisible();
  await accessible(page);

  let connected = 0;
  page.on("request", (r) => (connected += Number(r.method() === "POST" && new URL(r.url()).pathname === "/api/llm/connections")));
  await page.getByRole("button", { name: "Connect a model" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Connect a language model" });
  await expect(dialog.getByText("usually OPENAI_API_KEY, which it does not have")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Model" }).fill("gpt-4o-mi");
  await expect(page.getByRole("listbox").getByRole("option", { name: "gpt-4o-mini" }).first()).toBeVisible();
  await page.keyboard.press("Enter"); // chooses nothing, and sends nothing
  await expect(dialog.getByRole("combobox", { name: "Model" })).toHaveValue("gpt-4o-mi");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter"); // taken from the catalog
  await expect(dialog.getByRole("combobox", { name: "Model" })).toHaveValue("gpt-4o-mini");
  await dialog.getByLabel("Provider").selectOption({ label: "OpenAI-compatible" });
  await dialog.getByRole("combobox", { name: "Model" }).fill("scripted");
  await expect(dialog.getByRole("button", { name: "Connect", exact: true })).toBeDisabled(); // no address yet
  await dialog.getByLabel("Base URL").fill("http://127.0.0.1:1/v1");
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByRole("status")).toContainText("cannot be reached", { timeout: 20_000 });
  await dialog.getByLabel("Base URL").fill(scripted.url);
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByRole("status")).toContainText("scripted answered in");
  await accessible(page);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();

  const row = page.getByRole("row", { name: /OpenAI-compatible scripted/ });
  await expect(row).toContainText("Evaluations");
  expect(connected).toBe(1);
  await row.press("Enter");
  await page.getByLabel("Time limit").fill("0");
  await expect(page.getByText("A whole number from 1 to 600.")).toBeVisible();
  await page.getByLabel("Time limit").fill("30");
  await page.getByRole("checkbox", { name: /^Assistant/ }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).not.toContainText("Assistant");

  await page.getByRole("button", { name: "Disconnect OpenAI-compatible scripted" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Evaluations, Reviews stop working");
  await page.getByRole("button", { name: "Disconnect model" }).click();
  await expect(page.getByText("No language model is connected")).toBeVisible();
  await scripted.stop();
});

test("a failure is said, and can be tried again", async ({ page, paths }) => {
  await page.route("**/api/llm/connections", (route) => route.fulfill({ status: 503, json: { title: "Service Unavailable", status: 503, detail: "the control store does not answer" } }));
  await page.goto(`${paths.project}/settings/language-models`);
  await expect(page.getByRole("alert").first()).toContainText("The control store does not answer.", { timeout: 30_000 });
  await accessible(page);
  await page.unroute("**/api/llm/connections");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByText("No language model is connected")).toBeVisible();
});
