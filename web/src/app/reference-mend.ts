/** What the elements of the reference page lack for people who do not see them. */
const repairs: [selector: string, repair: (element: HTMLElement) => void][] = [
  ["button[aria-selected]", (e) => e.removeAttribute("aria-selected")], // buttons are not selected
  [
    "button[role=search]",
    (e) => {
      e.removeAttribute("role");
      e.setAttribute("aria-label", "Search the reference");
    },
  ],
  [".scalar-code-copy button:not([aria-label]), button.scalar-code-copy:not([aria-label])", (e) => e.setAttribute("aria-label", "Copy")],
  ["ul.endpoints:not([tabindex])", (e) => e.setAttribute("tabindex", "0")], // scrolls, so it must be reached
];

/** Repairs the elements below root, also those that come later. Returns what ends it. */
export function mend(root: HTMLElement): () => void {
  let asked = 0;
  const run = (): void => {
    asked = 0;
    for (const [selector, repair] of repairs) root.querySelectorAll<HTMLElement>(selector).forEach(repair);
  };
  const observer = new MutationObserver(() => (asked ||= requestAnimationFrame(run)));
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-selected", "role"] });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(asked);
  };
}
