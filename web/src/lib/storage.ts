/** Small things that this browser remembers. Without storage nothing is remembered. */
export const storage = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(`platform.${name}`);
    } catch {
      return null;
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(`platform.${name}`, value);
    } catch {
      // Switched off or full: the choice holds until the page is left.
    }
  },
};
