import type { Kysely } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { visitorBooking } from '../calendars/bookings.ts'
import { VISITOR } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps, Notifier } from '../kernel/deps.ts'
import type { Occasion } from '../kernel/occasion.ts'
import { type ToVisitor, type VisitorLimit, visitorLimit } from '../notifications/flood.ts'
import { unsubscribedOf } from '../notifications/opt-outs.ts'
import { mayBeTexted } from '../notifications/texted-countries.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { unknownConversation, type Visitor, visitorConversation } from './visitor-conversation.ts'

/** Returns which of the server's channels a visitor can request messages by. */
export const canSend = ({ notifier, senders }: Pick<Deps, 'notifier' | 'senders'>) => ({
  can_email: Boolean(notifier && senders?.email),
  can_text: Boolean(notifier && senders?.sms),
})

/** The country of a number without a country code. */
const COUNTRY = 'US'

/** Sends the conversation so far to an address that the visitor enters. */
export async function sendTranscript(deps: Deps, visitor: Visitor, email: string): Promise<void> {
  const notifier = deps.senders?.email ? deps.notifier : undefined
  await announceFor(deps, notifier, visitor, async (tx, { organizationId, hasWritten, about }) => {
    if (!hasWritten) throw new HttpError(409, 'There is nothing to send yet')
    const to = { ...about, channel: 'email', recipient: email } as const
    await rejectUnwilling(deps, tx, to, 'We cannot send email to this address')
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
  await announceFor(deps, notifier, visitor, async (tx, { organizationId, leadId, about }) => {
    const { phone: ownPhone } = await readProfile(tx, organizationId)
    if (!mayBeTexted(phone, ownPhone)) throw new HttpError(409, 'We cannot text numbers in this country')
    const booking = await visitorBooking(tx, visitor.id, deps.config.origins.widget)
    if (leadId === null || booking === null || new Date(booking.start_time) < deps.clock())
      throw new HttpError(409, 'There is no booked call')
    const stopped = 'This number has stopped our messages. Text START to us from it first'
    await rejectUnwilling(deps, tx, { ...about, channel: 'sms', recipient: phone }, stopped)
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
  about: Pick<ToVisitor, 'organization_id' | 'lead_id' | 'conversation_id'>
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
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!conversation) throw unknownConversation()
    const lead = await tx
      .selectFrom('leads')
      .select('id')
      .where('conversation_id', '=', id)
      .executeTakeFirst()
    const organizationId = conversation.organization_id
    const leadId = lead?.id ?? null
    const occasion = await decide(tx, {
      organizationId,
      leadId,
      about: { organization_id: organizationId, lead_id: leadId, conversation_id: id },
      hasWritten: conversation.last_message_at !== null,
    })
    await notifier.announce(tx, occasion)
  })
}

/** What a visitor reads whose request exceeds a limit. */
const TOO_MANY: Record<VisitorLimit['of'], ConstructorParameters<typeof HttpError>> = {
  recipient: [409, 'We have already sent many messages there today. Please try again tomorrow'],
  conversation: [409, 'We have already sent messages about this chat to other people. Please call us'],
  visitor: [
    409,
    'You asked us not to contact you. If you want messages after all, write so in the chat first',
  ],
  test: [409, 'This is a test, so no message is sent. Visitors get one'],
  business: [
    429,
    'We have sent too many messages today. Please try again tomorrow, or call us',
    { headers: { 'Retry-After': String(DAY_MS / 1_000) } },
  ],
}

async function rejectUnwilling(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  tx: Kysely<Database>,
  to: ToVisitor,
  unsubscribed: string,
): Promise<void> {
  if ((await unsubscribedOf(tx, to.organization_id, [to.recipient])).length > 0)
    throw new HttpError(409, unsubscribed)
  const limit = await visitorLimit({ db: tx, config }, to, clock())
  if (limit !== null) throw new HttpError(...TOO_MANY[limit.of])
}
