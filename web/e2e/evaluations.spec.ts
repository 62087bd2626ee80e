import { expect } from "@playwright/test";
import { accessible, test } from "./fixtures";
import { model } from "./scripted-model";

test("an answer is judged by hand, by types that can be changed", async ({ page, paths }) => {
  await page.goto(`${paths.project}/evaluations`);
  await expect(page.getByText("No model judges yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Judge an answer" })).toBeDisabled();
  await expect(page.getByText("Nothing was judged yet")).toBeVisible();
  await accessible(page);

  const scripted = await model();
  const headers = { "x-platform-project-id": paths.project.split("/")[2] ?? "", "x-platform-environment": "production" };
  const body = { provider: "custom", model: "scripted", baseUrl: scripted.url, uses: ["evaluation"] };
  const { id } = (await (await page.request.post("/api/llm/connections", { headers, data: body })).json()) as { id: string };
  await page.reload();

  await page.getByRole("button", { name: "New type" }).click();
  await page.getByLabel("Label").fill("Tone of voice");
  await expect(page.getByText("Applications ask for it as tone_of_voice.")).toBeVisible();
  await page.getByLabel("What to look for").fill("The answer is rude.");
  await page.getByLabel("Threshold").fill("2");
  await expect(page.getByText("A number from 0 to 1.")).toBeVisible();
  await page.getByLabel("Threshold").fill("0.25");
  await page.getByRole("button", { name: "Create type" }).click();
  const types = page.getByRole("table", { name: "Types" });
  await expect(types.getByRole("row", { name: /Tone of voice/ })).toContainText("0.25");
  const concise = types.getByRole("checkbox", { name: "Conciseness is enabled" });
  await concise.click();
  await expect(concise).not.toBeChecked();

  await page.getByRole("button", { name: "Judge an answer" }).click();
  const dialog = page.getByRole("dialog", { name: "Judge an answer" });
  await expect(dialog.getByRole("checkbox", { name: "Conciseness" })).toHaveCount(0);
  await dialog.getByRole("textbox", { name: "Question" }).fill("What is the capital of France?");
  await dialog.getByRole("textbox", { name: "Answer" }).fill("Lyon.");
  await dialog.getByRole("checkbox", { name: "Tone of voice" }).check();
  await dialog.getByRole("button", { name: "Judge", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("which the context contradicts");
  await accessible(page);
  await page.keyboard.press("Escape");

  const results = page.getByRole("table", { name: "Results" });
  await expect(results).toContainText("Hallucination");
  await results.locator("tbody tr").first().press("Enter");
  await expect(page).toHaveURL(/run=evr_/);
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("What is the capital of France?");
  await expect(drawer).toContainText("Lyon.");
  await accessible(page);
  await drawer.getByRole("link", { name: /^all results of/ }).click();
  await expect(page.getByRole("heading", { name: /^Results of/ })).toBeVisible();
  await expect(page.getByText("Hallucination: 1 of 1")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Show all results" }).click();
  await expect(page.getByRole("heading", { name: "Recent results" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Only with findings" }).click();
  await expect(page).toHaveURL(/failed=true/);
  await expect(results.locator("tbody tr")).toHaveCount(1);

  await scripted.stop(); // the model is away: that is said
  await page.getByRole("button", { name: "Judge an answer" }).click();
  await dialog.getByRole("textbox", { name: "Question" }).fill("Again?");
  await dialog.getByRole("textbox", { name: "Answer" }).fill("Yes.");
  await dialog.getByRole("button", { name: "Judge", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("cannot be reached", { timeout: 20_000 });
  await page.keyboard.press("Escape");

  await concise.click();
  await expect(concise).toBeChecked();
  await page.getByRole("button", { name: "Delete Tone of voice" }).click();
  await page.getByRole("button", { name: "Delete type" }).click();
  await expect(types.getByRole("row", { name: /Tone of voice/ })).toHaveCount(0);
  await page.request.delete(`/api/llm/connections/${id}`, { headers });
});

test("a failure is said, and can be tried again", async ({ page, paths }) => {
  await page.route("**/api/evaluation/runs*", (route) => route.fulfill({ status: 503, json: { title: "Service Unavailable", status: 503, detail: "the control store does not answer" } }));
  await page.goto(`${paths.project}/evaluations`);
  await expect(page.getByRole("alert").first()).toContainText("The control store does not answer.", { timeout: 30_000 });
  await accessible(page);
  await page.unroute("**/api/evaluation/runs*");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByRole("alert")).toHaveCount(0); // results of earlier tests may be there
});
