import { expect, test } from "vitest";
import { find, pages, pathOf, settings } from "./navigation";
import { locate } from "./place";
import { elsewhere } from "./shell/scope-switcher";

const place = { organisation: "org_1", project: "prj_1", environment: "a b" };

test("destinations become paths of a place", () => {
  expect(pages.map((p) => pathOf(p, place))).toContain("/p/prj_1/a%20b/overview");
  expect(settings.map((p) => pathOf(p, place))).toContain("/o/org_1/settings/members");
});

test("a search finds names first, then other words, each by its beginning", () => {
  const names = (search: string): string[] => find([...pages, ...settings], search).map((d) => d.name);
  expect(names("api")).toEqual(["API keys"]);
  expect(names("members")[0]).toBe("Members");
  expect(names("password")).toEqual(["Account"]);
  expect(names("clickhouse")).toEqual(["Databases"]);
  expect(names("xyz")).toEqual([]);
});

test("switching the project keeps the page", () => {
  expect(elsewhere("/p/prj_1/production/settings/api-keys", "prj_2", "qa")).toBe("/p/prj_2/qa/settings/api-keys");
  expect(elsewhere("/account", "prj_2", "qa")).toBe("/p/prj_2/qa/overview");
});

test("a place that the URL leaves open is the first there is; one that is not visible is none", () => {
  const session = {
    user: { id: "usr_1", email: "a@b", name: "A" },
    organisations: [
      { id: "org_0", name: "None", role: "owner" as const, projects: [] },
      { id: "org_1", name: "One", role: "owner" as const, projects: [{ id: "prj_1", name: "p1", environments: ["production"] }] },
    ],
  };
  expect(locate(session, {})).toMatchObject({ organisation: { id: "org_1" }, project: { id: "prj_1" }, environment: "production" });
  expect(locate(session, { organisation: "org_0" })).toMatchObject({ organisation: { id: "org_0" }, environment: "" });
  expect(locate(session, { project: "prj_9" })).toBeUndefined();
  expect(locate({ ...session, organisations: [] }, {})).toBeUndefined();
});
