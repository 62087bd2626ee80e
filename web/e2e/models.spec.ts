import { expect } from "@playwright/test";
import { accessible, test } from "./fixtures";

const csv = "provider,model_id,displayName,inputPricePerMToken,outputPricePerMToken\nacme,acme-1,Acme 1,3,6\nacme,acme-2,Acme 2,0.5,1\n";

test("models are found, priced, imported with a difference, and deleted", async ({ page, paths }) => {
  await page.goto(`${paths.project}/models`);
  const table = page.getByRole("table", { name: "Models" });
  await expect(table.locator("tbody tr").nth(20)).toBeVisible();
  await accessible(page);

  await page.getByRole("button", { name: "New model" }).click();
  await page.getByLabel("Provider", { exact: true }).last().fill("acme");
  await page.getByLabel("Model id").fill("acme-1");
  await page.getByLabel("Display name").fill("Acme 1");
  await page.getByRole("textbox", { name: "Input" }).fill("free");
  await expect(page.getByRole("button", { name: "Create model" })).toBeDisabled();
  await page.getByRole("textbox", { name: "Input" }).fill("1.5");
  await page.getByRole("textbox", { name: "Output" }).fill("6");
  await accessible(page);
  await page.getByRole("button", { name: "Create model" }).click();
  await expect(page.getByRole("button", { name: "Create model" })).toHaveCount(0); // the form, which has a combobox of that name too, is gone

  await page.getByRole("combobox", { name: "Provider" }).selectOption("acme");
  await expect(page).toHaveURL(/provider=acme/);
  const row = table.getByRole("row", { name: /Acme 1/ });
  await row.getByRole("button", { name: /^Input price/ }).click();
  await page.keyboard.type("2.25");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Acme 1: 1.50 → 2.25 from now on.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("button", { name: /^Input price/ })).toHaveText("1.50");

  await row.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Acme 1" });
  await expect(drawer.getByRole("status").first()).toContainText("$0.0045 a request");
  await expect(drawer.getByRole("table", { name: "Price history" }).locator("tbody tr")).not.toHaveCount(0);
  await accessible(page);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("or its text").fill(csv);
  await page.getByRole("button", { name: "Show what changes" }).click();
  await expect(page.getByRole("table", { name: "Changes" }).getByRole("row", { name: /acme-1/ })).toContainText("1.5");
  await expect(page.getByText("1 new · 1 changed")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Import 2 models" }).click();
  await expect(table.getByRole("row", { name: /Acme 2/ })).toBeVisible();

  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "CSV" }).click()]);
  expect(file.suggestedFilename()).toBe("models.csv");

  for (const name of ["acme-1", "acme-2"]) {
    await page.getByRole("button", { name: `Delete ${name} of acme` }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Costs of earlier spans stay.");
    await page.getByRole("button", { name: "Delete model" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
  }
  await expect(page.getByText("No model is like that")).toBeVisible();
});
