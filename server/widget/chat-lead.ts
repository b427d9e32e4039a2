import type { Kysely, Updateable } from 'kysely'
import type { ExtractedMetadata } from '../../src/contract/leads.ts'
import { ofCall, record, VISITOR } from '../activity/record.ts'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'
import { LEAD_COLUMNS } from '../leads/lead-columns.ts'
import { isFirstTest } from '../leads/tests.ts'
import { recordChatChanges } from './chat-activity.ts'

export interface ChatLead {
  id: string
  name: string | null
  isNew: boolean
  /** Whether the lead came from a test, and whether it is the organization's first one, which is announced. */
  isTest: boolean
  isFirstTest: boolean
}

export type LeadChange = Updateable<Database['leads']>

function columnsOf(facts: Partial<ExtractedMetadata>): LeadChange {
  const { name, email, phone, address, service_needs, ...others } = facts
  return {
    ...others,
    ...(name !== undefined && { prospect_name: name }),
    ...(email !== undefined && { prospect_email: email }),
    ...(phone !== undefined && { prospect_phone: phone }),
    ...(address !== undefined && { prospect_address: address, property_address: address }),
    ...(service_needs !== undefined && { service_interest: service_needs }),
  }
}

/** Returns the facts that changed in this turn, so that the owner's corrections aren't overwritten. */
function newFacts(before: ExtractedMetadata, after: ExtractedMetadata): Partial<ExtractedMetadata> {
  const names = Object.keys(after) as (keyof ExtractedMetadata)[]
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  )
}

/**
 * Updates the conversation's lead. Must be called in the transaction that holds the conversation's lock. Creates a lead
 * as soon as there is a way to contact the visitor. Returns the lead if it is new or has changed.
 */
export async function saveLead(
  db: Kysely<Database>,
  conversation: { id: string; organization_id: string; is_test: boolean },
  facts: { before: ExtractedMetadata; after: ExtractedMetadata },
  booking: LeadChange | null,
  now: Date,
): Promise<ChatLead | null> {
  const { before, after } = facts
  const changes = newFacts(before, after)
  if (Object.keys(changes).length === 0 && !booking) return null
  const metadata = { extracted_metadata: JSON.stringify(after), updated_at: now }

  const existing = await leadOf(db, conversation).forNoKeyUpdate().executeTakeFirst()
  if (existing) {
    const updated = await db
      .updateTable('leads')
      .set({ ...columnsOf(changes), ...metadata, ...booking })
      .where('id', '=', existing.id)
      .returning(LEAD_COLUMNS)
      .executeTakeFirstOrThrow()
    await recordChatChanges(db, conversation.organization_id, existing, updated, now)
    return {
      id: existing.id,
      name: after.name,
      isNew: false,
      ...(await testOf(db, conversation, existing.id)),
    }
  }
  if (!(changes.phone || changes.email || booking?.booking_start_time)) return null

  const id = newId('lead')
  const test = await testOf(db, conversation, id)
  await db
    .insertInto('leads')
    .values({
      id,
      organization_id: conversation.organization_id,
      conversation_id: conversation.id,
      is_test: test.isTest,
      ...(await originOf(db, conversation.id)),
      ...columnsOf(after),
      ...metadata,
      ...booking,
      status: booking ? 'converted' : 'new',
      created_at: now,
    })
    .execute()
  const start = booking?.booking_start_time
  await record(db, { organizationId: conversation.organization_id, leadId: id, at: now, actor: VISITOR }, [
    { type: 'created', data: {} },
    ...(start ? [ofCall('booked', new Date(start).toISOString(), booking?.booking_kind)] : []),
  ])
  return { id, name: after.name, isNew: true, ...test }
}

function leadOf(db: Kysely<Database>, conversation: { id: string; organization_id: string }) {
  return db
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('conversation_id', '=', conversation.id)
    .where('organization_id', '=', conversation.organization_id)
}

/** Returns where a conversation's lead comes from. Its source is the channel. */
function originOf(db: Kysely<Database>, conversationId: string) {
  return db
    .selectFrom('conversations')
    .select(['channel as source', 'page', 'utm_source', 'utm_medium', 'utm_campaign'])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
}

/** Returns whether a lead is a test, and its organization's first one, which it becomes if there was none before. */
async function testOf(
  db: Kysely<Database>,
  { organization_id: id, is_test: isTest }: { organization_id: string; is_test: boolean },
  leadId: string,
): Promise<Pick<ChatLead, 'isTest' | 'isFirstTest'>> {
  if (!isTest) return { isTest, isFirstTest: false }
  await db
    .updateTable('organizations')
    .set({ first_test_lead: leadId })
    .where('id', '=', id)
    .where('first_test_lead', 'is', null)
    .execute()
  return { isTest, isFirstTest: await isFirstTest(db, id, leadId) }
}
