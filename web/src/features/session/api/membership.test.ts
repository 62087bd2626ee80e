import { expect, test } from "vitest";
import type { Session } from "./get-session";
import { atLeast, findProject, firstEnvironment } from "./membership";

const session: Session = {
  user: { id: "usr_1", email: "a@b", name: "A" },
  organisations: [
    { id: "org_1", name: "One", role: "owner", projects: [{ id: "prj_1", name: "p1", environments: ["staging", "production"] }] },
    { id: "org_2", name: "Two", role: "member", projects: [{ id: "prj_2", name: "p2", environments: ["qa"] }] },
  ],
};

test("finds a project with its organisation", () => {
  expect(findProject(session, "prj_2")?.organisation.id).toBe("org_2");
  expect(findProject(session, "prj_x")).toBeUndefined();
});

test("production comes first, or else the oldest environment", () => {
  expect(session.organisations.flatMap((o) => o.projects).map(firstEnvironment)).toEqual(["production", "qa"]);
});

test("a role may do what lesser roles may", () => {
  expect([atLeast("owner", "admin"), atLeast("admin", "admin"), atLeast("member", "admin"), atLeast(undefined, "member")]).toEqual([true, true, false, false]);
});
