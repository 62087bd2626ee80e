import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { accessible, ownProject, platform, test } from "./fixtures";

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

// What the recorded H200 cannot report: it is cooled by its server, and alone in a virtual machine it has no links.
const absent = ["Fan", "Fan speed", "Links between GPUs"];
const present = ["Utilization", "Memory", "Power", "Temperature", "Clocks", "PCIe", "Memory controller", "Errors"];

test("what a real H200 sent fills every panel of the GPU page", async ({ page, paths }) => {
  test.setTimeout(180_000);
  const own = await ownProject(page, paths.organisation, "recorded H200");
  execFileSync("go", ["run", "./e2e/gpu/replay", "-endpoint", platform.http, "-key", own.key], { cwd: repository, env: { ...process.env, CGO_ENABLED: "0" }, stdio: ["ignore", "ignore", "inherit"] });

  await page.goto(`${own.path}/gpus?range=5m`);
  const fleet = page.getByRole("list", { name: "Fleet" });
  await expect(fleet).toContainText("1GPU");
  await expect(fleet).toContainText("1busy");
  await expect(page.getByRole("table", { name: "Processes" }).getByRole("row")).not.toHaveCount(0);
  await expect(page.getByRole("region", { name: "Use and waste" })).toContainText("Wh");
  await page.getByRole("button", { name: /utilization \d+ %/ }).click();
  await page.getByRole("link", { name: "Full page" }).click();
  await expect(page.getByText("NVIDIA H200 in the last 5 min.")).toBeVisible();

  for (const title of present) {
    const chart = page.getByRole("img", { name: `${title} of the GPU over time` });
    await expect(chart, title).toBeVisible();
    await expect.poll(() => chart.evaluate(drawn), `${title} has lines`).toBeGreaterThan(0);
  }
  for (const title of absent) await expect(page.getByRole("img", { name: `${title} of the GPU over time` })).toHaveCount(0);
  await expect(page.getByText("Not reported in this time range")).toHaveCount(0);

  const now = page.getByRole("main").locator("dl").first();
  for (const unit of [/\d+ %/, /GiB/, /\d+ W/, /\d+ °C/]) await expect(now).toContainText(unit);
  await expect(page.getByRole("table", { name: "Processes" })).toContainText("python");
  await expect(page.getByRole("table", { name: "Top CUDA kernels" }).getByRole("row").nth(1)).toBeVisible();
  for (const fact of ["Product", "Id", "PCI address", "Driver", "Hours reported", "Mean utilization", "Energy"]) await expect(page.getByRole("region", { name: "About this GPU" }).getByText(fact, { exact: true })).toBeVisible();
  await accessible(page);

  await page.getByRole("link", { name: /^Host / }).click();
  for (const title of ["CPU", "Memory", "Disk", "Filesystems", "Network", "GPUs"]) await expect(page.getByRole("img", { name: `${title} of the host over time` })).toBeVisible();
});

/** How many points of a chart's canvas are neither empty nor grey: its lines. */
function drawn(element: Element): number {
  const canvas = element.querySelector("canvas");
  const image = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let coloured = 0;
  for (let i = 0; i < image.length; i += 4) {
    const [r = 0, g = 0, b = 0, a = 0] = image.slice(i, i + 4);
    if (a > 128 && Math.max(r, g, b) - Math.min(r, g, b) > 40) coloured++;
  }
  return coloured;
}
