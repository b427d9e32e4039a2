import { Hono } from 'hono'
import { cors } from 'hono/cors'

const STARTING_MESSAGE = 'The server is starting: try again in a moment'

/** Responds on each port until the database is up: 503 with Retry-After. */
export function createGate(consoleOrigin: string): Hono {
  const gate = new Hono()
  gate.use(cors({ origin: consoleOrigin }))
  gate.on('GET', ['/healthz', '/readyz'], (c) => c.json({ status: 'starting' }, 503, { 'retry-after': '1' }))
  gate.all('*', (c) => c.json({ message: STARTING_MESSAGE }, 503, { 'retry-after': '1' }))
  return gate
}
