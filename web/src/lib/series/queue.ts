/** Lets at most so many requests be under way at once; the others wait in order. One that is no longer wanted gives up its place. */
export function queue(most: number): <T>(run: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const next = (): void => {
    busy--;
    waiting.shift()?.();
  };
  return async (run, signal) => {
    if (busy >= most) await new Promise<void>((go) => waiting.push(go));
    busy++;
    try {
      signal.throwIfAborted();
      return await run();
    } finally {
      next();
    }
  };
}
