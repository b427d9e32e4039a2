import { type Kysely, sql, type Transaction } from 'kysely'
import type { PhoneLine } from '../../src/contract/phone.ts'
import { DEFAULT_TEXT_BACK, type Profile } from '../../src/contract/profile.ts'
import { readPhone } from '../../src/domain/common/phone.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { publishChanged } from '../conversations/changed.ts'
import { byAgent, lastMessage, positionsIn, storeMessages } from '../conversations/messages.ts'
import { announceTexts, TEXTED } from '../conversations/texted.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { sharedNumber } from '../notifications/channels/config.ts'
import { ownNumberOf } from '../notifications/channels/own-number.ts'
import { whyNoMessages } from '../notifications/no-contact.ts'
import { mayText, toE164 } from '../notifications/planning.ts'
import { mayBeTexted } from '../notifications/texted-countries.ts'
import { readGoLive } from '../organizations/go-live.ts'
import { businessName, organizationWithProfile, readProfile } from '../profiles/stored-profile.ts'
import { hasRoom } from '../widget/room.ts'
import { isBlocked } from './blocked.ts'
import { presentNumber } from './connected-number.ts'
import { currentConversation, startTexted, storeConsent } from './conversation.ts'

/**
 * A call that a business has missed: its carrier has forwarded it to this server's number, or it came to the business's
 * own number at Twilio.
 */
export interface MissedCall {
  /** Twilio's ID of it. */
  sid: string
  /** The caller's number and the business's, in E.164 format. Empty if they are hidden. */
  from: string
  forwardedFrom: string
  /** The number that was called. */
  to: string
  /** Whether the caller's network has vouched for the number, or said nothing about it. */
  isTrusted: boolean
  /** The organization to whose own number it came; null for this server's number. */
  owner: string | null
}

/** What becomes of a missed call: the name of the business, and whether the caller gets a text. */
export interface TakenCall {
  business: string
  isTexted: boolean
}

type Texts = Pick<Deps, 'db' | 'clock' | 'config' | 'events' | 'notifier'>

/** How often a business texts the same caller back. */
const ONCE_MS = DAY_MS

/**
 * Takes a missed call, and texts the caller back if the business wants that: once a day, and never to numbers that have
 * stopped texts, can't receive them, may not be the caller's, or are blocked. Taking the same call again changes nothing.
 * Returns null if the call belongs to no business.
 */
export async function takeMissedCall(deps: Texts, call: MissedCall): Promise<TakenCall | null> {
  const { db } = deps
  const organizationId = await lineOf(deps, call)
  if (organizationId === null) return null
  const profile = await readProfile(db, organizationId)
  if (!profile.text_back) return null
  const row = await organizationWithProfile(db, organizationId).executeTakeFirstOrThrow()
  const mayAnswer =
    call.isTrusted &&
    call.from !== '' &&
    !isBlocked(profile, call.from) &&
    mayBeTexted(call.from, toE164(profile.phone)) &&
    (await readGoLive(db, deps.config, organizationId, deps.clock())).isLive
  const { notify, isTexted } = await db.transaction().execute(async (tx) => {
    await lockCaller(tx, organizationId, call.from)
    return storeCall({ ...deps, db: tx }, { organizationId, profile, call, mayAnswer })
  })
  notify?.()
  return { business: businessName(row), isTexted }
}

/** The seed of the advisory locks on callers. */
const CALLER_LOCK = 64

/**
 * Serializes the calls from a number to a business until the transaction ends. A lock on the business would wait for its
 * chats, which lock their conversation first.
 */
async function lockCaller(tx: Transaction<Database>, organizationId: string, from: string): Promise<void> {
  const key = `${organizationId} ${from}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${CALLER_LOCK}))`.execute(tx)
}

interface Stored {
  organizationId: string
  profile: Profile
  call: MissedCall
  mayAnswer: boolean
}

/** Stores a missed call, and the text to its caller if one is due. Calls from the same number wait. */
async function storeCall(
  deps: Omit<Texts, 'db'> & { db: Transaction<Database> },
  { organizationId, profile, call: { sid, from }, mayAnswer }: Stored,
): Promise<{ isTexted: boolean; notify?: () => void }> {
  const { db: tx, clock } = deps
  const now = clock()
  const before = await tx
    .selectFrom('missed_calls')
    .select(['id', 'is_texted'])
    .where('organization_id', '=', organizationId)
    .where('phone', '=', from)
    .where('at', '>', new Date(now.getTime() - ONCE_MS))
    .execute()
  const known = before.find(({ id }) => id === sid)
  if (known) return { isTexted: known.is_texted }
  const isDue = mayAnswer && !before.some(({ is_texted }) => is_texted)
  const notify = isDue
    ? await textBack(deps, { organizationId, phone: from, sid, text: profile.text_back_message })
    : null
  await tx
    .insertInto('missed_calls')
    .values({ id: sid, organization_id: organizationId, phone: from, is_texted: notify !== null, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { isTexted: notify !== null, ...(notify && { notify }) }
}

/**
 * Stores the text to a caller in their conversation with the business, and has it sent. Returns what to do after the
 * transaction, or null if the caller must not be texted.
 */
async function textBack(
  deps: Omit<Texts, 'db'> & { db: Transaction<Database> },
  {
    organizationId,
    phone,
    sid,
    text,
  }: { organizationId: string; phone: string; sid: string; text: string | null | undefined },
): Promise<(() => void) | null> {
  const { db: tx, clock, events } = deps
  const landline = await tx.selectFrom('landlines').select('phone').where('phone', '=', phone).execute()
  if (landline.length > 0) return null
  await storeConsent(deps, organizationId, phone)
  if (!(await mayText(tx, organizationId, phone))) return null
  const found = await currentConversation(deps, { organizationId, phone, sid })
  if (found && (await whyNoMessages(tx, { lead_id: null, conversation_id: found.id }))) return null
  const stored = found && (await positionsIn(tx, found.id, 'agent', sid))
  const isOpen = found !== null && stored !== null && hasRoom(stored.count)
  const conversation = isOpen ? found : await startTexted(deps, { organizationId, phone })
  const count = isOpen ? stored.count : 0
  const now = clock()
  const messages = await storeMessages(tx, conversation, count, now, [
    byAgent(text?.trim() || DEFAULT_TEXT_BACK),
  ])
  const changed = await tx
    .updateTable('conversations')
    .set({ ...lastMessage(messages), channel: TEXTED, updated_at: now })
    .where('id', '=', conversation.id)
    .returning(['id', 'organization_id', 'status', 'unread'])
    .executeTakeFirstOrThrow()
  await announceTexts(tx, deps, conversation, messages, 'begun')
  return publishChanged(tx, events, changed)
}

/**
 * Returns the business whose missed call this is: the one to whose own number at Twilio it came, or the one that has
 * forwarded it. A test call, from a member's confirmed number, connects the business's own number unless another business
 * has connected it.
 */
async function lineOf(
  { db, clock }: Texts,
  { from, forwardedFrom, owner }: MissedCall,
): Promise<string | null> {
  const connected = owner ?? (await connectedLine(db, forwardedFrom))
  if (connected !== null || forwardedFrom === '') return connected
  const members = await db
    .selectFrom('alert_recipients')
    .select('organization_id')
    .where('address', '=', from)
    .where('confirmed_at', 'is not', null)
    .execute()
  for (const { organization_id: organizationId } of members) {
    const { phone, text_back: isWanted } = await readProfile(db, organizationId)
    if (!isWanted || toE164(phone) !== forwardedFrom) continue
    await db
      .insertInto('phone_lines')
      .values({ phone: forwardedFrom, organization_id: organizationId, connected_at: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return organizationId
  }
  return null
}

/** Returns the business that has connected a number, from which calls are forwarded; null if none has. */
export async function connectedLine(db: Kysely<Database>, phone: string): Promise<string | null> {
  if (phone === '') return null
  const line = await db
    .selectFrom('phone_lines')
    .select('organization_id')
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (!line) return null
  const profile = await readProfile(db, line.organization_id)
  if (toE164(profile.phone) === phone) return line.organization_id
  // The business has another number now.
  await db.deleteFrom('phone_lines').where('phone', '=', phone).execute()
  return null
}

/** Returns how the calls that a business misses reach this server, and which number its texts come from. */
export async function readPhoneLine(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  organizationId: string,
): Promise<PhoneLine> {
  const { phone } = await readProfile(db, organizationId)
  const own = await ownNumberOf(db, organizationId)
  const shared = sharedNumber(config)
  const from = shared && (own?.phone ?? shared)
  const isAtTelnyx = own ? own.carrier === 'telnyx' : Boolean(config.telnyx)
  const line = await db
    .selectFrom('phone_lines')
    .select('connected_at')
    .where('organization_id', '=', organizationId)
    .where('phone', '=', toE164(phone))
    .executeTakeFirst()
  const members = await db
    .selectFrom('alert_recipients')
    .select('address')
    .where('organization_id', '=', organizationId)
    .where('channel', '=', 'sms')
    .where('confirmed_at', 'is not', null)
    .orderBy('address')
    .execute()
  const last = await db
    .selectFrom('missed_calls')
    .select('at')
    .where('organization_id', '=', organizationId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    number: from,
    number_display: from && readPhone(from).display,
    takes_calls: !isAtTelnyx,
    test_phones: members.map(({ address }) => readPhone(address).display),
    connected_at: (own ? own.last_call_at : line?.connected_at)?.toISOString() ?? null,
    last_call_at: last?.at.toISOString() ?? null,
    own: own && presentNumber(config.origins.api, own),
  }
}
