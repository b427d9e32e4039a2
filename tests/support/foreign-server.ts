import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { configure } from '../../src/api/client.ts'

/** A response of an API that is not ours. A body that is not a text is sent as JSON. */
export interface ForeignReply {
  status?: number
  type?: string
  body?: unknown
}

type Respond = (request: {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}) => ForeignReply | 'unreachable'

/** The organization of the calls. */
export const ORGANIZATION = 'org_7'

/**
 * Starts an HTTP server that responds as it is told, and connects the console to it. Paths are relative to the
 * organization's.
 */
export async function foreignServer() {
  let respond: Respond = () => ({ status: 404 })
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks).toString()
    const path = url.pathname.replace(`/api/v1/organizations/${ORGANIZATION}`, '')
    requests.push(`${request.method} ${path}${url.search}`)
    const asked = {
      method: request.method ?? '',
      path,
      query: url.searchParams,
      body: sent && JSON.parse(sent),
    }
    const reply = respond(asked)
    if (reply === 'unreachable') return void response.destroy()
    const { status = 200, type = 'application/json', body } = reply
    const content = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    response.writeHead(status, { 'Content-Type': type }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  configure({
    baseUrl: `http://127.0.0.1:${port}`,
    fetch: (request) => globalThis.fetch(request),
    getToken: async () => 'token',
    early: async () => null,
  })
  return {
    requests,
    /** Sets the response to every request, or how to respond. */
    answer(reply: ForeignReply | 'unreachable' | Respond) {
      requests.length = 0
      respond = typeof reply === 'function' ? reply : () => reply
    },
    async close() {
      configure()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
