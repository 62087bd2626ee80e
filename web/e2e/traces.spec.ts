import { expect, type Page } from "@playwright/test";
import { accessible, ownProject, platform, sendOtlp, test } from "./fixtures";
import { framesWhileScrolling, wordsOf, type Frames } from "./frames";

type Value = string | number;
interface Sent {
  trace: string;
  id: string;
  parent?: string;
  name: string;
  at: number; // ms since 1970
  ms: number;
  kind?: number;
  failed?: string;
  attributes?: Record<string, Value>;
  events?: { name: string; at: number; attributes: Record<string, Value> }[];
  links?: { traceId: string; spanId: string }[];
}

const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, "0");
const nanos = (ms: number): string => `${Math.floor(ms)}${String(Math.round((ms % 1) * 1e6)).padStart(6, "0")}`;
const list = (of: Record<string, Value>): object[] => Object.entries(of).map(([key, value]) => ({ key, value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value } }));

async function post(signal: string, body: object): Promise<void> {
  const answer = await fetch(`${platform.http}/v1/${signal}`, { method: "POST", headers: { Authorization: `Bearer ${platform.key}`, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

/** Sends spans of a service, as an exporter does. */
async function send(service: string, spans: Sent[], resource: Record<string, string> = {}): Promise<void> {
  const written = spans.map((s) => ({
    traceId: s.trace,
    spanId: s.id,
    parentSpanId: s.parent,
    name: s.name,
    kind: s.kind ?? 1,
    startTimeUnixNano: nanos(s.at),
    endTimeUnixNano: nanos(s.at + s.ms),
    attributes: list(s.attributes ?? {}),
    events: s.events?.map((e) => ({ name: e.name, timeUnixNano: nanos(e.at), attributes: list(e.attributes) })),
    links: s.links,
    status: s.failed ? { code: 2, message: s.failed } : {},
  }));
  const attributes = list({ "service.name": service, "deployment.environment.name": "production", ...resource });
  await post("traces", { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: "e2e" }, spans: written }] }] });
}

// Sent anew when a test is tried again, so each time under other names.
const now = Date.now();
const run = now.toString(36).slice(-5);
const shop = hex(now, 16) + "5e0b".repeat(4);
const big = hex(now, 16) + "b16b".repeat(4);
const batch = `batch-${run}`;
const [web, cart, pay, help] = [`web-${run}`, `cart-${run}`, `pay-${run}`, `help-${run}`];
const items = now % 1_000_000; // in the cart; of this run alone
const job = (i: number): string => `${hex(now, 16)}ba7c${hex(i, 12)}`;
const stack = 'Traceback (most recent call last):\n  File "/app/pay.py", line 12, in charge\n    raise CardDeclined(card)\nCardDeclined: card ending 4242 declined';

/** A checkout through four services: one of them fails, one asks a language model, one runs on a host with a GPU. */
async function sendShop(): Promise<void> {
  const at = now - 120_000;
  const span = (id: number, parent: number, name: string, after: number, ms: number, more: Partial<Sent> = {}): Sent => ({ trace: shop, id: hex(id, 16), parent: parent ? hex(parent, 16) : undefined, name, at: at + after, ms, ...more });
  await send(web, [span(1, 0, "POST /checkout", 0, 900, { kind: 2, attributes: { "http.response.status_code": 502 } })]);
  await send(cart, [span(2, 1, "load cart", 10, 120, { attributes: { "cart.items": items }, events: [{ name: "cache miss", at: at + 40, attributes: { key: "cart-7" } }] }), span(3, 2, "SELECT carts", 20, 80, { kind: 3 })]);
  await send(pay, [
    span(4, 1, "charge card", 150, 300, { failed: "card declined", links: [{ traceId: big, spanId: hex(1, 16) }], events: [{ name: "exception", at: at + 440, attributes: { "exception.type": "CardDeclined", "exception.message": "card ending 4242 declined", "exception.stacktrace": stack } }] }),
  ]);
  const messages = (role: string, content: string): string => JSON.stringify([{ role, parts: [{ type: "text", content }] }]);
  await send(help, [
    span(5, 1, "chat gpt-4o-mini", 460, 400, {
      kind: 3,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": `mini-${run}`,
        "gen_ai.usage.input_tokens": 1200,
        "gen_ai.usage.output_tokens": 340,
        "gen_ai.usage.cost": "0.0042",
        "gen_ai.input.messages": messages("user", "Why was my card declined?"),
        "gen_ai.output.messages": messages("assistant", "Your bank asks for a confirmation."),
      },
    }),
  ], { "host.name": "gpu-t01" });
  const gauge = (name: string, value: number) => ({ name, unit: "1", gauge: { dataPoints: [-30_000, 0, 30_000].map((d) => ({ timeUnixNano: nanos(at + d), asDouble: value, attributes: list({ "hw.id": "GPU-t01-0", "hw.name": "NVIDIA H200", "gpu.index": "0", "hw.gpu.task": "general" }) })) } });
  await post("metrics", { resourceMetrics: [{ resource: { attributes: list({ "host.name": "gpu-t01", "deployment.environment": "production" }) }, scopeMetrics: [{ metrics: [gauge("hw.gpu.utilization", 0.81)] }] }] });
}

/** 250 short traces, for pages; the newest has the number 0. */
async function sendMany(): Promise<void> {
  await send(batch, Array.from({ length: 250 }, (_, i) => ({ trace: job(i), id: hex(i + 1, 16), name: `job ${i}`, at: now - 60_000 - i * 2000, ms: 5 + (i % 50) })));
}

/** A trace of 5,000 spans: a root, 49 stages and 101 steps below each of these, and a last one. The name of each says its place in the waterfall. */
const names: string[] = [];
async function sendBig(): Promise<void> {
  const at = now - 300_000;
  const spans: Sent[] = [{ trace: big, id: hex(1, 16), name: "row 0", at, ms: 10_000 }];
  for (let stage = 0; stage < 49; stage++) {
    const begin = at + stage * 200;
    const parent = hex(spans.length + 1, 16);
    spans.push({ trace: big, id: parent, parent: hex(1, 16), name: `row ${spans.length}`, at: begin, ms: 200 });
    for (let step = 0; step < 101; step++) spans.push({ trace: big, id: hex(spans.length + 1, 16), parent, name: `row ${spans.length}`, at: begin + step * 1.9, ms: 1.5, failed: step === 100 ? "last" : undefined });
  }
  spans.push({ trace: big, id: hex(spans.length + 1, 16), parent: hex(1, 16), name: `row ${spans.length}`, at: at + 49 * 200, ms: 1 });
  names.push(...spans.map((s) => s.name));
  for (let i = 0; i < 5; i++) await send(`engine-${i}`, spans.filter((_, j) => j % 5 === i));
}

/** Two services that a proxy called which sends no spans: two of their spans name the same parent, one another. */
const orphan = hex(now, 16) + "0f0f".repeat(4);
const late = `late-${run}`;
const proxy = hex(now % 0xffff, 16).replace(/^0000/, "feed");
async function sendOrphans(): Promise<void> {
  const at = now - 90_000;
  const span = (id: number, parent: string, name: string, after: number): Sent => ({ trace: orphan, id: hex(id, 16), parent, name, at: at + after, ms: 40 });
  await send(late, [span(2, proxy, "second call", 60), span(1, proxy, "first call", 0), span(3, hex(1, 16), "query", 5), span(4, "beef".repeat(4), "third call", 120)]);
}

const words = "Words in names, messages, attributes; or an id";
const of = (service: string): string => `where=field:service:in:${service}`;

test("no trace: the page says why, and how to send some; a failure says so and can be tried again", async ({ page, paths }) => {
  await page.goto(`${paths.project}/traces?from=1000000000000&to=1000003600000`);
  await expect(page.getByText(/No trace of production arrived in the/)).toBeVisible();
  await expect(page.getByLabel("Send spans", { exact: true })).toContainText("OTEL_EXPORTER_OTLP_ENDPOINT");
  await accessible(page);
  await page.goto(`${paths.project}/traces/${"0".repeat(31)}1`);
  await expect(page.getByText("There is no such trace")).toBeVisible();
  await page.route("**/api/telemetry/traces/search", (route) => route.abort());
  await page.goto(`${paths.project}/traces`);
  await expect(page.getByRole("alert").filter({ hasText: "Listing traces failed" })).toContainText("cannot be reached");
  await page.unroute("**/api/telemetry/traces/search");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/No trace of production|All [\d,]+ traces|Reading more/).first()).toBeVisible();
  await page.route("**/api/telemetry/traces/*", (route) => route.fulfill({ status: 500, headers: { "X-Request-Id": "req-trace" }, contentType: "application/problem+json", body: JSON.stringify({ title: "Internal Server Error", detail: "the database is gone" }) }));
  await page.goto(`${paths.project}/traces/${shop}`);
  await expect(page.getByRole("alert")).toContainText("Reading the trace failed");
  await expect(page.getByRole("alert")).toContainText("req-trace");
});

test.describe("with traces", () => {
  test.describe.configure({ timeout: 120_000 });
  test.beforeAll(async () => {
    await sendShop();
    await sendMany();
    await sendBig();
    await sendOrphans();
  });

  test("traces are counted, chosen by facets and filters, and the URL says so", async ({ page, paths }) => {
    await page.goto(`${paths.project}/traces`);
    const facets = page.getByRole("complementary", { name: "Facets" });
    await facets.getByRole("button", { name: `Service: ${batch}, 250` }).click();
    await expect(page).toHaveURL(/where=field/);
    await expect(page.getByRole("group", { name: /traces over time: 0 with a failed span, 250 without/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /job 0/ })).toBeVisible();
    await accessible(page);
    await page.reload();
    await expect(page.getByRole("button", { name: `Change filter: Service is ${batch}` })).toBeVisible();
    await expect(facets.getByRole("button", { name: `Service: ${batch}, 250`, pressed: true })).toBeVisible();

    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("combobox", { name: "Key" }).fill("Duration (ms)");
    await page.getByRole("combobox", { name: "Value" }).fill("50");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: /traces over time: 0 with a failed span, 25 without/ })).toBeVisible();
    await page.getByRole("searchbox", { name: words }).fill('"job 4"');
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=.*job/);
    await expect(page.getByRole("row")).toHaveCount(1 + 5); // job 45, 46, 47, 48, 49 with 50 ms and more, and the header
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("searchbox", { name: words }).fill("");
    await expect(page).not.toHaveURL(/where|q=/);
    await facets.getByRole("button", { name: `Exclude Service: ${batch}` }).click();
    await expect(page.getByRole("row", { name: /job 0/ })).toHaveCount(0);

    await page.goto(`${paths.project}/traces?${of("nobody")}`);
    await expect(page.getByText(/None of the traces in the last 1 h matches/)).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("group", { name: "List" }).getByRole("button", { name: "spans" }).click();
    await expect(page).toHaveURL(/list=spans/);
    await facets.getByRole("button", { name: `Model: mini-${run}, 1` }).click();
    await expect(page.getByRole("row", { name: /chat gpt-4o-mini/ })).toBeVisible();
    await accessible(page);
    await page.getByLabel("Order").selectOption("slowest");
    await expect(page).toHaveURL(/order=slowest/);
    await expect(page.getByText("The 1 span that took longest in the last 1 h.")).toBeVisible();
  });

  test("a trace is found by what any of its spans has, and opens at the words that found it", async ({ page, paths }) => {
    await page.goto(`${paths.project}/traces`);
    const facets = page.getByRole("complementary", { name: "Facets" });
    const checkout = page.getByRole("row", { name: /POST \/checkout/ });
    await facets.getByRole("button", { name: `Model: mini-${run}, 1` }).click();
    await expect(page).toHaveURL(/where=field/);
    await expect(page.getByText(/Traces of which one span has all of this/)).toBeVisible();
    await expect(checkout).toHaveCount(1);
    await expect(page.getByRole("group", { name: /traces over time: 0 with a failed span, 1 without/ })).toBeVisible(); // of the spans of that model
    await facets.getByRole("button", { name: `Exclude Service: ${help}` }).click(); // the service of that span
    await expect(page.getByText(/None of the traces in the last 1 h matches/)).toBeVisible();
    await page.goto(`${paths.project}/traces?${of(pay)}`);
    await expect(page.getByRole("group", { name: /traces over time: 1 with a failed span, 0 without/ })).toBeVisible();
    await page.getByRole("searchbox", { name: words }).fill('declined "ending 4242"'); // of the exception
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=/);
    await expect(page.getByRole("row")).toHaveCount(2);
    await accessible(page);
    await checkout.click();
    const drawer = page.getByRole("dialog", { name: "POST /checkout" });
    await expect(drawer.getByRole("status").filter({ hasText: "1 found" })).toBeVisible();
    await drawer.getByRole("button", { name: "1 failed" }).click();
    await expect(drawer.getByRole("heading", { name: "charge card" })).toBeVisible();
    await drawer.getByRole("list", { name: "Services" }).getByRole("button", { name: cart }).click();
    await expect(drawer.getByRole("status").filter({ hasText: "2 found" })).toBeVisible();
  });

  test("traces whose root was not received are listed when asked for, and say which parents are missing", async ({ page, paths }) => {
    await page.goto(`${paths.project}/traces?${of(late)}`);
    await expect(page.getByText("No trace with a root in the last 1 h matches")).toBeVisible();
    const toggle = page.getByRole("button", { name: "Without a root too", exact: true });
    await expect(toggle).toHaveAttribute("aria-pressed", "false");
    await accessible(page);
    await page.getByRole("button", { name: "List traces without a root too" }).click();
    await expect(page).toHaveURL(/rootless=true/);
    await expect(toggle).toHaveAttribute("aria-pressed", "true");
    const row = page.getByRole("row", { name: /first call/ });
    await expect(row).toContainText("no root");
    await expect(row.getByTitle(/root span was not received/)).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page.getByRole("group", { name: /traces over time: 0 with a failed span, 1 without/ })).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Facets" }).getByRole("button", { name: "Operation: first call, 1" })).toBeVisible();
    await page.reload();
    await expect(row).toContainText("no root");
    await accessible(page);
    await row.click();
    const drawer = page.getByRole("dialog", { name: "first call" });
    await expect(drawer.getByText("The root of this trace was not received.")).toBeVisible();
    await expect(drawer.getByText(proxy)).toBeVisible();
    await expect(drawer.getByText("(parent of 2 spans)")).toBeVisible();
    await expect(drawer.getByRole("treeitem", { name: /parent not received/ })).toHaveCount(3);
    await drawer.getByRole("treeitem", { name: /^second call/ }).click();
    await expect(drawer.getByRole("region", { name: "Span" })).toContainText("Parent, not received");
    await accessible(page);
    await page.goto(`${paths.project}/traces?${of(late)}&rootless=true`);
    await expect(row).toBeVisible();
    await toggle.focus();
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(/rootless/);
    await expect(row).toHaveCount(0);
  });

  test("when only traces without a root are there, the empty list says so and lists them", async ({ page, paths }) => {
    const own = await ownProject(page, paths.organisation, `rootless-${run}`);
    const at = Date.now() - 30_000;
    const span = { traceId: orphan, spanId: hex(1, 16), parentSpanId: proxy, name: "still running", kind: 1, startTimeUnixNano: nanos(at), endTimeUnixNano: nanos(at + 10) };
    await sendOtlp(own.key, "traces", { resourceSpans: [{ resource: { attributes: list({ "service.name": "agent", "deployment.environment.name": "production" }) }, scopeSpans: [{ spans: [span] }] }] });
    await page.goto(`${own.path}/traces`);
    await expect(page.getByText("Spans arrived, but no trace begins in the last 1 h")).toBeVisible();
    await accessible(page);
    await page.getByRole("button", { name: "List the spans" }).click();
    await expect(page.getByRole("row", { name: /still running/ })).toBeVisible();
    await page.goBack();
    await page.getByRole("button", { name: "List traces without a root too" }).click();
    await expect(page.getByRole("row", { name: /still running/ })).toContainText("no root");
  });

  test("a part of the time is brushed into the URL", async ({ page, paths }) => {
    await page.goto(`${paths.project}/traces?${of(batch)}`);
    const chart = page.getByRole("group", { name: /traces over time: 0 with a failed span, 250/ });
    await chart.hover();
    const box = await chart.boundingBox();
    if (!box) throw new Error("the chart is not drawn");
    await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.999, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/from=\d+&.*to=\d+|to=\d+&.*from=\d+/);
    await expect(page.getByRole("row", { name: /job 0/ })).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/from=/);
  });

  test("the list is walked by keys, read on as it is scrolled, and stays put while traces arrive", async ({ page, paths }) => {
    await page.goto(`${paths.project}/traces?${of(batch)}&refresh=5s`);
    await expect(page.getByRole("row", { name: /job 0/ })).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByRole("row", { name: /job 0/ })).toBeFocused();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "job 1" });
    await expect(drawer.getByRole("treeitem", { name: /job 1/ })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`trace=${job(1)}`));
    await accessible(page);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    const table = page.getByRole("table", { name: "Traces" });
    await table.getByRole("row").nth(1).focus();
    await expect(async () => {
      await page.keyboard.press("End"); // of what is read so far
      await expect(page.getByRole("row", { name: /job 249/ })).toBeFocused({ timeout: 500 });
    }).toPass();
    await expect(page.getByText(/All 250 traces of the last 1 h/)).toBeVisible();
    expect(await table.getByRole("row").count()).toBeLessThan(70);
    await send(batch, [{ trace: job(9999), id: hex(1, 16), name: "newest job", at: Date.now() - 100, ms: 50 }]);
    await page.getByRole("button", { name: "1 new" }).click();
    await table.getByRole("row").nth(1).focus();
    await page.keyboard.press("Home");
    await expect(page.getByRole("row", { name: /newest job/ })).toBeFocused();
  });

  test("a trace is a waterfall; a span tells its exception, what was said, its GPUs and its attributes", async ({ page, paths }) => {
    await page.goto(`${paths.project}/traces`);
    await expect(page.getByRole("heading", { name: "Traces" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(shop);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/traces/${shop}$`));
    await expect(page.getByRole("heading", { name: "POST /checkout" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Services" })).toContainText(cart);
    await expect(page.getByText("1 failed")).toBeVisible();
    await expect(page.getByText(/1 model call · 1,540 tokens · \$0\.0042/)).toBeVisible();
    const row = (name: string) => page.getByRole("treeitem", { name: new RegExp(`^${name}`) });
    await expect(page.getByRole("treeitem")).toHaveCount(5);
    await expect(row("chat gpt-4o-mini")).toContainText("1,200 → 340 tokens · $0.0042");
    await accessible(page);

    await row("POST /checkout").focus();
    await page.keyboard.press("j");
    await expect(row("load cart")).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("treeitem")).toHaveCount(4);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(row("SELECT carts")).toBeFocused();
    for (const key of ["ArrowDown", "z"]) await page.keyboard.press(key);
    await expect(page).toHaveURL(/part=150-450/);
    await page.getByRole("button", { name: /Show all 900 ms/ }).click();
    await row("charge card").focus();
    await page.keyboard.press("Enter");
    const charge = page.getByRole("dialog", { name: "charge card" });
    await expect(charge.getByRole("region", { name: "Exception", exact: true })).toContainText("CardDeclined card ending 4242 declined");
    await expect(charge.getByLabel("Stack trace", { exact: true })).toContainText("/app/pay.py");
    await expect(charge.getByRole("region", { name: "Links (1)" }).getByRole("link")).toHaveAttribute("href", new RegExp(big));
    await expect(charge.getByRole("link", { name: /All exceptions like this one: CardDeclined/ })).toHaveAttribute("href", /\/exceptions\/[0-9a-f]+/);
    await expect(charge.getByRole("link", { name: "Logs of this span" })).toHaveAttribute("href", /\/logs\?.*traceId.*spanId/);
    await accessible(page);
    await page.keyboard.press("Escape");
    await expect(charge).toBeHidden();
    await expect(row("charge card")).toBeFocused();

    await row("chat gpt-4o-mini").click();
    const chat = page.getByRole("dialog", { name: "chat gpt-4o-mini" });
    await expect(chat.getByRole("list", { name: "Messages" })).toContainText("Why was my card declined?");
    await expect(chat.getByRole("list", { name: "Messages" })).toContainText("Your bank asks for a confirmation.");
    const gpus = chat.getByRole("region", { name: "GPUs at that moment" });
    await expect(gpus.getByRole("link", { name: /GPU 0 81 %/ })).toHaveAttribute("href", /\/gpus\/GPU-t01-0\?.*from=\d+/);
    await expect(gpus.getByRole("link", { name: "GPUs of gpu-t01" })).toHaveAttribute("href", /node=gpu-t01/);
    await accessible(page);
    await row("load cart").click();
    const loaded = page.getByRole("dialog", { name: "load cart" });
    await expect(loaded.getByRole("region", { name: "Events (1)" })).toContainText("cache miss");
    await loaded.getByRole("link", { name: `Spans with cart.items = ${items}` }).click();
    await expect(page).toHaveURL(/list=spans/);
    await expect(page.getByRole("row", { name: /load cart/ })).toBeVisible();
  });

  test("words are found within a trace; the flame zooms by click and back", async ({ page, paths }) => {
    await page.goto(`${paths.project}/traces/${shop}`);
    await page.getByRole("searchbox", { name: "Find in this trace" }).fill("cart");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "2 found" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/span=0+2/);
    await page.goto(`${paths.project}/traces/${shop}`);
    await page.getByRole("button", { name: "flame" }).click();
    await expect(page).toHaveURL(/draw=flame/);
    const flame = page.getByTestId("flame");
    const box = await flame.boundingBox();
    if (!box) throw new Error("the flame is not drawn");
    await accessible(page);
    await page.mouse.click(box.x + box.width * 0.3, box.y + 30); // charge card: 150 to 450 of 900 ms, in the second lane
    await expect(page).toHaveURL(/part=150-450/);
    await expect(page.getByText("charge card")).toBeVisible();
    await page.getByRole("button", { name: "Details" }).click();
    await expect(page.getByRole("dialog", { name: "charge card" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /Show all/ }).click();
    await expect(page).not.toHaveURL(/part=/);
    await page.getByRole("group", { name: /Flame of 5 spans/ }).focus();
    for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await expect(page).toHaveURL(/part=20-100/);
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/part=/);
  });

  test("5,000 spans scroll: few rows are drawn, and always the right ones", async ({ page, paths }) => {
    await page.goto(`${paths.project}/traces/${big}`);
    await expect(page.getByText("5,000 spans")).toBeVisible();
    const seen = await scroll(page, 120);
    expect(seen.most).toBeLessThan(80);
    expect(seen.wrong).toEqual([]);
    const tree = page.getByRole("tree");
    await tree.getByRole("treeitem").first().focus();
    await page.keyboard.press("End");
    await expect(page.getByRole("treeitem", { name: new RegExp(`^${names.at(-1)},`) })).toBeFocused();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Fold all", exact: true }).click();
    await expect(page.getByRole("tree", { name: "51 spans" })).toBeVisible();
    await page.getByRole("searchbox", { name: "Find in this trace" }).fill("row 4999");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "1 found" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "row 4999" })).toBeVisible();
    await expect(page.getByRole("treeitem", { name: /^row 4999,/ })).toBeVisible();
  });

  // Tells and asserts nothing of the time: other programs of the machine take theirs, as beside an empty page.
  test("5,000 spans scroll as an empty page does", async ({ page, paths }) => {
    const told = (of: string, frames: Frames): void => void test.info().annotations.push({ type: "frames", description: `${of}: ${wordsOf(frames)}` });
    for (let round = 0; round < 2; round++) {
      await page.goto(`${paths.project}/traces/${big}`);
      await expect(page.getByRole("treeitem").first()).toBeVisible();
      told("5,000 spans", await framesWhileScrolling(page, "[role=tree]", 100));
      expect(await page.getByRole("tree").evaluate((tree) => tree.scrollTop)).toBeGreaterThan(20_000);
      await page.goto("about:blank");
      await page.setContent('<div id="empty" style="height:400px;overflow-y:auto"><div style="height:140000px"></div></div>');
      told("an empty page", await framesWhileScrolling(page, "#empty", 100));
    }
    for (const { description } of test.info().annotations) process.stdout.write(`${description}\n`);
  });
});

/** Scrolls through a waterfall in so many steps, a frame for each, and looks at what is drawn. */
function scroll(page: Page, steps: number): Promise<{ most: number; wrong: string[] }> {
  return page.evaluate(
    async ({ steps, names }) => {
      const tree = document.querySelector("[role=tree]") as HTMLElement;
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      const wrong: string[] = [];
      const head = tree.firstElementChild?.getBoundingClientRect().height ?? 0; // the axis, which stays in sight
      let most = 0;
      for (let i = 0; i <= steps; i++) {
        tree.scrollTop = ((tree.scrollHeight - tree.clientHeight) * i) / steps;
        await frame(); // the scroll event is told before this frame
        const box = tree.getBoundingClientRect();
        const rows = [...tree.querySelectorAll<HTMLElement>("[role=treeitem]")];
        most = Math.max(most, rows.length);
        for (const row of rows) {
          const index = Number(row.dataset["row"]);
          const place = box.top + tree.clientTop + head + index * 28 - tree.scrollTop;
          const label = row.getAttribute("aria-label") ?? "";
          if (!label.startsWith(`${names[index]},`) || Math.abs(row.getBoundingClientRect().top - place) > 1) wrong.push(`at ${tree.scrollTop}: ${label} at ${row.getBoundingClientRect().top}, not ${names[index]} at ${place}`);
        }
        const inSight = rows.filter((r) => r.getBoundingClientRect().bottom > box.top + head && r.getBoundingClientRect().top < box.bottom);
        if (inSight.length * 28 < tree.clientHeight - head) wrong.push(`at ${tree.scrollTop}: only ${inSight.length} rows`);
      }
      return { most, wrong: wrong.slice(0, 5) };
    },
    { steps, names },
  );
}
