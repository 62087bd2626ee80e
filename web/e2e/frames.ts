import type { Page } from "@playwright/test";

/** How evenly frames came while something was scrolled. */
export interface Frames {
  count: number;
  median: number; // ms from one frame to the next
  p95: number;
  work: number; // ms of the page's main thread for each frame: scripts, styles, layout and paint
}

const works = ["EventDispatch", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"];

/** Turns the wheel over a box, and looks at the frames meanwhile. */
export async function framesWhileScrolling(page: Page, box: string, turns: number): Promise<Frames> {
  const browser = page.context().browser();
  const place = await page.locator(box).boundingBox();
  if (!browser || !place) throw new Error(`${box} cannot be scrolled`);
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  const times = page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const seen: number[] = [];
        let turned = performance.now();
        addEventListener("wheel", () => (turned = performance.now()), { passive: true });
        const frame = (at: number): void => {
          seen.push(at);
          if (performance.now() - turned < 500) requestAnimationFrame(frame);
          else done(seen);
        };
        requestAnimationFrame(frame);
      }),
  );
  for (let i = 0; i < turns; i++) await page.mouse.wheel(0, 300);
  const seen = await times;
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string; ph: string; tdur?: number; dur?: number }[] };
  const work = traceEvents.filter((e) => e.ph === "X" && works.includes(e.name)).reduce((sum, e) => sum + (e.tdur ?? e.dur ?? 0) / 1000, 0);
  const between = seen.slice(1).map((at, i) => at - (seen[i] ?? 0)).sort((a, b) => a - b);
  const quantile = (q: number): number => between[Math.floor(between.length * q)] ?? 0;
  return { count: between.length, median: quantile(0.5), p95: quantile(0.95), work: work / Math.max(1, between.length) };
}

/** Frames in words. */
export function wordsOf({ count, median, p95, work }: Frames): string {
  return `${count} frames, median ${median.toFixed(1)} ms, 95 % within ${p95.toFixed(1)} ms, ${work.toFixed(1)} ms of work each`;
}
