import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const repository = dirname(web);

/** Builds the web UI and the programs, as a release has them. PLATFORM_E2E_BIN names a folder that has them already. */
export function build(into: string): string {
  const built = process.env["PLATFORM_E2E_BIN"];
  if (built) return built;
  execFileSync("npm", ["run", "-s", "build"], { cwd: web, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("go", ["build", "-o", into + "/", "./cmd/platform", "./cmd/collector"], { cwd: repository, env: { ...process.env, CGO_ENABLED: "0" }, stdio: "inherit" });
  return into;
}

/** The embedded engine's library, fetched when it is not there. */
function engine(): string {
  const home = join(repository, ".cache/engine/node_modules/@chdb");
  const [installed] = existsSync(home) ? readdirSync(home) : [];
  if (installed) return join(home, installed, "libchdb.so");
  return execFileSync(join(repository, "scripts/fetch-engine"), { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}

/** Ports that nothing listens on, held together so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((s) => once(s, "listening")));
  const ports = servers.map((s) => (s.address() as AddressInfo).port);
  await Promise.all(servers.map((s) => new Promise((closed) => s.close(closed))));
  return ports;
}

/** A running platform, and what its first start printed. */
export interface Platform {
  url: string;
  email: string;
  password: string;
  key: string; // the first API key
  grpc: string; // URL of OTLP over gRPC
  http: string; // URL of OTLP over HTTP
  stop: () => Promise<void>;
}

/** Starts the platform on free ports with an empty data directory. */
export async function startPlatform(bin: string): Promise<Platform> {
  const data = mkdtempSync(join(tmpdir(), "platform-data-"));
  const [web = 0, grpc = 0, http = 0] = await freePorts(3);
  const child = spawn(join(bin, "platform"), {
    env: {
      ...process.env,
      PLATFORM_DATA_DIR: data,
      PLATFORM_LISTEN_ADDR: `127.0.0.1:${web}`,
      PLATFORM_OTLP_GRPC_ADDR: `127.0.0.1:${grpc}`,
      PLATFORM_OTLP_HTTP_ADDR: `127.0.0.1:${http}`,
      PLATFORM_ENGINE_LIB: engine(),
      PLATFORM_ALLOW_PRIVATE_LLM_ENDPOINTS: "true", // scripted models are on this machine
      PLATFORM_LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed = await output(child, /The platform is at (\S+)/);
  const said = (name: string): string => new RegExp(`${name}:\\s+(\\S+)`).exec(printed)?.[1] ?? "";
  const url = /The platform is at (\S+)/.exec(printed)?.[1] ?? "";
  await ready(url);
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(data, { recursive: true, force: true });
  };
  return { url, email: said("e-mail"), password: said("password"), key: said("API key"), grpc: `http://127.0.0.1:${grpc}`, http: `http://127.0.0.1:${http}`, stop };
}

/** What a program printed until it printed what is waited for. */
function output(child: ChildProcess, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (part: Buffer) => {
      text += part.toString();
      if (until.test(text)) resolve(text);
    });
    child.once("exit", (code) => reject(new Error(`the program ended with ${code}: ${text}`)));
  });
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const ok = await fetch(`${url}/readyz`).then((r) => r.ok, () => false);
    if (ok) return;
    await new Promise((next) => setTimeout(next, 200));
  }
  throw new Error("the platform did not become ready");
}

/** Runs commands that the UI shows, with the collector in the path. Returns what stops them. */
export function runShown(bin: string, commands: string, environment: Record<string, string>): () => Promise<void> {
  const queue = mkdtempSync(join(tmpdir(), "platform-queue-"));
  const child = spawn("sh", ["-c", commands.replace(/\ncollector$/, "\nexec collector")], {
    env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, PLATFORM_EXPORT_QUEUE_DIR: queue, ...environment },
    stdio: ["ignore", "ignore", "ignore"],
  });
  return async () => {
    await end(child);
    rmSync(queue, { recursive: true, force: true });
  };
}

const fakes = join(repository, "internal/collector");

/**
 * Builds a management library with one GPU that exists nowhere, for the real loader of the collector, on which one
 * process runs. Returns the folder that it is in.
 */
export function fakeGpu(pid: number): string {
  const into = mkdtempSync(join(tmpdir(), "platform-nvml-"));
  const knobs = readFileSync(join(fakes, "dynlib/dynlibtest/fake/knobs.c"), "utf8");
  const library = readFileSync(join(fakes, "source/nvidia/nvmltest/fake/nvml.c"), "utf8");
  const start = `__attribute__((constructor)) static void begin(void) {
    fake_set(-1, "count", 1); fake_set(0, "pids", ${pid} - 1000); fake_set(0, "graphics", 0); fake_set(0, "mps", 0);
  }`;
  execFileSync("gcc", ["-shared", "-fPIC", "-O1", "-pthread", "-x", "c", "-o", join(into, "libnvidia-ml.so.1"), "-"], { input: `${knobs}\n${library}\n${start}\n` });
  return into;
}

/** A process whose parent does not collect it: killed, it is a zombie until the parent ends. */
export async function doomed(commandLine: string): Promise<{ pid: number; kill: () => void; stop: () => Promise<void> }> {
  const parent = spawn("bash", ["-c", `(exec -a "$0" sleep 600) & echo $!; exec sleep 600`, commandLine], { stdio: ["ignore", "pipe", "inherit"] });
  const pid = Number(await output(parent, /^\d+\n/));
  return { pid, kill: () => process.kill(pid, "SIGKILL"), stop: () => end(parent) };
}

/** Starts a collector. Returns what stops it. */
export function startCollector(bin: string, environment: Record<string, string>): () => Promise<void> {
  return runShown(bin, "true\ncollector", environment);
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    const hard = setTimeout(() => child.kill("SIGKILL"), 30_000);
    child.once("exit", () => {
      clearTimeout(hard);
      resolve();
    });
    child.kill("SIGTERM");
  });
}
