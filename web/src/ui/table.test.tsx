// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Table } from "./table";

afterEach(cleanup);

const rows = ["a", "b", "c"];

test("j, k, Enter and Escape walk through the rows", () => {
  const open = vi.fn();
  render(<Table label="Letters" columns={[{ name: "Letter", cell: (r) => r }]} rows={rows} rowKey={(r) => r} onOpen={open} />);
  const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press("j"); // enters the table from the page
  press("j");
  expect(document.activeElement?.textContent).toBe("b");
  press("Enter");
  expect(open).toHaveBeenCalledWith("b");
  press("End");
  press("j"); // stays at the last row
  expect(document.activeElement?.textContent).toBe("c");
  press("k");
  expect(document.activeElement?.textContent).toBe("b");
  press("Escape");
  expect(document.activeElement).toBe(document.body);
});

test("a click on a button inside of a row does not open the row", () => {
  const open = vi.fn();
  render(<Table label="Letters" columns={[{ name: "Letter", cell: (r) => r }]} rows={rows} rowKey={(r) => r} onOpen={open} actions={(r) => <button>drop {r}</button>} />);
  fireEvent.click(screen.getByText("drop a"));
  expect(open).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("a"));
  expect(open).toHaveBeenCalledWith("a");
});

test("of many rows only those in sight are drawn, and keys reach the last one", () => {
  const open = vi.fn();
  const many = Array.from({ length: 5000 }, (_, i) => `row ${i}`);
  render(<Table label="Rows" columns={[{ name: "Row", cell: (r) => r }]} rows={many} rowKey={(r) => r} onOpen={open} />);
  expect(screen.getAllByRole("row").length).toBeLessThan(80);
  expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("5001");
  fireEvent.keyDown(document.body, { key: "j" });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "j" });
  expect(document.activeElement?.textContent).toBe("row 1");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "End" });
  expect(document.activeElement?.textContent).toBe("row 4999");
  expect(screen.getAllByRole("row").length).toBeLessThan(80);
});
