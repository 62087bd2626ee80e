import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { RangeSearch } from "./range";

/** Puts another time range into the URL; how often it is read again stays. */
export function useChooseRange(): (next: Pick<RangeSearch, "range" | "from" | "to">) => void {
  const navigate = useNavigate();
  return useCallback((next) => void navigate({ to: ".", search: (before: object) => ({ ...before, range: undefined, from: undefined, to: undefined, ...next }) }), [navigate]);
}
