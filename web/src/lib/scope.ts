import { useParams, useSearch } from "@tanstack/react-router";
import type { Scope } from "./api/types";
import { readRange, type RangeSearch } from "./time/range";

/** The project and environment of the URL, on pages below /p/. */
export function useScope(): Scope {
  const { project, environment } = useParams({ strict: false });
  if (!project || !environment) throw new Error("this page has no project");
  return { project, environment };
}

/** The organisation of the URL, on pages below /o/. */
export function useOrganisationId(): string {
  const { organisation } = useParams({ strict: false });
  if (!organisation) throw new Error("this page has no organisation");
  return organisation;
}

/** The time range of the URL. */
export function useRange(): RangeSearch {
  return readRange(useSearch({ strict: false }) as Record<string, unknown>);
}
