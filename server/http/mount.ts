import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type {
  BodyOutput,
  Endpoint,
  PathParams,
  QueryOutput,
  ReplyInput,
} from '../../src/contract/endpoint.ts'
import type { Admitted, Deps } from '../kernel/deps.ts'
import type { Admission } from './admission.ts'
import { type Guard, requireAdmin } from './auth.ts'
import { parse, readJson, readQuery } from './input.ts'
import { sendJson, sendPieces } from './json.ts'
import { rejectWithoutEffect } from './key-request.ts'

/** The parts that every API resource needs to be mounted. */
export interface Api {
  app: Hono
  deps: Deps
  guard: Guard
  /** Rejects a user who makes too many changes too fast. */
  countWrite: (userId: string) => Promise<void>
}

/** An authorized call with its parsed data. For an API key, `userId` is the key's id. */
export interface Call<E extends Endpoint> extends Admitted, Pick<Admission, 'sessionId' | 'scopes'> {
  params: PathParams<E>
  query: QueryOutput<E>
  body: BodyOutput<E>
}

/**
 * Mounts an endpoint for members, or only for admins, of the organization in the path or header, and for its API keys
 * with the endpoint's scope. Parses the response with the contract's schema, so that only listed fields leave the
 * server. A list can come in batches and is then streamed as one JSON array. A handler can also return a complete
 * response.
 */
export function mount<E extends Endpoint>(
  api: Api,
  target: E,
  handle: (call: Call<E>, c: Context) => Handled<ReplyInput<E>>,
): void {
  const { reply } = target
  api.app.on(target.method, target.path, async (c) => {
    const params = c.req.param() as Record<string, string>
    const admission = await api.guard.admit(c.req, params.orgId, target.scope, (name, value) =>
      c.header(name, value),
    )
    const { userId, organizationId, issuedAt, sessionId, scopes } = admission
    const isKey = scopes !== null
    if (target.access === 'admin' && !isKey) requireAdmin(admission)
    if (target.method !== 'GET') await api.countWrite(userId)
    if (isKey) rejectWithoutEffect(target, c.req)
    parse(v.record(v.string(), v.string()), params)
    const call = {
      userId,
      organizationId,
      issuedAt,
      sessionId,
      scopes,
      params,
      query: target.query && parse(target.query, readQuery(c.req)),
      body: target.body && parse(target.body, await readJson(c.req)),
    } as Call<E>
    const value = await handle(call, c)
    if (value instanceof Response) return value
    if (reply !== null && isBatched(value)) return sendPieces(c, jsonArray(reply, value))
    if (reply === null) return c.body(null, 204)
    const status = target.creates && isKey ? 201 : 200
    return sendJson(c, JSON.stringify(v.parse(reply, value)), status)
  })
}

type Handled<Reply> = [Reply] extends [undefined]
  ? Promise<void>
  : Promise<Reply | Response | AsyncIterable<Reply>> | AsyncIterable<Reply>

function isBatched<T>(value: T | AsyncIterable<T>): value is AsyncIterable<T> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Yields the batches of a list, as pieces of one JSON array. */
export async function* jsonArray(
  schema: v.GenericSchema,
  batches: AsyncIterable<unknown>,
): AsyncGenerator<string, void> {
  let opening = '['
  for await (const batch of batches) {
    const items = JSON.stringify(v.parse(schema, batch)).slice(1, -1)
    if (items === '') continue
    yield opening + items
    opening = ','
  }
  yield opening === '[' ? '[]' : ']'
}
