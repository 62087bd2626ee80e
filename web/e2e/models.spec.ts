import { expect } from "@playwright/test";
import { accessible, test } from "./fixtures";
import { member } from "./member";

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

test("a provider is described, changed, imported and deleted", async ({ page, paths }) => {
  await page.goto(`${paths.project}/models`);
  await expect(page.getByRole("table", { name: "Models" })).toBeVisible();
  await page.getByRole("button", { name: "providers", exact: true }).click();
  const table = page.getByRole("table", { name: "Providers" });
  await expect(table.getByRole("row", { name: /^Amazon Bedrock/ })).toBeVisible();
  await accessible(page);

  await page.getByRole("button", { name: "New provider" }).click();
  await page.getByLabel("Provider id").fill("orchard");
  await page.getByLabel("Display name").fill("Orchard");
  await page.getByRole("textbox", { name: "Description" }).fill("Runs in our own racks.");
  await page.getByRole("button", { name: "Setting", exact: true }).click();
  await expect(page.getByRole("button", { name: "Create provider" })).toBeDisabled(); // the setting has no name
  await page.getByLabel("Name of setting 1").fill("temperature");
  await page.getByLabel("default of temperature").fill("7");
  await expect(page.getByText("default is not between min and max.")).toBeVisible();
  await page.getByLabel("default of temperature").fill("0.7");
  await accessible(page);
  await page.getByRole("button", { name: "Create provider" }).click();

  const row = table.getByRole("row", { name: /^Orchard/ });
  await row.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Orchard" });
  await expect(drawer.getByRole("table", { name: "Settings" }).getByRole("row", { name: /temperature/ })).toContainText("0.7");
  await expect(page).toHaveURL(/who=orchard/); // a link that can be sent
  await accessible(page);
  await drawer.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Display name").fill("Orchard Inc");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog", { name: "Orchard Inc" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "New provider" }).click();
  await page.getByLabel("Provider id").fill("orchard");
  await page.getByRole("button", { name: "Create provider" }).click();
  await expect(page.getByRole("alert")).toContainText("already");
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("or its text").fill('{"providers":[{"providerId":"orchard","displayName":"Orchard Ltd"}],"models":[{"provider":"orchard","id":"pear-1","inputPricePerMToken":1}]}');
  await page.getByRole("button", { name: "Show what changes" }).click();
  await expect(page.getByRole("table", { name: "Changes" }).getByRole("row", { name: /orchard, the provider/ })).toContainText("Orchard Ltd");
  await page.getByRole("button", { name: "Import 1 model and 1 provider" }).click();
  await expect(table.getByRole("row", { name: /^Orchard Ltd/ })).toContainText("1");

  await page.getByRole("button", { name: "Delete Orchard Ltd" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("1 model with all prices will be lost");
  await page.getByRole("button", { name: "Delete provider" }).click();
  await expect(page.getByText("Orchard Ltd is deleted.")).toBeVisible();
  await expect(table.getByRole("row", { name: /^Orchard/ })).toHaveCount(0);
});

test("a member sees prices and changes none; an empty catalog and a failure say what to do", async ({ page, paths, browser }) => {
  const { page: theirs, context } = await member(browser, page, paths, "models-member");
  await theirs.goto(`${paths.project}/models`);
  await expect(theirs.getByRole("table", { name: "Models" }).locator("tbody tr").nth(5)).toBeVisible();
  for (const name of ["New model", "Import"]) await expect(theirs.getByRole("button", { name })).toHaveCount(0);
  await expect(theirs.getByRole("button", { name: /^(Edit|Delete) / })).toHaveCount(0);
  await expect(theirs.getByRole("button", { name: /price of/ })).toHaveCount(0);
  await accessible(theirs);
  await theirs.getByRole("button", { name: "providers", exact: true }).click();
  await expect(theirs.getByRole("table", { name: "Providers" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: /^(New provider|Edit|Delete)/ })).toHaveCount(0);
  await context.close();

  await page.route("**/api/openground/models", (route) => route.fulfill({ json: {} }));
  await page.goto(`${paths.project}/models`);
  await expect(page.getByText("The catalog has no model")).toBeVisible();
  await expect(page.getByRole("button", { name: "New model" }).last()).toBeVisible();
  await accessible(page);
  await page.unroute("**/api/openground/models");
  await page.route("**/api/openground/models", (route) => route.fulfill({ status: 503, json: { title: "Service Unavailable", status: 503, detail: "the control store does not answer" } }));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("The control store does not answer.", { timeout: 20_000 });
  await page.unroute("**/api/openground/models");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Models" })).toBeVisible();

  await page.route("**/api/openground/providers", (route) => route.fulfill({ json: [] }));
  await page.goto(`${paths.project}/models?view=providers`);
  await expect(page.getByText("The catalog has no provider")).toBeVisible();
  await page.unroute("**/api/openground/providers");
  await page.route("**/api/openground/providers", (route) => route.fulfill({ status: 503, json: { title: "Service Unavailable", status: 503, detail: "the control store does not answer" } }));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("The control store does not answer.", { timeout: 20_000 });
});

test("ten thousand models are listed and filtered with few rows drawn", async ({ page, paths }) => {
  const headers = { "x-platform-project-id": paths.project.split("/")[2] ?? "", "x-platform-environment": "production", "Content-Type": "application/octet-stream" };
  const rows = Array.from({ length: 10_000 }, (_, i) => `bulk${i % 20},bulk-model-${i},Bulk ${i},${i % 7},${i % 11}`);
  const answer = await page.request.post("/api/openground/models/import", { headers, data: `provider,model_id,displayName,inputPricePerMToken,outputPricePerMToken\n${rows.join("\n")}\n` });
  expect(answer.ok(), await answer.text()).toBe(true);

  await page.goto(`${paths.project}/models`);
  const table = page.getByRole("table", { name: "Models" });
  await expect(table).toHaveAttribute("aria-rowcount", /^10\d\d\d$/);
  expect(await table.locator("tbody tr").count()).toBeLessThan(150);

  const search = page.getByRole("searchbox", { name: "Search models" });
  await search.pressSequentially("bulk-model-9999");
  await expect(table.locator("tbody tr")).toHaveCount(1);
  await expect(table).toContainText("Bulk 9999");
  await search.fill("");
  await expect(table).toHaveAttribute("aria-rowcount", /^10\d\d\d$/);
  await page.getByRole("combobox", { name: "Provider" }).selectOption("bulk3");
  await expect(table).toHaveAttribute("aria-rowcount", "501");

  await table.locator("tbody tr[data-row]").first().focus();
  await page.keyboard.press("End"); // the last of all, which was not drawn
  await expect(table.locator("tbody tr[data-row]").last()).toBeFocused();
  expect(await table.locator("tbody tr").count()).toBeLessThan(150);
});
