import type { Wire } from "./types";

/** A request that failed, in the server's own words. */
export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    detail: string,
    /** Id under which the server logged the request; "" when no answer came. */
    readonly requestId: string,
    /** The parts of the request that were refused. */
    readonly parts: Wire<"Detail">[] = [],
  ) {
    super(detail);
    this.name = "ApiError";
  }

  /** What was refused about a member of the body, by its name. */
  about(member: string): string | undefined {
    return this.parts.find((p) => p.location === `body.${member}`)?.message;
  }
}

/** Whether an error says that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** An error as a sentence for a person. */
export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(first) ? first : first + ".";
}
