import type { Kysely } from 'kysely'
import { readPhone } from '../../src/domain/common/phone.ts'
import { begin } from '../agent/turn.ts'
import { newId } from '../base/ids.ts'
import { TEXTED } from '../conversations/texted.ts'
import { VISITOR } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { type VisitorConversation, visitorConversation } from '../widget/visitor-conversation.ts'
import { ROUTED_MS } from './route.ts'

/** Stores that a number may be texted, because somebody has written or called from it. */
export async function storeConsent(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: string,
  phone: string,
): Promise<void> {
  await db
    .insertInto('sms_consents')
    .values({ organization_id: organizationId, phone, source: VISITOR, at: clock(), lead_id: null })
    .onConflict((conflict) => conflict.columns(['organization_id', 'phone']).doNothing())
    .execute()
}

interface Texted {
  organizationId: string
  /** The sender's number in E.164 format. */
  phone: string
  /** Twilio's ID of the text, or of the call. */
  sid: string
}

/**
 * Returns the conversation that a text continues: the one that has the text already, the last one with the number, or
 * the one about which the last text to the number was. Null if there is none, or if it is long over.
 */
export async function currentConversation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { organizationId, phone, sid }: Texted,
): Promise<VisitorConversation | null> {
  const since = new Date(clock().getTime() - ROUTED_MS)
  const stored = await db
    .selectFrom('messages')
    .select('conversation_id as id')
    .where('organization_id', '=', organizationId)
    .where('client_id', '=', sid)
    .where('author', '=', 'visitor')
    .executeTakeFirst()
  const own = await db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('text_phone', '=', phone)
    .where('is_test', '=', false)
    .where(({ eb, fn }) => eb(fn.coalesce('last_message_at', 'created_at'), '>', since))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const id = stored?.id ?? own?.id ?? (await textedAbout(db, { organizationId, phone, sid }, since))
  if (!id) return null
  await db.updateTable('conversations').set({ text_phone: phone }).where('id', '=', id).execute()
  return (await visitorConversation(db, id, null).executeTakeFirst()) ?? null
}

/** Returns the conversation about which the last text to a number was. */
async function textedAbout(
  db: Kysely<Database>,
  { organizationId, phone }: Texted,
  since: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('notifications')
    .innerJoin('conversations', 'conversations.id', 'notifications.conversation_id')
    .select('conversations.id')
    .where('notifications.organization_id', '=', organizationId)
    .where('notifications.channel', '=', 'sms')
    .where('notifications.audience', '=', 'visitor')
    .where('notifications.recipient', '=', phone)
    .where('notifications.sent_at', '>', since)
    .where('conversations.is_test', '=', false)
    .orderBy('notifications.position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Who begins a conversation; the number is null if it is hidden. */
interface Begun {
  organizationId: string
  phone: string | null
  channel?: string
  isTest?: boolean
}

/**
 * Starts a conversation, by default by text, in which the visitor's number is known. The visitor has written or called
 * first, so nobody says hello.
 */
export async function startTexted(
  deps: Pick<Deps, 'db' | 'clock'>,
  { organizationId, phone, channel = TEXTED, isTest = false }: Begun,
): Promise<VisitorConversation> {
  const { db, clock } = deps
  const now = clock()
  const { state } = begin({
    business: await businessForVisitor(db, { organizationId, isTest }, now),
    now,
    busy: [],
  })
  const id = newId('conv')
  const known =
    phone === null || channel !== TEXTED ? state.known : { ...state.known, phone: readPhone(phone).display }
  await db
    .insertInto('conversations')
    .values({
      id,
      organization_id: organizationId,
      visitor_token_hash: null,
      state: JSON.stringify({ ...state, known }),
      channel,
      text_phone: phone,
      is_test: isTest,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return visitorConversation(db, id, null).executeTakeFirstOrThrow()
}
