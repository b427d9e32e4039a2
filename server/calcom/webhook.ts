import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { MINUTE_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { continueFor } from '../base/on-behalf.ts'
import { parseJson } from '../base/parse-json.ts'
import { isSameText } from '../base/secrets.ts'
import { createSlots } from '../base/slots.ts'
import { readConnection } from '../calendars/connections.ts'
import { followEvent } from '../calendars/pull-calls.ts'
import type { CalendarConnection } from '../calendars/services.ts'
import { HttpError } from '../http/http-error.ts'
import type { Api } from '../http/mount.ts'
import { createLimiter, secondsToWait } from '../http/rate-limit.ts'
import { BOOKING_ID, openCredentials } from './service.ts'

export const CALCOM_WEBHOOK_PATH = '/api/v1/integrations/calcom/webhooks/:hook'

/** Returns the URL at which Cal.com reports changes of one connection. `origin` is the API's. */
export const calcomWebhookUrl = (origin: string, hook: string) =>
  origin + CALCOM_WEBHOOK_PATH.replace(':hook', hook)

/** The events that Cal.com reports. */
export const TRIGGERS = ['BOOKING_CREATED', 'BOOKING_RESCHEDULED', 'BOOKING_CANCELLED', 'BOOKING_REJECTED']

/** How far the time in a report can be from this server's, in either direction. */
const OLDEST_MS = 5 * MINUTE_MS
/** A report counts only once for as long as its age is accepted. */
const ONCE = { points: 1, duration: (2 * OLDEST_MS) / SECOND_MS }

/** The number of reports that are looked up at the same time, one of each organization, and of one that wait. */
const LOOK_UPS = { atOnce: 8, waiting: 10 }

const Report = v.object({
  triggerEvent: v.string(),
  createdAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text).getTime()),
    v.number(),
  ),
  payload: v.optional(
    v.object({
      uid: v.nullish(v.string()),
      rescheduleUid: v.nullish(v.string()),
      rescheduledFromUid: v.nullish(v.string()),
      metadata: v.nullish(v.record(v.string(), v.unknown())),
    }),
  ),
})

/** Returns Cal.com's signature of a body: HMAC-SHA256, hex. */
export const signatureOf = (secret: string, body: string) =>
  createHmac('sha256', secret).update(body).digest('hex')

/**
 * Receives Cal.com's reports. A report only indicates which booking to look up again, and that free times have changed,
 * so duplicate or out-of-order reports do no harm, and nothing is lost if one is refused. Rejects reports that were not
 * signed with the connection's secret, or not in the last 5 minutes; the signature covers their time. A repeated report
 * is acknowledged without effect.
 */
export function mountCalcomWebhook({ app, deps }: Api): void {
  const { db, clock } = deps
  const reports = createLimiter(deps, 'calcom_reports', ONCE)
  const slots = createSlots(LOOK_UPS)
  app.post(CALCOM_WEBHOOK_PATH, async (c) => {
    const connection = await db
      .selectFrom('calendar_connections')
      .selectAll()
      .where('hook', '=', c.req.param('hook'))
      .where('service', '=', 'calcom')
      .executeTakeFirst()
    if (!connection) throw new HttpError(404, 'Not found')
    continueFor(connection.organization_id)
    const body = await c.req.text()
    const { secret } = openCredentials(deps, connection)
    const signature = signatureOf(secret, body)
    if (!isSameText(c.req.header('x-cal-signature-256') ?? '', signature)) {
      throw new HttpError(401, 'The signature is not valid')
    }
    const report = v.safeParse(Report, parseJson(body))
    if (!report.success) throw new HttpError(400, 'Expected a report of Cal.com')
    if (Math.abs(clock().getTime() - report.output.createdAt) > OLDEST_MS) {
      throw new HttpError(401, 'The report is too old, or the clocks differ')
    }
    const delivery = `${connection.hook}:${signature}`
    if ((await secondsToWait(reports, delivery)) !== null) return c.body(null, 204)
    try {
      await slots.run(connection.organization_id, () => lookUp(connection, report.output))
    } catch (error) {
      // The report had no effect, so a repetition must count.
      await reports.delete(delivery)
      throw error
    }
    return c.body(null, 204)
  })

  /** Looks up the bookings that a report names, and the free times. */
  async function lookUp(
    connection: CalendarConnection,
    { payload = {} }: v.InferOutput<typeof Report>,
  ): Promise<void> {
    const { uid, rescheduleUid, rescheduledFromUid, metadata } = payload
    const uids = [uid, rescheduleUid, rescheduledFromUid].filter((each) => typeof each === 'string')
    const own = metadata?.[BOOKING_ID]
    const events = await db
      .selectFrom('calendar_events')
      .select('booking_id')
      .where('organization_id', '=', connection.organization_id)
      .where(({ or, eb }) =>
        or([
          ...(uids.length > 0 ? [eb('event_id', 'in', uids)] : []),
          ...(typeof own === 'string' ? [eb('booking_id', '=', own)] : []),
        ]),
      )
      .execute()
    for (const { booking_id } of events) await followEvent(deps, booking_id)
    await readConnection(deps, connection)
  }
}
