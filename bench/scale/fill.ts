import { type Kysely, sql, type Transaction } from 'kysely'
import { migrateIdentity } from '../../dev/identity/migrate.ts'
import { respond } from '../../server/agent/respond.ts'
import { begin } from '../../server/agent/turn.ts'
import type { Database } from '../../server/db/schema.ts'
import { businessOf } from '../../server/profiles/business.ts'
import { frequentWords, withoutIndexes } from '../fill.ts'
import { SAYINGS } from '../visitors.ts'
import { addBelongings } from './belongings.ts'
import { ids, organizationId } from './ids.ts'
import { addOrganizations } from './organizations.ts'

/** The amount of data to generate. The number of messages must be a multiple of 100. */
export interface Size {
  organizations: number
  messages: number
}

/**
 * Message counts of ten successive conversations, ten on average. Those with one message contain only the agent's
 * greeting.
 */
const LENGTHS = [1, 1, 4, 6, 8, 10, 12, 14, 18, 26]
const MEAN_LENGTH = 10
/** The conversations in each group of ten that have a lead. */
export const WITH_LEAD = [4, 5, 7, 9]
/** The age of the oldest conversation: one day more than the retention period (server/jobs/retention.ts). */
export const DAYS = 91

export const conversationsOf = ({ messages }: Size) => messages / MEAN_LENGTH

/**
 * Returns the organization of conversation `n`. The share of organization `k` is proportional to 1 / k: out of 10,000
 * organizations, the first has 7.5% of 500,000 conversations, and half of them have at most 11.
 */
export const organizationOf = (n: number, organizations: number) =>
  Math.floor(Math.exp(((n * GOLDEN) % 1) * Math.log(organizations + 1)))

/** Its multiples modulo 1 fill the range from 0 to 1 evenly. */
const GOLDEN = 0.618_033_988_749_894_9

/** Returns the numbers of the conversations and the values derived from them. */
function numbered(size: Size, now: Date) {
  const count = conversationsOf(size)
  return sql`(select n, at, length, ${ids.organization(sql`organization`)} as organization_id, organization
    from (select n, ${now}::timestamptz - interval '1 day' * (${DAYS}::float8 * (1 - n::float8 / ${count}::float8)) as at,
      (${LENGTHS}::int[])[1 + n % ${sql.lit(LENGTHS.length)}] as length,
      floor(exp(((n * ${GOLDEN}::float8) - floor(n * ${GOLDEN}::float8)) * ln(${size.organizations + 1}::float8)))::int
        as organization
    from generate_series(0, ${count - 1}::int) n) as timed) as each`
}

/** Returns the agent's state after a chat as JSON, which is the same for every conversation. */
async function stateAfterChat(db: Kysely<Database>, now: Date): Promise<string> {
  const context = { business: await businessOf(db, organizationId(1), now), now, busy: [] }
  const { state } = SAYINGS.reduce((turn, said) => respond(context, turn.state, said), begin(context))
  return JSON.stringify(state)
}

async function addConversations(tx: Kysely<Database>, size: Size, now: Date): Promise<void> {
  const state = await stateAfterChat(tx, now)
  await sql`insert into conversations (id, organization_id, visitor_token_hash, state, page_url, page, utm_source,
      utm_campaign, created_at, updated_at, last_message_at, last_excerpt, last_author, unread, status, needs)
    select ${ids.conversation(sql`n`)}, organization_id, encode(sha256(('token' || n)::bytea), 'hex'), ${state}::jsonb,
      'https://www.example.com/services/' || n % 40, '/services/' || n % 40,
      case when n % 3 = 0 then 'google' end, case when n % 3 = 0 then 'spring-' || n % 12 end, at, ended,
      case when length > 1 then ended end,
      case when length > 1 then 'Thank you. Our team will call you about the estimate for your lawn.' end,
      case when length > 1 then 'agent' end, (n % 45 = 7)::int,
      case when n % 95 = 3 then 'needs_person' else 'agent' end, case when n % 95 = 3 then 'asked' end
    from (select *, date_trunc('milliseconds', at + length * interval '20 seconds') as ended
      from ${numbered(size, now)}) as whole`.execute(tx)
}

async function addMessages(tx: Kysely<Database>, size: Size, now: Date): Promise<void> {
  await sql`insert into messages (id, organization_id, conversation_id, position, message_type, author, content,
      client_id, created_at)
    select ${ids.other('msg', sql`n || '_' || p`)}, organization_id, ${ids.conversation(sql`n`)}, p,
      case p % 2 when 0 then 'outgoing' else 'incoming' end, case p % 2 when 0 then 'agent' else 'visitor' end,
      case p % 2 when 0 then 'Thank you. What is the best phone number or email to reach you at about the estimate'
        || ' for your lawn, and when can our team come by to look at it' else 'Could you tell me more about the price'
        end || ${frequentWords()} || ' number' || n,
      case p % 2 when 1 then left(md5(n || '-' || p), 21) end, at + p * interval '20 seconds'
    from ${numbered(size, now)}, generate_series(0, length - 1) p`.execute(tx)
}

/**
 * Adds one lead per conversation in WITH_LEAD. New leads become lost after 30 days, except those that today's job must
 * find.
 */
async function addLeads(tx: Kysely<Database>, size: Size, now: Date): Promise<void> {
  await sql`insert into leads (id, organization_id, conversation_id, status, source, prospect_name, prospect_email,
      prospect_phone, prospect_address, property_address, service_interest, extracted_metadata, page, utm_source,
      utm_campaign, converted_to_booking_id, booking_status, booking_start_time, booking_url, answered_at, loss_reason,
      automatic_reason, automatic_at, created_at, updated_at, changed_in)
    select ${ids.lead(sql`n`)}, organization_id, ${ids.conversation(sql`n`)}, status, 'website_chat', 'Jane Doe ' || n,
      'jane' || n || '@example.com', to_char(6140000000 + n, 'FM000-000-0000'), n % 900 || ' Elm Street, Columbus',
      n % 900 || ' Elm Street, Columbus', 'Lawn mowing',
      jsonb_build_object('name', 'Jane Doe ' || n, 'email', 'jane' || n || '@example.com',
        'phone', to_char(6140000000 + n, 'FM000-000-0000'), 'address', n % 900 || ' Elm Street, Columbus',
        'service_needs', 'Lawn mowing'),
      '/services/' || n % 40, case when n % 3 = 0 then 'google' end, case when n % 3 = 0 then 'spring-' || n % 12 end,
      case when status = 'converted' then ${ids.other('booking', sql`n`)} end,
      case when status = 'converted' then 'scheduled' end, case when status = 'converted' then at + interval '3 days' end,
      case when status = 'converted' then 'https://widget.example.com/booking/' || ${ids.other('booking', sql`n`)} end,
      case when n % 7 > 1 then at + interval '40 minutes' end,
      case when is_stale then 'No activity for 30 days' when status = 'lost' then 'Too expensive' end,
      case when is_stale then 'No activity for 30 days' end, case when is_stale then at + interval '30 days' end,
      at, case when is_stale then at + interval '30 days' else at + interval '1 hour' end,
      pg_current_xact_id()::text::bigint
    from (select *, case n / 10 % 4 when 0 then 'converted' when 1 then 'lost' else
          case when is_old then 'lost' else 'new' end end as status, is_old and n / 10 % 4 > 1 as is_stale
        from (select *, at < ${now}::timestamptz - interval '31 days' as is_old from ${numbered(size, now)}) as aged
        where n % 10 = any(${WITH_LEAD}::int[])) as whole`.execute(tx)
}

/**
 * Fills an empty, migrated database with organizations of very different sizes and three months of data from visitors
 * and owners. Triggers and foreign keys are off until the end, and indexes are built last.
 */
export async function fillScale(db: Kysely<Database>, size: Size, now: Date): Promise<void> {
  await migrateIdentity(db)
  await db.transaction().execute(async (tx: Transaction<Database>) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await withoutIndexes(
      tx,
      ['conversations', 'messages', 'leads', 'lead_activity', 'notifications'],
      async () => {
        await addOrganizations(tx, size.organizations, now)
        await addConversations(tx, size, now)
        await addMessages(tx, size, now)
        await addLeads(tx, size, now)
        await addBelongings(tx, now)
      },
    )
  })
  await sql`vacuum analyze`.execute(db)
}
