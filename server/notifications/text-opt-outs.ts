import { type Kysely, sql } from 'kysely'
import { isNotCanceled } from '../calendars/booking-status.ts'
import { slotSentence } from '../call-times/slots.ts'
import { tellMembers } from '../conversations/tell-members.ts'
import { VISITOR } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { storeTextOptOut, type TextScope } from './opt-outs.ts'

/**
 * Stores that a number (E.164) has opted out of some texts, or with `isAsked`, that it was asked whether it wants any. Tells
 * the businesses that have a booked call with it, because the call stays booked, and the members who answer it by text.
 * Returns whether that is new.
 */
export async function recordTextOptOut(
  deps: Deps,
  scope: TextScope,
  phone: string,
  isAsked = false,
): Promise<boolean> {
  const { db, clock, alerts } = deps
  const now = clock()
  const isNew = await db.transaction().execute(async (tx) => {
    const isStored = await storeTextOptOut(tx, scope, phone, { at: now, isAsked })
    if (isStored) await alerts?.noteStopped(tx, scope, phone, isAsked)
    return isStored
  })
  if (!isNew) return false
  const calls = await callsOf(db, scope, phone, now)
  for (const { conversation_id, organization_id, booking_start_time: start } of calls) {
    if (start === null) continue
    const { timezone } = await readProfile(db, organization_id)
    const what = isAsked
      ? 'The phone that gets the texts about this appointment answered that it is the wrong number'
      : 'The visitor has opted out of text messages'
    await tellMembers(
      deps,
      conversation_id,
      `${what}. The appointment on ${slotSentence(start, timezone, 'en', now)} is still booked.`,
    )
  }
  return true
}

/** Returns the upcoming calls about which texts go to a number. */
const callsOf = (db: Kysely<Database>, scope: TextScope, phone: string, now: Date) =>
  db
    .selectFrom('leads')
    .$if(scope !== null, (query) => query.where('organization_id', '=', scope))
    .select(['organization_id', 'conversation_id', 'booking_start_time'])
    .where('booking_start_time', '>', now)
    .where(isNotCanceled)
    .where(
      sql<boolean>`id in (
        select lead_id from sms_consents where phone = ${phone} and source = ${VISITOR}
        union select lead_id from notifications where channel = 'sms' and recipient = ${phone} and audience = 'visitor')`,
    )
    .orderBy('id')
    .execute()
