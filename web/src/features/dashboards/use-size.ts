import { useEffect, useState, type RefObject } from "react";

/** How large an element is drawn, in px. */
export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const resize = new ResizeObserver(() => setSize({ width: box.clientWidth, height: box.clientHeight }));
    resize.observe(box);
    return () => resize.disconnect();
  }, [element]);
  return size;
}

/** Whether an element has been in sight, or nearly. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (!box || seen) return;
    const watch = new IntersectionObserver((found) => found.some((f) => f.isIntersecting) && setSeen(true), { rootMargin: "200px" });
    watch.observe(box);
    return () => watch.disconnect();
  }, [element, seen]);
  return seen;
}
