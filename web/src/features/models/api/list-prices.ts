import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import type { Model } from "./list-models";

export type Period = Wire<"ModelPrice">;

/** What a model cost over time, newest first. */
export const listPrices = (scope: Scope, { provider, model_id }: Model) =>
  queryOptions({
    queryKey: ["models", scope, "prices", provider, model_id],
    queryFn: async ({ signal }) => (await api.get("/api/openground/models/prices", { scope, query: { provider, model_id }, signal })).items.toReversed(),
  });

export const usePrices = (scope: Scope, model: Model) => useQuery(listPrices(scope, model));
