import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { Scope } from './scopes.ts'

/** Who can call an endpoint: members or only admins of the organization in the path or header, or anyone. */
export type Access = 'member' | 'admin' | 'public'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

/**
 * An API endpoint, defined once for both sides: the console calls it, the server mounts it, and the OpenAPI document is
 * generated from it. A `reply` of `null` means 204 without a body.
 */
export interface Endpoint<
  Path extends string = string,
  Query extends GenericSchema | undefined = GenericSchema | undefined,
  Body extends GenericSchema | undefined = GenericSchema | undefined,
  Reply extends GenericSchema | null = GenericSchema | null,
> {
  readonly method: Method
  readonly path: Path
  readonly summary: string
  readonly access: Access
  /**
   * The scope that allows API keys to call the endpoint, also one for admins. Without a scope, API keys cannot call it.
   */
  readonly scope?: Scope
  /** Whether the call adds something. API keys then get 201 instead of 200, also for a repeated id. */
  readonly creates?: boolean
  readonly query?: Query
  readonly body?: Body
  readonly reply: Reply
  /** The alternative reply, for queries that request it. */
  readonly alternative?: GenericSchema
  /** Whether replies have an ETag, so that an unchanged reply is 304. */
  readonly hasEtag?: boolean
  /** Error statuses in addition to 400, 401, 403, 413, 415, 429, and 503. */
  readonly errors?: readonly number[]
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type PathParams<E extends Endpoint> = Record<ParamNames<E['path']>, string>
type InputOf<Schema> = [Schema] extends [GenericSchema] ? InferInput<Schema> : undefined
type OutputOf<Schema> = [Schema] extends [GenericSchema] ? InferOutput<Schema> : undefined
/** The schema of an optional part of an endpoint, or `undefined` if there is none. */
type Part<Schema> = [NonNullable<Schema>] extends [never] ? undefined : NonNullable<Schema>

export type QueryInput<E extends Endpoint> = InputOf<Part<E['query']>>
export type BodyInput<E extends Endpoint> = InputOf<Part<E['body']>>
export type QueryOutput<E extends Endpoint> = OutputOf<Part<E['query']>>
export type BodyOutput<E extends Endpoint> = OutputOf<Part<E['body']>>
export type ReplyInput<E extends Endpoint> = InputOf<E['reply']>
export type ReplyOutput<E extends Endpoint> = OutputOf<E['reply']>

/** Declares an endpoint and preserves its exact types. */
export function endpoint<
  const Path extends string,
  Query extends GenericSchema | undefined = undefined,
  Body extends GenericSchema | undefined = undefined,
  Reply extends GenericSchema | null = null,
>(description: Endpoint<Path, Query, Body, Reply>): Endpoint<Path, Query, Body, Reply> {
  return description
}

/** Returns the path with each `:name` replaced by the percent-encoded parameter. */
export function pathOf<E extends Endpoint>(target: E, params: PathParams<E>): string {
  return target.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  )
}
