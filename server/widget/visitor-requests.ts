import type { Kysely } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { HttpError } from '../api/http-error.ts'
import { readProfile } from '../api/settings/stored-profile.ts'
import type { Database } from '../db/schema.ts'
import type { Deps, Notifier } from '../deps.ts'
import { hasEnough } from '../notifications/flood.ts'
import type { Occasion } from '../notifications/occasion.ts'
import { unsubscribedOf } from '../notifications/opt-outs.ts'
import { VISITOR } from '../notifications/stored-settings.ts'
import { mayBeTexted } from '../notifications/texted-countries.ts'
import { visitorBooking } from './bookings.ts'
import { unknownConversation } from './chat.ts'
import { visitorConversation } from './visitor-conversation.ts'

/** Returns which of the server's channels a visitor can request messages by. */
export const canSend = ({ notifier, senders }: Pick<Deps, 'notifier' | 'senders'>) => ({
  can_email: Boolean(notifier && senders?.email),
  can_text: Boolean(notifier && senders?.sms),
})

/** The country of a number without a country code. */
const COUNTRY = 'US'

/** A conversation and its visitor's token. */
interface Visitor {
  id: string
  token: string
}

/** Sends the conversation so far to an address that the visitor enters. */
export async function sendTranscript(deps: Deps, visitor: Visitor, email: string): Promise<void> {
  const notifier = deps.senders?.email ? deps.notifier : undefined
  await announceFor(deps, notifier, visitor, async (tx, { organizationId, hasWritten }) => {
    if (!hasWritten) throw new HttpError(409, 'There is nothing to send yet')
    await rejectUnwilling(deps, tx, organizationId, email, 'We cannot send email to this address')
    return {
      kind: 'transcript',
      organizationId,
      conversationId: visitor.id,
      email,
      at: deps.clock().toISOString(),
    }
  })
}

/** Stores the visitor's consent to text messages about the booked call, and sends a confirmation. */
export async function startTexts(deps: Deps, visitor: Visitor, typed: string): Promise<void> {
  const parsed = parsePhoneNumberFromString(typed, COUNTRY)
  if (!parsed?.isValid()) throw new HttpError(400, 'Enter a valid phone number')
  const phone = parsed.number
  const notifier = deps.senders?.sms ? deps.notifier : undefined
  await announceFor(deps, notifier, visitor, async (tx, { organizationId, leadId }) => {
    const { phone: ownPhone } = await readProfile(tx, organizationId)
    if (!mayBeTexted(phone, ownPhone)) throw new HttpError(409, 'We cannot text numbers in this country')
    const booking = await visitorBooking(tx, visitor.id, deps.config.origins.widget)
    if (leadId === null || booking === null || new Date(booking.start_time) < deps.clock())
      throw new HttpError(409, 'There is no booked call')
    const stopped = 'This number has stopped our messages. Text START to us from it first'
    await rejectUnwilling(deps, tx, organizationId, phone, stopped)
    const at = deps.clock()
    const consent = { source: VISITOR, at, lead_id: leadId }
    await tx
      .insertInto('sms_consents')
      .values({ organization_id: organizationId, phone, ...consent })
      .onConflict((conflict) => conflict.columns(['organization_id', 'phone']).doUpdateSet(consent))
      .execute()
    return { kind: 'texts_wanted', organizationId, leadId, phone, at: at.toISOString() }
  })
}

interface Asking {
  organizationId: string
  leadId: string | null
  hasWritten: boolean
}

/** Announces a visitor's request. Throws a 409 HttpError without a notifier. */
async function announceFor(
  { db }: Deps,
  notifier: Notifier | undefined,
  { id, token }: Visitor,
  decide: (tx: Kysely<Database>, asking: Asking) => Promise<Occasion>,
): Promise<void> {
  if (!notifier) throw new HttpError(409, 'This business cannot send this at the moment')
  await db.transaction().execute(async (tx) => {
    const conversation = await visitorConversation(tx, id, token)
      .select('last_message_at')
      .forUpdate()
      .executeTakeFirst()
    if (!conversation) throw unknownConversation()
    const lead = await tx
      .selectFrom('leads')
      .select('id')
      .where('conversation_id', '=', id)
      .executeTakeFirst()
    const occasion = await decide(tx, {
      organizationId: conversation.organization_id,
      leadId: lead?.id ?? null,
      hasWritten: conversation.last_message_at !== null,
    })
    await notifier.announce(tx, occasion)
  })
}

async function rejectUnwilling(
  { clock }: Pick<Deps, 'clock'>,
  tx: Kysely<Database>,
  organizationId: string,
  recipient: string,
  unsubscribed: string,
): Promise<void> {
  if ((await unsubscribedOf(tx, organizationId, [recipient])).length > 0)
    throw new HttpError(409, unsubscribed)
  if (await hasEnough(tx, recipient, clock()))
    throw new HttpError(409, 'We have already sent many messages there today. Please try again tomorrow')
}
