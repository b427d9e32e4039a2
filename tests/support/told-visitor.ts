import type { Insertable, Kysely } from 'kysely'
import type { Language } from '../../server/base/catalogue.ts'
import { newId } from '../../server/base/ids.ts'
import type { Database, LeadsTable } from '../../server/db/schema.ts'

interface Visitor {
  organization: string
  now: Date
  /** The visitor's first message. */
  words?: string
  lead?: Partial<Insertable<LeadsTable>>
  language?: Language
}

/** Stores a visitor who requests a person, with one visitor message, one agent message, one note, and a booked lead. */
export async function addToldVisitor(
  db: Kysely<Database>,
  { organization, now, words = 'A tree fell on my fence', lead = {}, language = 'en' }: Visitor,
): Promise<{ lead_id: string; conversation_id: string; booking: string }> {
  const [conversation_id, lead_id, booking] = [newId('conv'), newId('lead'), newId('booking')]
  const common = { organization_id: organization, created_at: now }
  await db
    .insertInto('conversations')
    .values({
      ...common,
      id: conversation_id,
      state: JSON.stringify({ language }),
      status: 'needs_person',
      needs: 'asked',
      last_message_at: now,
      last_excerpt: 'Hi',
      last_author: 'visitor',
      updated_at: now,
    })
    .execute()
  const said = [
    { message_type: 'incoming', author: 'visitor', content: words },
    { message_type: 'outgoing', author: 'agent', content: 'We can help' },
    { message_type: 'note', author: 'person', content: 'Internal remark' },
  ] as const
  await db
    .insertInto('messages')
    .values(
      said.map((message, position) => ({
        ...common,
        ...message,
        id: newId('msg'),
        conversation_id,
        position,
      })),
    )
    .execute()
  await db
    .insertInto('leads')
    .values({
      ...common,
      id: lead_id,
      conversation_id,
      status: 'converted',
      source: 'chat',
      prospect_name: 'Ada Hedgerow',
      prospect_email: 'ada@hedgerow.test',
      prospect_phone: '614-555-0142',
      service_interest: 'Tree Services',
      property_address: '12 Elm Street, Columbus, OH 43215',
      converted_to_booking_id: booking,
      booking_start_time: '2026-11-23T20:00:00.000Z',
      booking_status: 'scheduled',
      updated_at: now,
      ...lead,
      extracted_metadata: JSON.stringify({ email: lead.prospect_email ?? 'ada@hedgerow.test' }),
    })
    .execute()
  return { lead_id, conversation_id, booking }
}
