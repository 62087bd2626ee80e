import { expect, test } from "vitest";
import { reachable } from "./reachable";

test("an address is the server's own, but for hosts that it knows only as itself", () => {
  const at = (url: string, any: boolean, host: string) => reachable({ url, any, local: false }, host);
  expect(at("http://platform.example.com:4317", true, "10.1.2.3")).toBe("http://platform.example.com:4317");
  expect(at("http://127.0.0.1:4317", true, "10.1.2.3")).toBe("http://10.1.2.3:4317");
  expect(at("http://127.0.0.1:4317", false, "10.1.2.3")).toBe("http://127.0.0.1:4317");
  expect(reachable(undefined, "host")).toBeNull();
});
