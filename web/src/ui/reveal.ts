/** Scrolls an element into view when it is marked; a ref. */
export function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: "nearest" });
}
