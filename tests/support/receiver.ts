import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WEBHOOK_EVENTS } from '../../src/contract/webhooks.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  /** Its origin on this machine, without a path. */
  origin: string
  port: number
  received: Received[]
  /** The response; by default, status 200. `wait` never responds; `flood` never finishes its response. */
  answer: { status: number; text?: string; headers?: Record<string, string> } | 'wait' | 'flood'
  close(): Promise<void>
}

export const ALL_EVENTS = [...WEBHOOK_EVENTS]

/** Starts a real HTTP server that stores the requests that it receives. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    receiver.received.push({ path: request.url ?? '', headers: request.headers, body })
    const { answer } = receiver
    if (answer === 'wait') return
    if (answer === 'flood') {
      const flow = () => {
        while (response.write('x'.repeat(65_536)));
      }
      response.on('drain', flow).on('error', () => {})
      return flow()
    }
    response.writeHead(answer.status, answer.headers).end(answer.text ?? '')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    origin: `http://127.0.0.1:${port}`,
    port,
    received: [],
    answer: { status: 200, text: 'thanks' },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return receiver
}
