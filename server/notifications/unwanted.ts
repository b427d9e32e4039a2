import type { Selectable } from 'kysely'
import type { NotificationsTable } from '../db/notification-schema.ts'
import { createMemberships } from '../http/membership.ts'
import type { Deps } from '../kernel/deps.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { escalationEmail } from './admin-emails.ts'
import { type ToVisitor, visitorLimit } from './flood.ts'
import { isHandled } from './handled.ts'
import { unsubscribedOf } from './opt-outs.ts'
import { unconfirmedOf } from './recipients/standing.ts'
import { addressOf } from './rules.ts'
import { readNotificationSettings } from './stored-settings.ts'
import { mayBeTexted, OTHER_COUNTRY } from './texted-countries.ts'
import { ALERT_OF } from './timing.ts'

type Row = Selectable<NotificationsTable>

/**
 * Returns why a planned message is no longer wanted, as a sentence for the owner, or null if it is still wanted.
 * Between planning and sending, a recipient can unsubscribe, leave, or be removed from the settings. Must be called
 * outside a transaction.
 */
export async function whyUnwanted(deps: Deps, row: Row): Promise<string | null> {
  const { db } = deps
  // This link goes only to people who have unsubscribed.
  if (row.kind === 'resubscribe') return null
  if (row.channel === 'push') return whyNotPushed(deps, row)
  const reason = await whyNotTo(deps, row)
  if (reason !== null) return reason
  if (row.audience === 'owner' && row.kind !== 'recipient_code' && row.recipient !== null) {
    const { organization_id, recipient } = row
    const unconfirmed = await unconfirmedOf(db, deps, organization_id, [recipient], deps.clock())
    if (unconfirmed.length > 0) return 'The recipient has not confirmed this address or number'
  }
  if (row.data.isNext === true && (await isHandled(db, row))) return 'Somebody has seen it'
  const { recipient } = row
  if (row.audience !== 'visitor' || recipient === null) return null
  const message = { ...row, recipient, isSafety: row.data.safety === true }
  return (await visitorLimit(deps, message, deps.clock()))?.reason ?? null
}

/** Returns why nothing is sent to an address or number at all, as a sentence for the owner, or null. */
async function whyNotTo(
  { db }: Pick<Deps, 'db'>,
  { organization_id, channel, recipient }: Pick<Row, 'organization_id' | 'channel' | 'recipient'>,
): Promise<string | null> {
  if (recipient === null) return null
  if ((await unsubscribedOf(db, organization_id, [recipient])).length > 0)
    return channel === 'sms' ? 'The number has opted out of text messages' : 'The address has unsubscribed'
  if (channel !== 'sms') return null
  const { phone } = await readProfile(db, organization_id)
  return mayBeTexted(recipient, phone) ? null : OTHER_COUNTRY
}

/** Returns why an answer by text would not be sent to a visitor, as a sentence for the owner, or null. */
export const whyNotAnswered = async (
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  message: Omit<ToVisitor, 'kind' | 'channel'>,
): Promise<string | null> => {
  const text = { ...message, kind: 'text', channel: 'sms' } as const
  return (await whyNotTo(deps, text)) ?? (await visitorLimit(deps, text, deps.clock()))?.reason ?? null
}

/**
 * Returns a message with the current address of its recipient, because the address can change after planning. Returns
 * null if the settings no longer include the recipient, or if the message is already planned for that address.
 */
export async function redirected({ db, directory, clock }: Deps, row: Row): Promise<Row | null> {
  const { id, organization_id, event, channel } = row
  const alert = ALERT_OF[row.kind]
  const isForPerson = alert !== undefined || (row.kind === 'held_digest' && row.person_id !== null)
  if (row.audience === 'visitor' || !isForPerson || channel === 'push') return row
  const { people } = await readNotificationSettings(db, organization_id)
  const person = people.find((each) => each.id === row.person_id)
  if (!person) return null
  if (alert !== undefined && !person.choices[alert].includes(channel)) return null
  const profile = await readProfile(db, organization_id)
  const email = await escalationEmail(db, { directory }, organization_id, profile, clock())
  const recipient = addressOf(person, channel, email)
  if (recipient === row.recipient) return row
  if (recipient === null) return null
  const changed = await db
    .updateTable('notifications')
    .set({ recipient })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notifications as other')
            .select('other.id')
            .where('other.organization_id', '=', organization_id)
            .where('other.event', '=', event)
            .where('other.channel', '=', channel)
            .where('other.recipient', '=', recipient),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  return changed ?? null
}

async function whyNotPushed(deps: Deps, row: Row): Promise<string | null> {
  const { db, directory } = deps
  const device = await db
    .selectFrom('push_devices')
    .select(['id', 'user_id', 'alerts', 'created_at'])
    .where('id', '=', row.device_id)
    .executeTakeFirst()
  const off = 'The device no longer receives these messages'
  if (!device) return off
  const member = {
    userId: device.user_id,
    organizationId: row.organization_id,
    issuedAt: device.created_at,
  }
  if ((await createMemberships(deps, directory).roleNow(member, 'member')) === null) {
    await db.deleteFrom('push_devices').where('id', '=', device.id).execute()
    return 'The user of the device is no longer a member'
  }
  const alert = ALERT_OF[row.kind]
  return alert === undefined || device.alerts.includes(alert) ? null : off
}
