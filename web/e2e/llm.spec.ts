import { expect } from "@playwright/test";
import { accessible, attributes, fault, ownProject, sendOtlp, test, type Own } from "./fixtures";

let own: Own;

interface Call {
  service: string;
  of: Record<string, string | number>;
  ms: number;
  failed?: string;
}

const says = (role: string, ...parts: object[]): object => ({ role, parts });
const text = (content: string): object => ({ type: "text", content });

const chat = (model: string, more: Record<string, string | number>): Record<string, string | number> => ({ "gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai", "gen_ai.request.model": model, ...more });

const question = says("user", text("What is the weather in Oslo?"));
const asksTool = { ...says("assistant", { type: "tool_call", id: "c1", name: "weather", arguments: { city: "Oslo" } }), finish_reason: "tool_call" };
const answers = says("tool", { type: "tool_call_response", id: "c1", response: { celsius: -4 } });

/** A conversation of two calls, one with a tool; a dear call of another model; one that failed. */
const calls: Call[] = [
  { service: "helpdesk", ms: 800, of: chat("gpt-5-mini", { "enduser.id": "mira", team: "support", "gen_ai.conversation.id": "conv-1", "gen_ai.usage.input_tokens": 1000, "gen_ai.usage.output_tokens": 20, "gen_ai.usage.cost": 0.01, "gen_ai.response.time_to_first_chunk": 0.2, "gen_ai.input.messages": JSON.stringify([question]), "gen_ai.output.messages": JSON.stringify([asksTool]) }) },
  { service: "helpdesk", ms: 900, of: chat("gpt-5-mini", { "enduser.id": "mira", team: "support", "gen_ai.conversation.id": "conv-1", "gen_ai.usage.input_tokens": 1200, "gen_ai.usage.output_tokens": 40, "gen_ai.usage.cost": 0.02, "gen_ai.input.messages": JSON.stringify([question, asksTool, answers]), "gen_ai.output.messages": JSON.stringify([says("assistant", text("Four degrees below zero."))]) }) },
  { service: "research", ms: 5000, of: chat("claude-dear", { "gen_ai.provider.name": "anthropic", "enduser.id": "noor", "gen_ai.usage.input_tokens": 90_000, "gen_ai.usage.output_tokens": 4000, "gen_ai.usage.cost": 1.2 }) },
  { service: "research", ms: 300, failed: "rate limited", of: chat("unpriced-model", { "enduser.id": "noor", "gen_ai.usage.input_tokens": 10, "gen_ai.usage.output_tokens": 0 }) },
];

async function sendCalls(): Promise<void> {
  const start = Date.now() - 60_000;
  for (const [i, { service, of, ms, failed }] of calls.entries()) {
    const at = start + i * 10_000;
    const span = {
      traceId: `${i + 1}`.padStart(32, "a"),
      spanId: `${i + 1}`.padStart(16, "b"),
      name: `chat ${of["gen_ai.request.model"]}`,
      kind: 3,
      startTimeUnixNano: `${at}000000`,
      endTimeUnixNano: `${at + ms}000000`,
      attributes: attributes(of),
      status: failed ? { code: 2, message: failed } : {},
    };
    const resource = { attributes: attributes({ "service.name": service, "deployment.environment": "production" }) };
    await sendOtlp(own.key, "traces", { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] });
  }
}

test.describe.configure({ mode: "serial", timeout: 180_000 });

test("without calls the page says which attributes tell of one; a failure is told with its request", async ({ page, paths }) => {
  own = await ownProject(page, paths.organisation, "llm");
  await page.goto(`${own.path}/llm`);
  await expect(page.getByText("No call of a language model of production arrived in the last 1 h")).toBeVisible();
  await expect(page.getByLabel("Attributes of a call", { exact: true })).toContainText("gen_ai.request.model");
  await accessible(page);
  await page.route("**/api/genai/usage", (route) => route.fulfill(fault));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Adding up calls failed", { timeout: 30_000 });
  await expect(page.getByRole("alert")).toContainText("REQ-E2E");
  await page.unroute("**/api/genai/usage");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No call of a language model")).toBeVisible();
});

test("calls are added up by model, service and user, over time, and narrowed to one", async ({ page }) => {
  await sendCalls();
  await page.goto(`${own.path}/llm`);
  const totals = page.getByLabel("Totals");
  await expect(totals).toContainText("Cost$1.23");
  await expect(totals).toContainText("Calls4");
  await expect(totals).toContainText("25 % of calls");
  await expect(totals).toContainText("First token p50200 ms");
  await expect(page.getByText("1 call tells no cost")).toBeVisible();
  await expect(page.getByRole("img", { name: "Cost by model over time" })).toBeVisible();
  const models = page.getByRole("table", { name: "Calls by model" });
  await expect(models.getByRole("row").nth(1)).toContainText(/claude-dear.*98 %.*\$1\.20/);
  await expect(models.getByRole("row", { name: /unpriced-model/ })).toContainText("unknown");
  await accessible(page);

  await page.getByLabel("Measure").selectOption("time to first token p99");
  await expect(models.getByRole("row", { name: /gpt-5-mini/ })).toContainText("200 ms200 ms200 ms"); // p50, p95, p99
  await page.getByLabel("Measure").selectOption("latency p95");
  await expect(page).toHaveURL(/measure=latency/);
  await expect(page.getByRole("img", { name: "Latency p95 by model over time" })).toBeVisible();
  await page.getByRole("button", { name: "user", exact: true }).click();
  await expect(page).toHaveURL(/by=user/);
  const users = page.getByRole("table", { name: "Calls by user" });
  await expect(users.getByRole("row", { name: /noor/ })).toContainText("$1.20");
  await users.getByRole("button", { name: "Only mira" }).click();
  await expect(page).toHaveURL(/where=/);
  await expect(totals).toContainText("Calls2");
  await page.reload();
  await expect(totals).toContainText("Calls2");
  await accessible(page);
  await page.locator("body").press("j");
  await expect(users.getByRole("row", { name: /mira/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/traces\?.*list=spans/);
  await expect(page).toHaveURL(/where=.*mira/);
  await expect(page.getByRole("table", { name: "Spans" }).getByRole("row")).toHaveCount(3);
});

test("calls are split by any attribute, those without it too", async ({ page }) => {
  await page.goto(`${own.path}/llm`);
  await page.getByRole("button", { name: "Split by attribute: add a key" }).click();
  await page.getByRole("combobox", { name: "Key to group by" }).fill("team");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/by=attribute/);
  const teams = page.getByRole("table", { name: "Calls by team" });
  await expect(teams.getByRole("row", { name: /support/ })).toContainText(/\$0\.03.*2/);
  await expect(page.getByRole("img", { name: "Cost by team over time" })).toBeVisible();
  await accessible(page);
  await page.reload();
  await teams.getByRole("row", { name: /no team/ }).click();
  await expect(page).toHaveURL(/where=-attribute.*team/);
  await expect(page.getByRole("table", { name: "Spans" }).getByRole("row")).toHaveCount(3);
});

test("a number leads to the spans that it counts", async ({ page }) => {
  await page.goto(`${own.path}/llm`);
  const spans = page.getByRole("table", { name: "Spans" }).getByRole("row");
  await page.getByLabel("Totals").getByRole("link", { name: "4 their spans" }).click();
  await expect(spans).toHaveCount(5);
  await page.goBack();
  await page.getByLabel("Totals").getByRole("link", { name: "1 the spans that failed" }).click();
  await expect(spans).toHaveCount(2);
  await expect(spans.nth(1)).toContainText("chat unpriced-model");
  await page.goBack();
  await page.getByRole("table", { name: "Calls by model" }).getByRole("row", { name: /unpriced-model/ }).getByRole("link", { name: "1 the spans that failed" }).click();
  await expect(page).toHaveURL(/where=.*unpriced-model/);
  await expect(spans).toHaveCount(2);
});

/** Current instrumentations write what was said into log records of the call's span. */
async function sendWords(): Promise<void> {
  const record = (ms: number, eventName: string, body: string) => ({ traceId: "3".padStart(32, "a"), spanId: "3".padStart(16, "b"), timeUnixNano: `${Date.now() - 40_000 + ms}000000`, eventName, body: { stringValue: body } });
  const logRecords = [record(0, "gen_ai.system.message", '{"content":"Be thorough."}'), record(1, "gen_ai.user.message", '{"content":"Compare all GPUs of 2026"}'), record(2, "gen_ai.choice", '{"message":{"content":"Done."}}')];
  const resource = { attributes: attributes({ "service.name": "research", "deployment.environment": "production" }) };
  await sendOtlp(own.key, "logs", { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
}

test("the prompts that cost most are told, with the call behind them", async ({ page }) => {
  await page.goto(`${own.path}/llm`);
  const prompts = page.getByRole("table", { name: "Most expensive prompts" });
  await expect(prompts.getByRole("row")).toHaveCount(2); // the other calls do not tell what was asked
  await expect(prompts.getByRole("row").nth(1)).toContainText(/What is the weather in Oslo\?.*\$0\.03.*2/);
  await page.goto(`${own.path}/llm?where=field:model:in:unpriced-model`);
  await expect(page.getByText("No call that cost something tells what was asked.")).toBeVisible();
  await page.goBack();
  await prompts.getByRole("link", { name: "Trace" }).click();
  await expect(page).toHaveURL(/\/traces\/a+2\?.*span=b+2/);
  await sendWords();
  await page.goto(`${own.path}/llm`);
  await expect(prompts.getByRole("row")).toHaveCount(3);
  await expect(prompts.getByRole("row").nth(1)).toContainText(/Compare all GPUs of 2026.*\$1\.20/);
});

test("a conversation shows each message once, with the tool that was called and what it cost", async ({ page }) => {
  await page.goto(`${own.path}/llm`);
  await page.getByRole("table", { name: "Conversations" }).getByRole("link", { name: "conv-1" }).click();
  await expect(page).toHaveURL(/\/llm\/conversations\/conv-1/);
  await expect(page.getByLabel("Totals")).toContainText("Cost$0.03");
  const said = page.getByRole("region", { name: "What was said" });
  await expect(said.getByText("What is the weather in Oslo?")).toHaveCount(1);
  await expect(said.getByText("calls weather")).toHaveCount(1);
  await expect(said.getByText(/"celsius": -4/)).toBeVisible();
  await expect(said.getByText("Four degrees below zero.")).toBeVisible();
  await expect(said.getByRole("link", { name: "Trace" }).first()).toHaveAttribute("href", /traces\/a+1\?.*span=b+1/);
  await said.getByRole("button", { name: "Show 2 earlier messages given once more" }).click();
  await expect(said.getByText("What is the weather in Oslo?")).toHaveCount(2);
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto(`${own.path}/llm/conversations/none`);
  await expect(page.getByText("Nothing of this conversation was sent in the last 1 h")).toBeVisible();
});
