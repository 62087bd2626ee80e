// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { filterWords, valueFilter, type Filter } from "@/lib/telemetry/filter";
import { Facets, useOpenFacets, type FacetKey } from "./facets";

afterEach(cleanup);

const facets: FacetKey[] = [
  { source: "field", key: "service", label: "Service", open: true },
  { source: "field", key: "kind", label: "Kind" },
];

function Shown({ filters = [], onChange = () => {}, onMore = () => {} }: { filters?: Filter[]; onChange?: (to: Filter[]) => void; onMore?: () => void }) {
  const { isOpen, toggle } = useOpenFacets("test", facets);
  const values = Array.from({ length: 20 }, (_, i) => ({ value: i === 0 ? "" : `service-${i}`, count: 100 - i }));
  return <Facets facets={facets} isOpen={isOpen} onToggle={toggle} valuesOf={() => ({ values, more: true })} onMore={onMore} filters={filters} onChange={onChange} />;
}

const said = (change: ReturnType<typeof vi.fn>): string[] => (change.mock.lastCall?.[0] as Filter[]).map((f) => filterWords(f));

test("values are chosen and excluded, and those that are chosen stay though they do not occur", () => {
  const change = vi.fn();
  render(<Shown filters={[valueFilter({ source: "field", key: "service" }, "gone")]} onChange={change} />);
  fireEvent.click(screen.getByRole("button", { name: "Service: service-1, 99" }));
  expect(said(change)).toEqual(["service is gone or service-1"]);
  fireEvent.click(screen.getByRole("button", { name: "Exclude Service: service-2" }));
  expect(said(change)).toEqual(["service is gone", "service is not service-2"]);
  fireEvent.click(screen.getByRole("button", { name: "Service: gone, 0", pressed: true }));
  expect(said(change)).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Service: (empty), 100" }));
  expect(said(change)).toEqual(["service is gone or (empty)"]);
});

test("values are searched, more of them asked for, and what is sought becomes a filter", () => {
  const [change, more] = [vi.fn(), vi.fn()];
  render(<Shown onChange={change} onMore={more} />);
  expect(screen.queryByText("service-19")).toBeNull();
  fireEvent.change(screen.getByLabelText("Search Service"), { target: { value: "-19" } });
  expect(more).toHaveBeenCalledWith(facets[0]);
  expect(screen.getByText("service-19")).toBeTruthy();
  fireEvent.click(screen.getByText("contains “-19”"));
  expect(said(change)).toEqual(["service contains -19"]);
  fireEvent.change(screen.getByLabelText("Search Service"), { target: { value: "" } });
  fireEvent.click(screen.getByText("more…"));
  expect(screen.getByText("service-19")).toBeTruthy();
});

test("facets open and close, and arrows walk through them", () => {
  render(<Shown />);
  const kind = screen.getByRole("button", { name: "Kind", expanded: false });
  fireEvent.click(kind);
  expect(kind.getAttribute("aria-expanded")).toBe("true");
  const service = screen.getByRole("button", { name: "Service" });
  service.focus();
  fireEvent.keyDown(service, { key: "ArrowDown" });
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Service: (empty), 100");
  fireEvent.keyDown(document.activeElement ?? service, { key: "ArrowUp" });
  expect(document.activeElement).toBe(service);
});
