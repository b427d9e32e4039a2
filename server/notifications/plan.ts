import { type Kysely, sql } from 'kysely'
import { emailKey } from '../../src/contract/email-address.ts'
import type { Alert } from '../../src/contract/notification-settings.ts'
import type { NotificationKind } from '../../src/contract/notifications.ts'
import { leadPhone } from '../../src/domain/leads/name.ts'
import { SECOND_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Occasion, OwnerOccasion } from '../kernel/occasion.ts'
import { isFirstTest } from '../leads/tests.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { adminEmails, escalationEmail } from './admin-emails.ts'
import { DIGEST_AFTER, type DigestReader, joinDigest, recentlyNotified } from './digest.ts'
import { unsubscribedOf } from './opt-outs.ts'
import { fresh, insertNotifications, LEAD_COLUMNS, type NewNotification, type Planning } from './planning.ts'
import { addRecipients, unconfirmedOf } from './recipients/standing.ts'
import { type Recipient, recipientsOf } from './rules.ts'
import { readNotificationSettings } from './stored-settings.ts'
import { planTextReply } from './text-replies.ts'
import { ALERT_OF, dueAt, waiting } from './timing.ts'
import { planVisitor } from './visitor-plan.ts'

/** How long an urgent alert waits for the visitor's number, which the agent asks for. */
const NUMBER_WAIT_MS = 90 * SECOND_MS

/**
 * Decides who is notified of an occasion, by which channel, and when, and inserts the notifications. Does nothing if
 * the organization, lead, or conversation is gone. Idempotent for each occasion. Of all tests, the business is only
 * notified of its first lead.
 */
export async function plan(
  tx: Kysely<Database>,
  deps: Pick<Deps, 'senders' | 'directory' | 'notifier'>,
  occasion: Occasion,
  now: Date,
): Promise<void> {
  const { organizationId } = occasion
  const organization = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (!organization) return
  const planning = {
    tx,
    deps,
    now,
    settings: await readNotificationSettings(tx, organizationId),
    profile: await readProfile(tx, organizationId),
  }
  if (occasion.kind === 'needs_person') {
    const { conversationId } = occasion
    const conversation = await tx
      .selectFrom('conversations')
      .leftJoin('leads', 'leads.conversation_id', 'conversations.id')
      .select(['conversations.id', 'conversations.is_test', 'leads.id as lead_id'])
      .select(['prospect_phone', 'contact_phone'])
      .where('conversations.id', '=', conversationId)
      .executeTakeFirst()
    if (!conversation || (await isLaterTest(tx, organizationId, conversation.is_test, conversation.lead_id)))
      return
    const about = { conversation_id: conversationId, lead_id: conversation.lead_id }
    const delayMs = occasion.needs === 'urgent' && !leadPhone(conversation) ? NUMBER_WAIT_MS : 0
    return planOwner(planning, occasion, about, { delayMs })
  }
  if (occasion.kind === 'webhook_disabled') {
    const { endpointId, host, reason } = occasion
    return planAdmins(planning, occasion, endpointId, { host, reason })
  }
  if (occasion.kind === 'connection_ended') {
    const { service } = occasion
    return planAdmins(planning, occasion, service, { service })
  }
  if (occasion.kind === 'text_reply') return planTextReply(planning, occasion)
  if (occasion.kind === 'transcript' || occasion.kind === 'person_reply')
    return planVisitor(planning, occasion, null)
  const lead = await leadOf(tx, occasion.leadId)
  if (!lead) return
  if (occasion.kind !== 'texts_wanted' && !(await isLaterTest(tx, organizationId, lead.is_test, lead.id))) {
    const about = { lead_id: lead.id, conversation_id: lead.conversation_id }
    await planOwner(planning, occasion, about, { isTest: lead.is_test })
  }
  if (occasion.kind !== 'new_lead') await planVisitor(planning, occasion, lead)
}

const isLaterTest = async (
  tx: Kysely<Database>,
  organizationId: string,
  isTest: boolean,
  leadId: string | null,
): Promise<boolean> => isTest && !(await isFirstTest(tx, organizationId, leadId))

const leadOf = (tx: Kysely<Database>, id: string) =>
  tx.selectFrom('leads').select(LEAD_COLUMNS).where('id', '=', id).executeTakeFirst()

/**
 * Notifies the admins by email, even if the settings name other people for other messages. `what` is the ID of what
 * ended.
 */
async function planAdmins(
  { tx, deps, now }: Planning,
  { kind, organizationId, at }: Extract<Occasion, { kind: 'webhook_disabled' | 'connection_ended' }>,
  what: string,
  data: Record<string, string>,
): Promise<void> {
  const emails = await adminEmails(tx, deps, organizationId)
  const unsubscribed = await unsubscribedOf(tx, organizationId, emails)
  const isWanted = (email: string) => !unsubscribed.some((each) => emailKey(each) === emailKey(email))
  const rows = emails.filter(isWanted).map(
    (email): NewNotification => ({
      ...fresh(now),
      organization_id: organizationId,
      event: `${kind}:${what}:${at}`,
      kind,
      channel: 'email',
      audience: 'owner',
      recipient: email,
      recipient_name: '',
      data: JSON.stringify(data),
    }),
  )
  await insertNotifications(tx, rows)
}

/** Returns the key of an occasion. Planning the same occasion again inserts nothing. */
function eventOf(occasion: OwnerOccasion): string {
  if (occasion.kind === 'new_lead') return `new_lead:${occasion.leadId}`
  if (occasion.kind === 'needs_person') {
    const { conversationId, needs, at, isNumber } = occasion
    return `needs_person:${conversationId}:${needs}:${at}${isNumber ? ':number' : ''}`
  }
  return `${occasion.kind}:${occasion.leadId}:${occasion.at}`
}

async function planOwner(
  planning: Planning,
  occasion: OwnerOccasion,
  about: { lead_id: string | null; conversation_id: string | null },
  { isTest = false, delayMs: waitMs = 0 } = {},
): Promise<void> {
  const { tx, now, settings, profile } = planning
  const alert = ALERT_OF[occasion.kind]
  const common = {
    organization_id: occasion.organizationId,
    event: eventOf(occasion),
    kind: occasion.kind,
    audience: 'owner' as const,
    ...about,
  }
  const data = dataOf(occasion)
  const dueFor = (reader: Reader, kind: NotificationKind, time: Date) =>
    dueAt(time, { ...reader, kind, audience: 'owner', askedAt: null }, settings, profile.timezone)
  const all = [
    ...(await ownersOf(planning, occasion.organizationId, alert)),
    ...(await devicesOf(tx, occasion.organizationId, alert)),
  ]
  const isNumber = occasion.kind === 'needs_person' && occasion.isNumber === true
  const readers = isNumber ? await alertedOf(tx, all, occasion.conversationId) : all
  const rows: NewNotification[] = []
  for (const reader of readers) {
    const { delayMs, ...columns } = reader
    const isDigested =
      occasion.kind === 'new_lead' &&
      !isTest &&
      (await recentlyNotified(tx, occasion.organizationId, columns, now)) >= DIGEST_AFTER
    if (isDigested) {
      const digest = { organizationId: occasion.organizationId, at: new Date(occasion.at), now }
      await joinDigest(tx, columns, digest, (time) => dueFor(reader, 'lead_digest', time))
      continue
    }
    const time = new Date(now.getTime() + waitMs + delayMs)
    rows.push({
      ...common,
      ...fresh(now),
      ...columns,
      data: JSON.stringify({ ...data, ...(delayMs > 0 && { isNext: true }) }),
      ...waiting(dueFor(reader, occasion.kind, time), time, now),
    })
  }
  await insertNotifications(tx, rows)
}

/** Returns the readers whose alert about a conversation is out. The alert of the others will name the number. */
async function alertedOf(
  tx: Kysely<Database>,
  readers: readonly Reader[],
  conversationId: string,
): Promise<Reader[]> {
  const waits = await tx
    .selectFrom('notifications')
    .select(['channel', 'recipient', 'device_id'])
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'needs_person')
    .where('status', '=', 'queued')
    .where('released_at', 'is', null)
    .execute()
  const isWaiting = ({ channel, recipient, device_id }: Reader) =>
    waits.some(
      (each) => each.channel === channel && each.recipient === recipient && each.device_id === device_id,
    )
  return readers.filter((each) => !isWaiting(each)).map((each) => ({ ...each, delayMs: 0 }))
}

interface Reader extends DigestReader {
  /** The delay after the notification of the first person. */
  delayMs: number
}

const readerOf = ({ personId, name, channel, address, delayMs }: Recipient): Reader => ({
  channel,
  person_id: personId,
  device_id: null,
  recipient: address,
  recipient_name: name,
  delayMs,
})

async function devicesOf(tx: Kysely<Database>, organizationId: string, alert: Alert): Promise<Reader[]> {
  const devices = await tx
    .selectFrom('push_devices')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`alerts @> ${JSON.stringify([alert])}::jsonb`)
    .orderBy('id')
    .execute()
  return devices.map(({ id, name }) => ({
    channel: 'push',
    person_id: null,
    device_id: id,
    recipient: null,
    recipient_name: name,
    delayMs: 0,
  }))
}

function dataOf(occasion: OwnerOccasion): Record<string, unknown> {
  if (occasion.kind === 'needs_person') {
    const { needs, note } = occasion
    return { needs, ...(note !== undefined && { note }) }
  }
  if (occasion.kind === 'new_lead') return {}
  const { start, previous, service } = occasion
  return { start, ...(previous !== undefined && { previous }), ...(service !== undefined && { service }) }
}

/**
 * Returns the people in the business to notify, without those who have not confirmed that they want it. If no channel is set up, returns recipients anyway, so that the
 * failures are visible.
 */
export async function ownersOf(
  { tx, deps, now, settings, profile }: Planning,
  organizationId: string,
  alert: Alert,
): Promise<Reader[]> {
  const { senders } = deps
  await addRecipients(tx, deps, { organizationId, settings, profile }, now)
  const email = await escalationEmail(tx, deps, organizationId, profile, now)
  const addresses = settings.people
    .flatMap(({ email, phone }) => [email, phone])
    .concat(email)
    .filter((address) => address !== null)
  const excluded = [
    ...(await unsubscribedOf(tx, organizationId, addresses)),
    ...(await unconfirmedOf(tx, deps, organizationId, addresses, now)),
  ]
  const find = (ready: readonly ('email' | 'sms')[]) =>
    recipientsOf(alert, settings, email, { excluded, ready })
  const ready = (['email', 'sms'] as const).filter((channel) => senders?.[channel])
  const found = find(ready)
  return (found.length > 0 ? found : find(['email', 'sms'])).map(readerOf)
}
