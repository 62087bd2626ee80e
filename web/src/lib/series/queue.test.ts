import { expect, test } from "vitest";
import { queue } from "./queue";

test("no more than so many run at once, in order, and those that are not wanted any more do not run", async () => {
  const inLine = queue(2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const job = (name: string, signal = new AbortController().signal): Promise<void> =>
    inLine(() => {
      log.push(name);
      return new Promise<void>((end) => ends.push(end));
    }, signal);
  const stop = new AbortController();
  const all = [job("a"), job("b"), job("c", stop.signal), job("d")];
  const refused = expect(all[2]).rejects.toThrow();
  await Promise.resolve();
  expect(log).toEqual(["a", "b"]);
  stop.abort();
  ends[0]?.();
  await all[0];
  await refused;
  await Promise.resolve();
  expect(log).toEqual(["a", "b", "d"]);
  ends[1]?.();
  ends[2]?.();
  await Promise.allSettled(all);
});
