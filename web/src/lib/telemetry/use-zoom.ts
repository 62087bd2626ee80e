import { useChooseRange } from "@/lib/time/choose";
import type { Span } from "@/lib/time/range";

/** A span that is so many times as long around its middle, and does not end after now. */
export function widen(span: Span, factor: number, now: number): Span {
  const length = (span.to - span.from) * factor;
  const to = Math.min(now, Math.ceil((span.from + span.to + length) / 2));
  return { from: Math.max(1, Math.floor(to - length)), to };
}

/** Puts a part of the time range into the URL, or one that is three times as long. */
export function useZoom(): { zoom: (to: Span) => void; zoomOut: (from: Span) => void } {
  const choose = useChooseRange();
  const zoom = ({ from, to }: Span): void => choose({ from: Math.floor(from), to: Math.max(Math.floor(from) + 1000, Math.ceil(to)) });
  return { zoom, zoomOut: (from) => zoom(widen(from, 3, Date.now())) };
}
