import { Hono } from 'hono'
import type { Metrics } from './metrics.ts'

/** Serves the metrics in Prometheus's text format. `read` sets the metrics that are determined at each request. */
export function createMetricsApp({ registry }: Metrics, read: () => Promise<void>): Hono {
  const app = new Hono()
  app.get('/metrics', async (c) => {
    await read()
    return c.body(await registry.metrics(), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    })
  })
  return app
}
