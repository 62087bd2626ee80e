import { expect, test } from "@playwright/test";
import { accessible, platform, watch } from "./fixtures";
import { runShown } from "./programs";

test("a person opens the printed URL, signs in, starts the collector as shown, and sees its host within 30 s", async ({ page }) => {
  test.setTimeout(150_000); // twice up to 30 s, and what stands around them
  const broken = watch(page);
  await page.goto(platform.url);
  await expect(page).toHaveURL(/\/sign-in$/);
  await accessible(page);

  await page.getByLabel("E-mail").fill(platform.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("not right");
  await page.getByLabel("Password").fill(platform.password);
  await page.keyboard.press("Enter");

  // Nothing has arrived yet, so the guide is the first page.
  await expect(page).toHaveURL(/\/production\/send$/);
  await expect(page.getByText("Waiting for data.")).toBeVisible();
  await page.getByLabel("OTLP over gRPC").fill(platform.grpc);
  await page.getByRole("button", { name: "Create a key for production" }).click();
  await expect(page.getByLabel("API key", { exact: true })).toHaveText(/^plt_/);
  await accessible(page);

  const commands = await page.getByLabel("Collector settings", { exact: true }).innerText();
  expect(commands).toContain(platform.grpc);
  const stop = runShown(platform.bin, commands, { OTEL_METRIC_EXPORT_INTERVAL: "2000" });
  try {
    await expect(page.getByText("Data is arriving.")).toBeVisible({ timeout: 30_000 });
    await page.getByRole("link", { name: "Open the overview" }).click();
    await expect(page.getByRole("table", { name: "Signals" }).getByRole("row", { name: /metrics receiving/ })).toBeVisible();
    await expect(page.getByRole("table", { name: "Hosts" }).locator("tbody tr")).toHaveCount(1, { timeout: 30_000 });
    await expect(page.getByRole("button", { name: /Ingest: receiving/ })).toBeVisible();
    await accessible(page);
  } finally {
    await stop();
  }

  await page.getByRole("button", { name: /^You:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(`${platform.url}/account`);
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/);
  expect(broken).toEqual([]);
});
