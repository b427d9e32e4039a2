import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { Deps } from '../../server/kernel/deps.ts'
import { markStaleLeads } from '../../server/leads/stale-leads.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { resetDemo } from './seed.ts'

const MOST_LEADS = 100_000

const Wanted = v.object({
  leads: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_LEADS))),
  stale: v.optional(v.boolean()),
})

/**
 * `POST /__test/reset {leads?, stale?}`: resets the database to the demo data with `leads` leads for Green Acres. With
 * `stale`, the new leads are already marked as lost, as by the daily job after a year. Empties the post office and
 * HubSpot. Mounted only in test mode.
 */
export function resetRoute(deps: Deps, standIns: { clear(): Promise<void> } | null): Hono {
  const app = new Hono()
  app.post('/__test/reset', async (c) => {
    const text = await c.req.text()
    const body = v.safeParse(Wanted, text.trim() === '' ? {} : parseJson(text))
    if (!body.success) {
      throw new HTTPException(400, { message: `leads must be a whole number from 0 to ${MOST_LEADS}` })
    }
    await resetDemo(deps, body.output.leads)
    await standIns?.clear()
    const now = deps.clock()
    if (body.output.stale) await markStaleLeads(deps.db, now, new Date(now.getTime() + 365 * DAY_MS))
    return c.body(null, 204)
  })
  return app
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
