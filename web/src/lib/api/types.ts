import type { components, paths } from "./schema";

/** A wire type of the API by its name in the OpenAPI document. */
export type Wire<N extends keyof components["schemas"]> = components["schemas"][N];

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that have a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type Json<C> = C extends { content: { "application/json": infer B } } ? B : undefined;

/** What a successful request answers; undefined when it answers nothing. */
export type Answer<O> = O extends { responses: infer R }
  ? R extends { 200: infer A }
    ? Json<A>
    : R extends { 201: infer A }
      ? Json<A>
      : undefined
  : never;

type PathOf<O> = O extends { parameters: { path: infer P } } ? { path: P } : { path?: undefined };
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? { query?: Q } : { query?: undefined };
type BodyOf<O> = O extends { requestBody: infer R } ? { body: Json<R> } : O extends { requestBody?: infer R } ? { body?: Json<NonNullable<R>> } : { body?: undefined };

/** Where a request is done; sent as the x-platform-* headers. */
export interface Scope {
  project: string;
  environment: string;
}

interface Manner {
  scope?: Scope;
  signal?: AbortSignal;
  patience?: number; // ms until the request is given up
}

export type Options<O> = PathOf<O> & QueryOf<O> & BodyOf<O> & Manner;
