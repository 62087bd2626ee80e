import { rmSync } from "node:fs";
import { expect } from "@playwright/test";
import { accessible, ownProject, platform, test } from "./fixtures";
import { doomed, fakeGpu, startCollector } from "./programs";

test("the collector finds a process that died on a GPU, and the triage shows whose it was", async ({ page, paths }) => {
  test.setTimeout(120_000);
  const own = await ownProject(page, paths.organisation, "zombies");
  const process_ = await doomed("python3 finetune.py --run lost-7");
  const library = fakeGpu(process_.pid);
  const stop = startCollector(platform.bin, {
    LD_LIBRARY_PATH: library,
    OTEL_EXPORTER_OTLP_ENDPOINT: platform.grpc,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${own.key}`,
    OTEL_METRIC_EXPORT_INTERVAL: "1000",
  });
  try {
    await page.goto(`${own.path}/gpus?range=5m&refresh=5s`);
    const running = page.getByRole("table", { name: "Processes" }).getByRole("row", { name: /finetune\.py --run lost-7/ });
    await expect(running).toContainText(/running|sleeping/, { timeout: 60_000 });
    await expect(page.getByRole("button", { name: "zombies: 0" })).toBeVisible();

    process_.kill();
    await page.getByRole("button", { name: "zombies: 1" }).click({ timeout: 60_000 });
    await expect(page).toHaveURL(/state=zombie/);
    const table = page.getByRole("table", { name: "Zombie processes" });
    await expect(table.getByRole("columnheader").first()).toHaveText("Command line");
    const cells = table.getByRole("row").nth(1).getByRole("cell");
    await expect(cells.nth(0)).toHaveText("python3 finetune.py --run lost-7 600");
    await expect(cells.nth(1)).toHaveText(String(process_.pid));
    await expect(cells.nth(2)).toHaveText("root");
    await expect(cells.nth(3)).toHaveText(/^\d+ (s|min)$/);
    await expect(cells.nth(4)).toHaveText("zombie");
    await expect(cells.nth(7)).toHaveText("16 MiB");
    await accessible(page);
  } finally {
    await stop();
    await process_.stop();
    rmSync(library, { recursive: true, force: true });
  }
});
