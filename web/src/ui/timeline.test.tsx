// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { axisMarks } from "./time-axis";
import { Timeline } from "./timeline";

afterEach(cleanup);

const times = Array.from({ length: 10 }, (_, i) => 1_000_000 + i * 60_000);
const span = { from: 1_000_000, to: 1_600_000 };
const bars = [
  { name: "spans", tone: "accent" as const, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] },
  { name: "errors", tone: "bad" as const, values: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0] },
];

test("keys choose buckets and zoom to them", () => {
  const zoom = vi.fn();
  render(<Timeline label="Spans over time" times={times} step={60_000} span={span} bars={bars} onZoom={zoom} />);
  const chart = screen.getByRole("group", { name: /Spans over time: 45 spans, 1 errors/ });
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowLeft"]) fireEvent.keyDown(chart, { key });
  fireEvent.keyDown(chart, { key: "ArrowLeft", shiftKey: true });
  expect(screen.getByRole("status").textContent).toContain("15 spans");
  fireEvent.keyDown(chart, { key: "Enter" });
  expect(zoom).toHaveBeenCalledWith({ from: 1_000_000 + 6 * 60_000, to: 1_000_000 + 8 * 60_000 });
});

test("dragging zooms, double-clicking widens", () => {
  const [zoom, out] = [vi.fn(), vi.fn()];
  render(<Timeline label="Spans over time" times={times} step={60_000} span={span} bars={bars} lines={[{ name: "p95", unit: "s", values: times.map((_, i) => (i === 3 ? null : i)) }]} onZoom={zoom} onZoomOut={out} />);
  const chart = screen.getByRole("group");
  chart.getBoundingClientRect = () => ({ left: 0, width: 1000 }) as DOMRect;
  fireEvent.pointerDown(chart, { clientX: 150, button: 0 });
  fireEvent.pointerMove(chart, { clientX: 350 });
  fireEvent.pointerUp(chart, { clientX: 350 });
  expect(zoom).toHaveBeenCalledWith({ from: 1_060_000, to: 1_240_000 });
  fireEvent.doubleClick(chart);
  expect(out).toHaveBeenCalled();
});

test("axis marks are round times apart from each other", () => {
  const hour = axisMarks({ from: 0, to: 3_600_000 }, 800);
  expect(hour.map((m) => m.at / 60_000)).toEqual([10, 20, 30, 40, 50]);
  expect(axisMarks({ from: 0, to: 5000 }, 50).length).toBeLessThan(3);
});
