import type { ReactElement } from "react";

// Drawn on a 16 × 16 grid with lines of 1.5.
const shapes = {
  overview: "M2.5 2.5h4.5v5H2.5zM9 2.5h4.5v3H9zM9 8h4.5v5.5H9zM2.5 10h4.5v3.5H2.5z",
  gpu: "M4.5 4.5h7v7h-7zM6.8 6.8h2.4v2.4H6.8zM6 2v2.5M10 2v2.5M6 11.5V14M10 11.5V14M2 6h2.5M2 10h2.5M11.5 6H14M11.5 10H14",
  spark: "M8 2l1.5 4.5L14 8l-4.5 1.5L8 14l-1.5-4.5L2 8l4.5-1.5zM12.8 2.2v2.4M11.6 3.4H14",
  hosts: "M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01",
  send: "M8 13V3.5M4 7l4-4 4 4M3 14.5h10",
  settings: "M2.5 4.5h6m3.5 0h1.5M2.5 11.5H4m3.5 0h6M10.2 2.8v3.4M5.8 9.8v3.4",
  reference: "M3 2.5h7.5L13 5v8.5H3zM5.5 6.5h5M5.5 9h5M5.5 11.5h3",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2",
  clock: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.6",
  refresh: "M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.8V6H9.8",
  user: "M8 8a2.6 2.6 0 1 0 0-5.2A2.6 2.6 0 0 0 8 8zM3 13.5c.6-2.3 2.5-3.5 5-3.5s4.4 1.2 5 3.5",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  close: "M4 4l8 8M12 4l-8 8",
  branch: "M4.5 2.5v11M4.5 8h4.2c1.6 0 2.8-1.2 2.8-2.8V2.5M2.8 11.8l1.7 1.7 1.7-1.7M9.8 4.2l1.7-1.7 1.7 1.7",
  check: "M3 8.5l3.3 3.3L13 4.8",
  chevron: "M4.5 6.5L8 10l3.5-3.5",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  plus: "M8 3v10M3 8h10",
  trash: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 9h5.8l.6-9",
  edit: "M3 13l.5-2.8L10.7 3l2.3 2.3L5.8 12.5 3 13z",
  key: "M10.2 8.8a3 3 0 1 0-3-3c0 .4.1.8.2 1.1L3 11.3V13.5h2.5v-1.7h1.6v-1.6l1.9-1.6c.4.1.8.2 1.2.2zM11 5h.010",
  database: "M3 4c0-1 2.2-1.8 5-1.8S13 3 13 4s-2.2 1.8-5 1.8S3 5 3 4zM3 4v8c0 1 2.2 1.8 5 1.8s5-.8 5-1.8V4M3 8c0 1 2.2 1.8 5 1.8S13 9 13 8",
  alert: "M8 2.5l6 11H2zM8 6.5V9.5M8 11.5h.010",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.3v3.5M8 5.2h.010",
  sun: "M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
  out: "M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6",
  filter: "M2.5 3.5h11L9.5 8.6V12l-3 1.7V8.6z",
  minus: "M3.5 8h9",
  sidebar: "M2.5 3h11v10h-11zM6.3 3v10",
  traces: "M2.5 3.5h7M5 8h8.5M8 12.5h4",
  rootless: "M2.5 3.5h.8M5.6 3.5h.8M8.7 3.5h.8M5 8h8.5M8 12.5h4",
  logs: "M2.5 3.5h1.5M6.5 3.5h7M2.5 8h1.5M6.5 8h7M2.5 12.5h1.5M6.5 12.5h4.5",
  chart: "M2.5 2.5v11h11M5 10.5l2.5-4 2.5 2 3-5",
  board: "M2.5 2.5h11v11h-11zM2.5 7h11M7 7v6.5",
  external: "M9 2.5h4.5V7M13.5 2.5L7.5 8.5M11.5 9v4.5h-9v-9H7",
} as const;

export type IconName = keyof typeof shapes;

/** A small drawing beside a word; screen readers skip it. */
export function Icon({ name, className = "size-4" }: { name: IconName; className?: string }): ReactElement {
  return (
    <svg viewBox="0 0 16 16" className={`shrink-0 ${className}`} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
