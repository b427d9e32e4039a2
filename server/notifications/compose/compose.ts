import type { Kysely, Selectable } from 'kysely'
import { isDay } from '../../../src/contract/fields.ts'
import type { PushMessage } from '../../../src/contract/notifications.ts'
import { wallClock } from '../../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'
import type { NotificationsTable } from '../../db/notification-schema.ts'
import type { Database } from '../../db/schema.ts'
import type { Config } from '../../kernel/config.ts'
import type { Composed, Withdrawn } from '../composed.ts'
import { type Facts, readFacts } from './facts.ts'
import { heldMessage, readHeld } from './held.ts'
import { letterHtml } from './layout.ts'
import { letterText } from './letter.ts'
import type { Message } from './message.ts'
import { readDigest, readSummary } from './numbers.ts'
import { digestMessage, summaryMessage } from './overview.ts'
import { ownerMessage } from './owner.ts'
import { resubscribeMail } from './resubscribe.ts'
import { composeText } from './text.ts'
import { visitorMessage } from './visitor.ts'

async function messageOf(
  db: Kysely<Database>,
  config: Pick<Config, 'isFree'>,
  facts: Facts,
): Promise<Message | Withdrawn | null> {
  const { row, business } = facts
  if (row.kind === 'lead_digest') return digestMessage(facts, await readDigest(db, row))
  if (row.kind === 'held_digest') return heldMessage(facts, await readHeld(db, row))
  if (row.kind === 'daily_summary') {
    const { day: given } = row.data
    const day =
      typeof given === 'string' && isDay(given)
        ? given
        : wallClock(row.created_at, knownZone(business.timezone)).day
    const summary = await readSummary(db, config, row.organization_id, day, business.timezone, facts.now)
    return summaryMessage(facts, day, summary)
  }
  return row.audience === 'visitor' ? visitorMessage(facts) : ownerMessage(facts)
}

/**
 * Returns the content of a notification, based on the current facts; the reason why it is obsolete; or null if its
 * organization, lead, or conversation is gone. Only reads data, outside a transaction.
 */
export async function compose(
  db: Kysely<Database>,
  config: Pick<Config, 'origins' | 'isFree'>,
  row: Selectable<NotificationsTable>,
  now: Date,
): Promise<Composed | Withdrawn | null> {
  if (row.kind === 'resubscribe') return resubscribeMail(config, row)
  const facts = await readFacts(db, config, row, now)
  if (facts && row.kind === 'text') return composeText(db, facts)
  const message = facts && (await messageOf(db, config, facts))
  if (!message || 'canceled' in message) return message
  const { letter, sms, push, replyTo, invite } = message
  switch (row.channel) {
    case 'email':
      return {
        channel: 'email',
        subject: letter.subject,
        text: letterText(letter),
        html: letterHtml(letter, facts.business),
        fromName: row.audience === 'visitor' ? facts.business.name : 'Fieldhand',
        replyTo,
        invite,
      }
    case 'sms':
      return { channel: 'sms', text: sms }
    case 'push': {
      if (push === null) return null
      const payload: PushMessage = { token: row.token, ...push }
      return { channel: 'push', text: `${push.title}\n${push.body}`, payload: JSON.stringify(payload) }
    }
  }
}
