import type { HonoRequest } from 'hono'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { HttpError } from './http-error.ts'
import { readQuery } from './input.ts'

/**
 * Rejects what a program expects to have an effect, but has none: `Idempotency-Key` on a call that may not be repeated
 * without an `id`, and query parameters that the call does not have.
 */
export function rejectWithoutEffect({ method, query }: Endpoint, request: HonoRequest): void {
  if (method === 'POST' && request.header('idempotency-key') !== undefined) {
    throw new HttpError(
      400,
      'This API has no Idempotency-Key. To repeat a call safely, choose an `id` and send it in the body',
    )
  }
  const known = Object.keys((query as { entries?: object } | undefined)?.entries ?? {})
  const details = Object.keys(readQuery(request))
    .filter((name) => !known.includes(name))
    .map((path) => ({ path, message: `There is no parameter ${path}` }))
  if (details[0]) throw new HttpError(400, details[0].message, { code: 'unknown_parameter', details })
}
