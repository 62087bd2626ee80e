import type { Scope } from "@/lib/api/types";
import { useIngestStatus } from "./get-ingest-status";
import { reachable } from "./reachable";

/** The addresses of the receivers as senders should write them; where the server tells none, a place to fill in. */
export function useReceivers(scope: Scope): { grpc: string; http: string } {
  const addresses = useIngestStatus(scope).data?.addresses;
  return { grpc: reachable(addresses?.grpc) ?? "http://HOST:4317", http: reachable(addresses?.http) ?? "http://HOST:4318" };
}
