import { expect } from "@playwright/test";
import { accessible, attributes, fault, ownProject, sendOtlp, test, type Own } from "./fixtures";

let own: Own;

/** A minute of what a collector measures of a host, and of what another collector of host metrics adds. */
async function sendHosts(): Promise<void> {
  const now = Date.now();
  for (const [index, host] of ["web-01", "web-02", "web-03"].entries()) {
    const end = host === "web-03" ? now - 660_000 : now; // the last one has stopped
    const resource = { attributes: attributes({ "host.name": host, "host.type": "m7i.2xlarge", "k8s.cluster.name": "east", "deployment.environment": "production" }) };
    for (let at = end - 300_000; at <= end; at += 15_000) {
      const time = { timeUnixNano: `${at}000000`, startTimeUnixNano: `${end - 3_600_000}000000` };
      const gauge = (name: string, unit: string, value: number, of: Record<string, string | number> = {}): object => ({ name, unit, gauge: { dataPoints: [{ ...time, asDouble: value, attributes: attributes(of) }] } });
      const sum = (name: string, unit: string, value: number, of: Record<string, string>, isMonotonic: boolean): object => ({ name, unit, sum: { aggregationTemporality: 2, isMonotonic, dataPoints: [{ ...time, asDouble: value, attributes: attributes(of) }] } });
      const grown = (at - end + 3_600_000) / 1000;
      const metrics = [
        ...[0, 1].map((cpu) => gauge("system.cpu.utilization", "1", 0.3 + 0.2 * cpu + 0.1 * index, { "cpu.logical_number": String(cpu) })),
        sum("system.cpu.logical.count", "{cpu}", 2, {}, false),
        gauge("system.cpu.load_average.1m", "{thread}", 1.5),
        ...Object.entries({ user: 0.3, system: 0.1, idle: 1.6 }).map(([mode, share]) => sum("system.cpu.time", "s", grown * share, { "cpu.mode": mode }, true)),
        ...["used", "free", "cached"].map((state) => sum("system.memory.usage", "By", 4 * 1024 ** 3, { "system.memory.state": state }, false)),
        gauge("system.memory.utilization", "1", 0.33),
        ...["read", "write"].map((way) => sum("system.disk.io", "By", grown * 1e6, { "system.device": "nvme0n1", "disk.io.direction": way }, true)),
        gauge("system.filesystem.utilization", "1", host === "web-02" ? 0.93 : 0.4, { "system.filesystem.mountpoint": "/" }),
        ...["receive", "transmit"].map((way) => sum("system.network.io", "By", grown * 1e5, { "network.interface.name": "eth0", "network.io.direction": way }, true)),
        sum("system.network.errors", "{error}", host === "web-02" ? Math.floor(grown / 60) : 0, { "network.interface.name": "eth0", "network.io.direction": "receive" }, true),
        gauge("process.cpu.utilization", "1", 0.01),
      ];
      await sendOtlp(own.key, "metrics", { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] });
    }
  }
}

test.describe.configure({ mode: "serial" });

test("without hosts the page says why and what to do; a failure is told with its request", async ({ page, paths }) => {
  own = await ownProject(page, paths.organisation, "hosts");
  await page.goto(`${own.path}/hosts`);
  await expect(page.getByText("No host of production reported in the last 1 h")).toBeVisible();
  await expect(page.getByLabel("Start a collector", { exact: true })).toContainText("OTEL_EXPORTER_OTLP_ENDPOINT");
  await accessible(page);
  await page.goto(`${own.path}/hosts/nobody`);
  await expect(page.getByText("nobody did not report in the last 1 h")).toBeVisible();
  await accessible(page);
  await page.route("**/api/hosts/*", (route) => route.fulfill(fault));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Reading the host failed");
  await expect(page.getByRole("alert")).toContainText("REQ-E2E");
  await page.unroute("**/api/hosts/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("nobody did not report")).toBeVisible();
});

test("hosts are listed with what they did, walked by keyboard, and opened beside the list and on their own page", async ({ page }) => {
  test.setTimeout(120_000);
  await sendHosts();
  await page.goto(`${own.path}/hosts?range=15m`);
  const table = page.getByRole("table", { name: "Hosts" });
  await expect(table.getByRole("row")).toHaveCount(4);
  await expect(table.getByRole("img", { name: "CPU of web-01 over time" })).toBeVisible();
  await expect(table.getByRole("row").nth(1)).toContainText(/web-01.*ok.*m7i\.2xlarge.*40 %.*33 %.*40 %/);

  // A number leads to the hosts that it counts, and back; a host that stopped is silent and does not vanish.
  const counts = page.getByRole("list", { name: "Fleet" });
  await expect(counts).toContainText("3hosts1silent1disk nearly full0memory nearly full1network errors");
  await counts.getByRole("button", { name: /silent/ }).click();
  await expect(page).toHaveURL(/trouble=silent/);
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("row").nth(1)).toContainText(/web-03.*silent/);
  await counts.getByRole("button", { name: /disk nearly full/ }).click();
  await expect(table.getByRole("row").nth(1)).toContainText(/web-02.*disk nearly full.*network errors.*93 %/);
  await counts.getByRole("button", { name: /disk nearly full/ }).click();
  await expect(table.getByRole("row")).toHaveCount(4);
  await table.getByRole("cell", { name: "web-01", exact: true }).hover(); // the button comes when the pointer rests
  await page.getByRole("button", { name: "Copy Host" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0); // the row was not opened
  await accessible(page);
  await page.mouse.move(0, 0);
  await page.locator("body").press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "web-02" });
  await expect(drawer.getByRole("img", { name: "CPU of the host over time" })).toBeVisible();
  await accessible(page);
  await drawer.getByRole("link", { name: "Full page" }).click();
  await expect(page).toHaveURL(/\/hosts\/web-02\?range=15m$/);
  await expect(page.getByRole("heading", { name: "web-02", level: 1 })).toBeVisible();
  for (const title of ["CPU", "Memory", "CPU by state", "Load", "Disk", "Filesystems", "Network", "Network errors", "CPU of the collector"]) await expect(page.getByRole("img", { name: `${title} of the host over time` })).toBeVisible();
  await expect(page.getByLabel("Now")).toContainText("50 %");
  await accessible(page);
  await page.getByLabel("Compare with").selectOption("a day earlier");
  await expect(page).toHaveURL(/compare=1d/);
  await expect(page.getByRole("link", { name: "Logs", exact: true }).last()).toHaveAttribute("href", /logs\?.*host\.name/);
});

test("a host page can be read on a phone, and a series that cannot be read is told", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${own.path}/hosts/web-01?range=15m`);
  await expect(page.getByRole("img", { name: "CPU of the host over time" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.route("**/api/telemetry/series", (route) => route.fulfill(fault));
  await page.reload();
  await expect(page.getByRole("alert").first()).toContainText("Reading the series failed", { timeout: 30_000 });
});
