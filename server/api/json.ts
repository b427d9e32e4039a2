import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

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

/** Returns an error response (section 8). */
export function sendRefusal(
  c: Context,
  status: ContentfulStatusCode,
  body: { message: string; details?: unknown },
  headers: Record<string, string> = {},
): Response {
  return sendJson(c, JSON.stringify(body), status, headers)
}
