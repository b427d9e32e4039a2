import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { NotificationStatus } from '../../src/contract/notifications.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { publishLeadsChanged } from '../activity/leads-changed.ts'
import { noteAnswered } from '../conversations/answered.ts'
import { type NotificationsTable, VISITOR } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import { reasonFor } from '../http/not-configured.ts'
import type { Deps } from '../kernel/deps.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { ownNumberOf, textSenderOf } from './channels/own-number.ts'
import { codeMessage, HIDDEN_CODE } from './compose/code.ts'
import { compose } from './compose/compose.ts'
import { segmentsOf } from './compose/fit-text.ts'
import { readInstant, withoutLinks } from './compose/words.ts'
import type { Composed } from './composed.ts'
import { whyOverLimit } from './flood.ts'
import { hold } from './hold.ts'
import { unsubscribeUrl, withoutToken } from './links.ts'
import { storeLandline } from './opt-outs.ts'
import { composeCode } from './recipients/deliver-code.ts'
import { type Accepted, type TextMessage, type TextSender, TimedOut, Undeliverable } from './senders.ts'
import { countSent } from './sent-messages.ts'
import { readNotificationSettings } from './stored-settings.ts'
import { recordTextOptOut } from './text-opt-outs.ts'
import { dueAt, waiting } from './timing.ts'
import { redirected, whyUnwanted } from './unwanted.ts'

/** The number of hours after which a message is too old to retry. */
const TRIED_HOURS = 24

type Row = Selectable<NotificationsTable>
type Change = Updateable<NotificationsTable>

const change = (db: Kysely<Database>, id: string, set: Change) =>
  db
    .updateTable('notifications')
    .set(set)
    .where('id', '=', id)
    // The notification might have been canceled in the meantime, or a report might have arrived first.
    .where('status', '=', 'queued')
    .executeTakeFirst()

/**
 * Sends a queued notification and stores the outcome. Does nothing if it is no longer queued. Rejects if a retry might
 * succeed.
 */
export async function deliver(deps: Deps, id: string): Promise<void> {
  const { db, clock } = deps
  const planned = await db
    .selectFrom('notifications')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  if (!planned) return
  const now = clock()
  const cancel = async (reason: string) => void (await change(db, id, { status: 'canceled', reason }))
  const row = await redirected(deps, planned)
  if (row === null) return cancel('The settings no longer send this to the recipient')
  const reason = await whyUnwanted(deps, row)
  if (reason !== null) return cancel(reason)
  const later = await laterTime(db, row, now)
  if (later !== null) return void (await change(db, id, later))
  const over = await whyOverLimit(deps, row, now)
  if (over !== null) return row.kind === 'test' ? cancel(over) : hold(db, row, over, now)
  if (row.kind === 'recipient_code') {
    const code = await composeCode(db, deps, row, now)
    return code === null ? cancel('It no longer needs a code') : send(deps, row, code)
  }
  const composed = await compose(db, deps.config, row, now)
  if (composed === null) return void (await db.deleteFrom('notifications').where('id', '=', id).execute())
  return 'canceled' in composed
    ? cancel(composed.canceled)
    : send(deps, row, await answerable(deps, row, composed))
}

/** Returns a message with how to answer it, if its recipient is a member who can do that by text. */
async function answerable({ alerts }: Deps, row: Row, composed: Composed): Promise<Composed> {
  if (composed.channel !== 'sms' || row.audience !== 'owner' || !alerts) return composed
  return { ...composed, text: await alerts.offer(row, composed.text) }
}

/** Sends a message and stores the outcome. Rejects if a retry might succeed. */
async function send(deps: Deps, row: Row, composed: Composed): Promise<void> {
  const { db, clock } = deps
  const { id } = row
  const { numUpdatedRows } = await change(db, id, { attempts: row.attempts + 1 })
  // The notification was canceled or erased in the meantime.
  if (numUpdatedRows === 0n) return
  try {
    const { providerId, parts } = await sendBy(deps, row, composed)
    await countSent(db, row, clock(), parts)
    await db
      .updateTable('notifications')
      .set({
        // The delivery report can arrive first.
        status: sql<NotificationStatus>`case when status = 'queued' then 'sent' else status end`,
        reason: null,
        sent_at: clock(),
        provider_id: providerId,
        ...shown(row, composed),
      })
      .where('id', '=', id)
      .execute()
    deps.metrics?.notifications.inc({ channel: row.channel, outcome: 'sent' })
    if (row.kind === 'reply' && row.conversation_id !== null) await answered(deps, row, row.conversation_id)
  } catch (error) {
    await handleFailure(deps, row, error as Error)
  }
}

/** The position after all messages. */
const END = 2 ** 31 - 1

/** Notes that the mail of unread replies has answered a lead. */
async function answered(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { organization_id }: Row,
  conversationId: string,
): Promise<void> {
  if (await noteAnswered(db, conversationId, END)) (await publishLeadsChanged(db, events, organization_id))()
}

/**
 * Returns the columns that postpone a message if it must not be sent now, for example because of a retry at night.
 * Otherwise, returns null.
 */
async function laterTime(db: Kysely<Database>, row: Row, now: Date): Promise<Change | null> {
  const settings = await readNotificationSettings(db, row.organization_id)
  const { timezone } = await readProfile(db, row.organization_id)
  const askedAt = row.kind === 'test' || row.data.asked === true ? row.created_at : null
  const plannedFor = row.due_at ?? row.created_at
  const due = dueAt(now, { ...row, askedAt, plannedFor }, settings, timezone)
  if (due === null) return null
  const data = JSON.stringify({ ...row.data, triedSince: triedSince(row) })
  return { ...waiting(due, now, now), released_at: null, data }
}

/** Returns since when a message has been due, or tried, even if quiet hours postponed it in the meantime. */
const triedSince = ({ data, released_at, created_at }: Row): Date =>
  readInstant(data.triedSince) ?? released_at ?? created_at

/** Returns the columns that the log shows. Members must not read a code there. */
function shown(row: Row, sent: Composed): Change {
  const { kind, channel } = row
  const isCode = kind === 'recipient_code' && channel !== 'push'
  const composed = isCode ? codeMessage(channel, HIDDEN_CODE) : sent
  if (composed.channel !== 'email') return { text: composed.text }
  const { subject, text, html } = composed
  return { subject, text: withoutToken(text, row), html: withoutToken(html, row) }
}

/** Sends a message through its channel. Returns the number of parts if it is a text from this server's number. */
async function sendBy(deps: Deps, row: Row, composed: Composed): Promise<Accepted & { parts?: number }> {
  const { senders, config, db, clock } = deps
  if (composed.channel === 'push') {
    if (!senders?.push) throw new Undeliverable(reasonFor('push'))
    const device = await db
      .selectFrom('push_devices')
      .selectAll()
      .where('id', '=', row.device_id ?? '')
      .executeTakeFirst()
    if (!device) throw new Undeliverable('This device no longer receives push messages')
    const accepted = await senders.push.send(device, composed.payload)
    await db
      .updateTable('push_devices')
      .set({ last_sent_at: clock(), timeouts: 0, timed_out_since: null })
      .where('id', '=', device.id)
      .execute()
    return accepted
  }
  const { recipient: address } = row
  if (address === null) throw new Undeliverable('It has no address')
  if (composed.channel === 'sms') {
    const sms = await textSenderOf(deps, row)
    if (!sms) throw new Undeliverable(reasonFor('sms'))
    const message = { to: address, text: composed.text }
    const segments = segmentsOf(message.text)
    const parts = sms === senders?.sms ? segments : 0
    const before = await acceptedBefore(deps, sms, row, message)
    if (before) return { ...before, parts }
    const accepted = await sms.send(message)
    deps.metrics?.textSegments.inc({ direction: 'out' }, segments)
    return { ...accepted, parts }
  }
  if (!senders?.email) throw new Undeliverable(reasonFor('email'))
  const { subject, text, html, fromName, replyTo, invite } = composed
  return senders.email.send({
    to: { name: row.audience === 'visitor' ? withoutLinks(row.recipient_name) : row.recipient_name, address },
    fromName,
    replyTo,
    subject,
    text,
    html,
    invite,
    messageId: `<${row.id}@${new URL(config.origins.api).hostname}>`,
    unsubscribeUrl: unsubscribeUrl(config, row),
  })
}

/**
 * Returns the text of an earlier attempt whose response got lost, or null. Unlike an email, a repeated text can't be
 * recognized by its recipient.
 */
async function acceptedBefore(
  { db }: Deps,
  sms: TextSender,
  row: Row,
  message: TextMessage,
): Promise<Accepted | null> {
  if (row.attempts === 0) return null
  for (const providerId of await sms.sentSince(message, triedSince(row))) {
    const known = await db
      .selectFrom('notifications')
      .select('id')
      .where('channel', '=', 'sms')
      .where('provider_id', '=', providerId)
      .executeTakeFirst()
    if (!known) return { providerId }
  }
  return null
}

/** How often in a row, and at least for how long, a device's push service doesn't answer before the device is removed. */
const SILENT = { timeouts: 3, ms: HOUR_MS }

/** Counts that a device's push service didn't answer in time. Returns whether to remove the device. */
async function isSilent(db: Kysely<Database>, deviceId: string, now: Date): Promise<boolean> {
  const device = await db
    .updateTable('push_devices')
    .set(({ eb, fn, val }) => ({
      timeouts: eb('timeouts', '+', 1),
      timed_out_since: fn.coalesce('timed_out_since', val(now)),
    }))
    .where('id', '=', deviceId)
    .returning(['timeouts', 'timed_out_since'])
    .executeTakeFirst()
  const since = device?.timed_out_since?.getTime() ?? now.getTime()
  return (device?.timeouts ?? 0) >= SILENT.timeouts && now.getTime() - since >= SILENT.ms
}

/** Stores why sending failed. Rejects with the error if it is temporary and the message isn't too old. */
async function handleFailure(deps: Deps, row: Row, failure: Error): Promise<void> {
  const { db, clock, metrics } = deps
  const now = clock()
  const isOver =
    failure instanceof TimedOut && row.device_id !== null && (await isSilent(db, row.device_id, now))
  const error = isOver ? new Undeliverable(failure.message, { isGone: true }) : failure
  const isPermanent = error instanceof Undeliverable
  const isTooOld = now.getTime() - triedSince(row).getTime() >= TRIED_HOURS * HOUR_MS
  if (isPermanent && error.isGone && row.device_id !== null) {
    await db.deleteFrom('push_devices').where('id', '=', row.device_id).execute()
  }
  if (isPermanent && row.recipient !== null) {
    if (error.hasStopped) {
      const own = row.audience === VISITOR ? await ownNumberOf(db, row.organization_id) : null
      await recordTextOptOut(deps, own?.organization_id ?? null, row.recipient)
    }
    if (error.isLandline) await storeLandline(db, row.recipient, now)
  }
  const isFinal = isPermanent || isTooOld
  metrics?.notifications.inc({ channel: row.channel, outcome: isFinal ? 'failed' : 'retried' })
  if (isFinal) {
    return void (await change(db, row.id, { status: 'failed', reason: error.message, failed_at: now }))
  }
  await change(db, row.id, { reason: error.message })
  throw error
}
