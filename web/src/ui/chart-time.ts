import { useEffect } from "react";

/**
 * Measures how long it took from the last arrival of data, which its request marked, until it was on the screen. The
 * measure has the given name in the browser's performance timeline. changed is another value whenever data arrived; 0
 * while there is none.
 */
export function useDrawn(name: string, mark: string, changed: number): void {
  useEffect(() => {
    if (changed === 0) return;
    // After the next frame the browser has painted what was committed.
    const frame = requestAnimationFrame(() =>
      setTimeout(() => {
        const arrived = performance.getEntriesByName(mark).at(-1);
        if (arrived) performance.measure(name, { start: arrived.startTime, end: performance.now() });
        performance.clearMarks(mark);
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [name, mark, changed]);
}
