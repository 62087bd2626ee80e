import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { platform, type Paths } from "./fixtures";

/** A page of somebody who is a member, not an admin, of the organisation; invited and joined through the API. */
export async function member(browser: Browser, admin: Page, paths: Paths, name: string): Promise<{ page: Page; context: BrowserContext }> {
  const organisation = paths.organisation.split("/")[2] ?? "";
  const invited = await admin.request.post(`/api/organisations/${organisation}/invitations`, { data: { email: `${name}@example.com`, role: "member" } });
  expect(invited.ok(), await invited.text()).toBe(true);
  const { token } = (await invited.json()) as { token: string };
  const context = await browser.newContext({ baseURL: platform.url });
  const joined = await context.request.post("/api/invitations/accept", { data: { token, password: "only for this test" } });
  expect(joined.ok(), await joined.text()).toBe(true);
  return { page: await context.newPage(), context };
}
