import type { IncomingMessage } from 'node:http'
import { WebSocketServer } from 'ws'

/** The most bytes of a message. A longer one closes its connection. */
const LARGEST = 64 * 1024
/** The code with which a server that stops closes its connections. */
const RESTARTS = 1012

/** The options of a port whose routes accept WebSockets. */
export function openSockets() {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST })
  return {
    websocket: { server },
    // Without this, a request to switch to another protocol would never be answered.
    serverOptions: {
      shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    /** Closes all connections, so that their clients connect to another server. */
    closeAll(): void {
      for (const client of server.clients) client.close(RESTARTS)
    },
    /** Ends the connections whose clients don't close them. */
    endAll(): void {
      for (const client of server.clients) client.terminate()
    },
  }
}
