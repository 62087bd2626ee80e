// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { filterWords, valueFilter, type Filter } from "@/lib/telemetry/filter";
import { FilterBar, type KeyOption } from "./filter-bar";

beforeAll(() => {
  vi.stubGlobal("ResizeObserver", class { observe() {} unobserve() {} disconnect() {} });
});
afterEach(cleanup);

const keys: KeyOption[] = [
  { source: "field", key: "service", label: "Service" },
  { source: "field", key: "durationMs", label: "Duration (ms)", number: true },
  { source: "resource", key: "host.name" },
];
const said = (change: ReturnType<typeof vi.fn>): string[] => (change.mock.lastCall?.[0] as Filter[]).map((f) => filterWords(f));

test("a filter is added by key, comparison and value", () => {
  const [change, key] = [vi.fn(), vi.fn()];
  render(<FilterBar filters={[]} onChange={change} keys={keys} values={["cart", "checkout"]} onKey={key} />);
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  const form = within(screen.getByRole("dialog", { name: "Add a filter" }));
  expect(form.getByRole("button", { name: "Add filter" })).toHaveProperty("disabled", true);
  const field = form.getByRole("combobox", { name: "Key" });
  fireEvent.change(field, { target: { value: "serv" } });
  fireEvent.keyDown(field, { key: "ArrowDown" });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(key).toHaveBeenLastCalledWith({ source: "field", key: "service" });
  const value = form.getByRole("combobox", { name: "Value" });
  fireEvent.focus(value);
  fireEvent.click(form.getByRole("option", { name: "cart" }));
  fireEvent.change(value, { target: { value: "other" } });
  fireEvent.submit(value);
  expect(said(change)).toEqual(["service is cart or other"]);
});

test("numbers are compared, and any attribute can be typed", () => {
  const change = vi.fn();
  render(<FilterBar filters={[]} onChange={change} keys={keys} />);
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  fireEvent.change(screen.getByRole("combobox", { name: "Key" }), { target: { value: "Duration (ms)" } });
  const value = screen.getByRole("combobox", { name: "Value" });
  fireEvent.change(value, { target: { value: "long" } });
  fireEvent.submit(value);
  expect(change).not.toHaveBeenCalled();
  fireEvent.change(value, { target: { value: "250" } });
  fireEvent.submit(value);
  expect(said(change)).toEqual(["durationMs ≥ 250"]);
});

test("chips are changed and removed, and words are searched", () => {
  const [change, search] = [vi.fn(), vi.fn()];
  const filters = [valueFilter({ source: "field", key: "service" }, "cart"), valueFilter({ source: "resource", key: "host.name" }, "a")];
  render(<FilterBar filters={filters} onChange={change} keys={keys} text="" onText={search} textHint="Words" />);
  fireEvent.click(screen.getByRole("button", { name: "Remove filter: Service is cart" }));
  expect(said(change)).toEqual(["host.name is a"]);
  fireEvent.click(screen.getByRole("button", { name: "Change filter: host.name is a" }));
  fireEvent.change(screen.getByLabelText("Comparison"), { target: { value: "in-" } });
  fireEvent.click(screen.getByRole("button", { name: "Change filter" }));
  expect(said(change)).toEqual(["service is cart", "host.name is not a"]);
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(said(change)).toEqual([]);
  fireEvent.change(screen.getByLabelText("Words"), { target: { value: " lost  " } });
  fireEvent.submit(screen.getByLabelText("Words"));
  expect(search).toHaveBeenCalledWith("lost");
});
