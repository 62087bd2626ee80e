import { expect } from "@playwright/test";
import { accessible, platform, test } from "./fixtures";

/** Sends one span, as an OTLP exporter does, and returns the id of its trace. */
async function sendSpan(attributes: Record<string, string>): Promise<string> {
  const hex = (digits: number): string => Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join("");
  const traceId = hex(32);
  const listed = (of: Record<string, string>): object[] => Object.entries(of).map(([key, value]) => ({ key, value: { stringValue: value } }));
  const span = { traceId, spanId: hex(16), name: "ask", kind: 3, startTimeUnixNano: `${Date.now() - 1000}000000`, endTimeUnixNano: `${Date.now()}000000`, attributes: listed(attributes) };
  const resource = { attributes: listed({ "service.name": "rules-e2e", "deployment.environment": "production" }) };
  const answer = await fetch(`${platform.http}/v1/traces`, {
    method: "POST",
    headers: { Authorization: `Bearer ${platform.key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }),
  });
  expect(answer.status).toBe(200);
  return traceId;
}

test("a rule is built, tested, kept, and deleted", async ({ page, paths }) => {
  await page.goto(`${paths.project}/rules`);
  await expect(page.getByText("There is no rule yet")).toBeVisible();
  await page.getByRole("button", { name: "New context" }).click();
  await page.getByLabel("Name").fill("house style");
  await page.getByLabel("Content").fill("Answer briefly.");
  await page.getByRole("button", { name: "Create context" }).click();
  await expect(page.getByRole("table", { name: "Contexts" })).toContainText("house style");
  await accessible(page);

  await page.getByRole("button", { name: "New rule" }).first().click();
  await expect(page).toHaveURL(/rule=new/);
  const builder = page.getByRole("dialog", { name: "New rule" });
  await builder.getByLabel("Name", { exact: true }).fill("large questions");
  await builder.getByLabel("Field of condition 1 of group 1").fill("gen_ai.request.model");
  await builder.getByLabel("Operator of condition 1 of group 1").selectOption("in");
  await builder.getByLabel("Value of condition 1 of group 1").fill("gpt-4o, gpt-4");
  await builder.getByLabel("Value of condition 1 of group 1").press("Enter"); // a rule that is half said is not kept
  await builder.getByRole("button", { name: "Condition", exact: true }).click();
  await builder.getByLabel("Field of condition 2 of group 1").fill("tokens");
  await builder.getByLabel("Type of condition 2 of group 1").selectOption("number");
  await builder.getByLabel("Operator of condition 2 of group 1").selectOption("gt");
  await builder.getByLabel("Value of condition 2 of group 1").fill("many");
  await expect(builder.getByText("Not a number.")).toBeVisible();
  await expect(builder.getByRole("button", { name: "Create rule" })).toBeDisabled();
  await builder.getByLabel("Value of condition 2 of group 1").fill("1000");
  await expect(builder.getByText("gen_ai.request.model is one of gpt-4o, gpt-4 and tokens > 1000")).toBeVisible();

  await builder.getByLabel("Fields to test with").fill('{"gen_ai.request.model": "gpt-4o", "tokens": 10}');
  await builder.getByRole("button", { name: "Test these fields" }).click();
  await expect(builder.getByRole("status")).toContainText("1 of 2 conditions");
  await builder.getByLabel("Fields to test with").fill('{"gen_ai.request.model": "gpt-4o", "tokens": 2000}');
  await builder.getByRole("button", { name: "Test these fields" }).click();
  await expect(builder.getByRole("status")).toContainText("1 of 1 sample matches");
  const trace = await sendSpan({ "gen_ai.request.model": "gpt-4o", tokens: "2000" });
  await builder.getByRole("button", { name: "Test recent spans" }).click();
  await expect(builder.getByRole("status")).toContainText(/[1-9]\d* of \d+ recent spans? match/);
  await expect(builder.getByRole("link", { name: "rules-e2e: ask" }).first()).toHaveAttribute("href", new RegExp(`/traces/${trace}`));

  await builder.getByRole("button", { name: "Entity" }).click();
  await builder.getByLabel("Entity 1", { exact: true }).selectOption({ label: "house style" });
  await accessible(page);
  await builder.getByRole("button", { name: "Create rule" }).click();
  const row = page.getByRole("row", { name: /large questions/ });
  await expect(row).toContainText("house style");
  await row.press("Enter");
  await expect(page.getByRole("dialog", { name: "large questions" }).getByLabel("Value of condition 2 of group 1")).toHaveValue("1000");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Delete large questions" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("1 group of conditions");
  await page.getByRole("button", { name: "Delete rule" }).click();
  await expect(page.getByText("There is no rule yet")).toBeVisible();
  await page.getByRole("button", { name: "Delete house style" }).click();
  await page.getByRole("button", { name: "Delete context" }).click();
});

test("a failure is said, and can be tried again", async ({ page, paths }) => {
  await page.route("**/api/rule-engine/rules", (route) => route.fulfill({ status: 503, json: { title: "Service Unavailable", status: 503, detail: "the control store does not answer" } }));
  await page.goto(`${paths.project}/rules`);
  await expect(page.getByRole("alert").first()).toContainText("The control store does not answer.", { timeout: 30_000 });
  await accessible(page);
  await page.unroute("**/api/rule-engine/rules");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByText("There is no rule yet")).toBeVisible();
});
