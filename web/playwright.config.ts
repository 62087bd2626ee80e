import { defineConfig } from "@playwright/test";

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  outputDir: "/tmp/platform-web-e2e",
  workers: 1, // one server, and its first start is part of the tests
  retries: process.env["CI"] ? 1 : 0, // a test that needs it is reported as flaky
  timeout: 120_000, // two busy cores; what is waited for has its own time below
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 720 },
    colorScheme: "light",
    locale: "en-GB",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: flags },
  },
});
