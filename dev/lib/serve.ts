import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import type { Hono } from 'hono'
import { openSockets } from '../../server/http/sockets.ts'

const HOST = '127.0.0.1'

/** A server on this machine. `url` is its origin. */
export interface LocalServer {
  port: number
  url: string
  /** Closes the server and its connections. */
  close(): Promise<void>
}

/** Serves routes on this machine. Port 0 selects a free port. Rejects if the port is taken. */
export async function serveLocally(routes: Pick<Hono, 'fetch'>, port = 0): Promise<LocalServer> {
  const sockets = openSockets()
  const server = await new Promise<ServerType>((done, failed) => {
    const { websocket, serverOptions } = sockets
    const opening = serve({ fetch: routes.fetch, port, hostname: HOST, websocket, serverOptions }, () =>
      done(opening),
    )
    opening.once('error', failed)
  })
  const { port: opened } = server.address() as AddressInfo
  return {
    port: opened,
    url: `http://${HOST}:${opened}`,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      sockets.endAll()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

/** Serves a stand-in on a free port. Closing the stand-in also closes the server. */
export async function serveStandIn<StandIn extends { routes: Pick<Hono, 'fetch'>; close(): Promise<void> }>(
  standIn: StandIn,
): Promise<StandIn & LocalServer> {
  const server = await serveLocally(standIn.routes)
  return {
    ...standIn,
    ...server,
    async close() {
      await standIn.close()
      await server.close()
    },
  }
}
