import type { Kysely, Selectable } from 'kysely'
import { inboxConversation } from '../conversations/inbox.ts'
import type { Database } from '../db/schema.ts'
import type { WebhookEventsTable } from '../db/webhook-schema.ts'
import { LEAD_COLUMNS } from '../leads/lead-columns.ts'

export type WebhookEvent = Selectable<WebhookEventsTable>

/** Converts a timestamp from the database, which has no time zone, to ISO 8601. */
const inUtc = (time: string | null | undefined) => (time ? new Date(`${time}Z`).toISOString() : null)

/**
 * Returns the `data` of an event: the current state of the lead or conversation, or null if it no longer exists.
 * Prevents its removal, with a lock, until the transaction ends.
 */
export async function contentsOf(tx: Kysely<Database>, event: WebhookEvent): Promise<object | null> {
  if (event.type === 'lead.deleted') return { lead_id: event.lead_id }
  if (event.conversation_id !== null) {
    const found = await tx
      .selectFrom('conversations')
      .select(['id', 'last_message_at'])
      .where('id', '=', event.conversation_id)
      .forKeyShare()
      .executeTakeFirst()
    if (!found?.last_message_at) return null
    return { conversation: await inboxConversation(tx, event.organization_id, found.id) }
  }
  const lead = await tx
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('id', '=', event.lead_id ?? '')
    .where('organization_id', '=', event.organization_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!lead) return null
  const { changed, start_time, previous_start_time } = event.data
  if (event.type === 'lead.created') return { lead }
  if (event.type === 'lead.updated') return { lead, changed }
  return { lead, start_time: inUtc(start_time), previous_start_time: inUtc(previous_start_time) }
}

/**
 * Merges the events of each transaction: the creation of a lead includes its updates, and several updates become one.
 */
export function merged(events: readonly WebhookEvent[]): WebhookEvent[] {
  const kept = new Map<string, WebhookEvent>()
  const keyOf = (type: string, { lead_id, conversation_id, caused_in }: WebhookEvent) =>
    JSON.stringify([type, lead_id, conversation_id, caused_in])
  for (const event of events) {
    if (event.type === 'lead.updated' && kept.has(keyOf('lead.created', event))) continue
    const key = keyOf(event.type, event)
    const before = kept.get(key)
    if (!before) kept.set(key, event)
    else {
      const changed = [...new Set([...(before.data.changed ?? []), ...(event.data.changed ?? [])])]
      const { previous_start_time } = before.data
      kept.set(key, { ...event, data: { ...event.data, changed, previous_start_time } })
    }
  }
  return [...kept.values()]
}
