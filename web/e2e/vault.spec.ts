import { expect } from "@playwright/test";
import { accessible, test } from "./fixtures";

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
  await expect(page.getByRole("table", { name: "Usage log" }).getByRole("row")).not.toHaveCount(0);
  await accessible(page);
  await page.getByRole("button", { name: "Delete OPENAI_API_KEY" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("2 earlier versions are lost");
  await page.getByRole("button", { name: "Delete secret" }).click();
  await expect(page.getByText("The vault is empty")).toBeVisible();
});
