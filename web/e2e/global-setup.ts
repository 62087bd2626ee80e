import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, startPlatform } from "./programs";

/** Builds everything, starts the platform, and hands on what its first start printed. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "platform-bin-"));
  const bin = build(folder);
  const { stop, ...platform } = await startPlatform(bin);
  process.env["PLATFORM_E2E"] = JSON.stringify({ ...platform, bin });
  return async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
