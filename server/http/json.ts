import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { codeOfStatus, type ErrorCode } from '../../src/contract/error-codes.ts'
import { bound } from '../base/on-behalf.ts'
import { bearerToken, isApiKey } from './bearer.ts'

/** Returns a JSON response with a content length, so that small responses are not compressed. */
export function sendJson(
  c: Context,
  json: string,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Response {
  const bytes = new TextEncoder().encode(json)
  return c.body(bytes, status, {
    ...headers,
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': String(bytes.byteLength),
  })
}

/** Streams a JSON document in pieces. Awaits the first piece, so that an early failure gets its own status code. */
export async function sendPieces(c: Context, pieces: AsyncGenerator<string, void>): Promise<Response> {
  const encoder = new TextEncoder()
  const read = bound(() => pieces.next())
  let next = await read()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done) return controller.close()
      controller.enqueue(encoder.encode(next.value))
      next = await read()
    },
    async cancel() {
      await pieces.return()
    },
  })
  return c.body(body, 200, { 'Content-Type': 'application/json; charset=UTF-8' })
}

/** Returns an error response (section 8). Only programs with an API key get its code. */
export function sendError(
  c: Context,
  status: ContentfulStatusCode,
  { code = codeOfStatus(status), ...body }: { code?: ErrorCode; message: string; details?: unknown },
  headers: Record<string, string> = {},
): Response {
  const forKey = isApiKey(bearerToken(c.req)) && { code }
  return sendJson(c, JSON.stringify({ ...forKey, ...body }), status, headers)
}
