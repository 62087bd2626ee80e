import type { Wire } from "@/lib/api/types";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;

/**
 * The address of a receiver as a sender should write it. One on all interfaces has every name of the host:
 * when the server knows it only by a loopback name, the one that brought this page is better.
 */
export function reachable(address: Wire<"Address"> | undefined, host = window.location.hostname): string | null {
  if (!address) return null;
  const url = new URL(address.url);
  if (address.any && loopback.test(url.hostname)) url.hostname = host;
  return url.origin;
}
