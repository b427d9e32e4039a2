import { type Kysely, type SqlBool, sql } from 'kysely'
import {
  INBOX_LIMIT,
  type Inbox,
  type InboxConversation,
  type InboxQuery,
  MOST_COUNTED,
} from '../../src/contract/conversations.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import { present } from '../../src/domain/common/present.ts'
import { alarmIn } from '../../src/domain/leads/agent-notes.ts'
import { isCanceled } from '../../src/domain/leads/bookings.ts'
import { leadLabel, leadPhone } from '../../src/domain/leads/name.ts'
import { cityIn } from '../agent/area.ts'
import { readState } from '../agent/state.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { EXCERPT_LENGTH } from './messages.ts'
import { STANDING_COLUMNS } from './standing.ts'
import { readTextSearch } from './text-query.ts'

/** How many of the newest conversations a search scans before it uses the text index. */
const LOOKED_THROUGH = 500
/** If more messages than this match a search, all conversations are scanned instead, newest first. */
const MOST_HITS = 5_000

/** The maximum number of conversations needing a person that are checked for the badge. */
const MOST_WEIGHED = 1_000

/** Selects the conversations in which the visitor has written, with their leads. */
const conversations = (db: Kysely<Database>, organizationId: string) =>
  db
    .selectFrom('conversations')
    .leftJoin('leads', 'leads.conversation_id', 'conversations.id')
    .select([
      'conversations.id',
      'conversations.channel',
      'conversations.unread',
      'conversations.is_test',
      'conversations.page',
      'conversations.page_url',
      'conversations.last_message_at',
      'conversations.waiting_since',
      'conversations.last_excerpt',
      'conversations.last_author',
      'conversations.created_at',
      'conversations.state',
      ...STANDING_COLUMNS.map((column) => `conversations.${column}` as const),
      'leads.id as lead_id',
      'leads.status as lead_status',
      'leads.booking_start_time',
      'leads.booking_status',
      'leads.booking_kind',
      'leads.booking_minutes',
      'leads.prospect_name',
      'leads.contact_name',
      'leads.prospect_email',
      'leads.contact_email',
      'leads.prospect_phone',
      'leads.contact_phone',
      'leads.service_interest',
    ])
    .where('conversations.organization_id', '=', organizationId)
    .where('conversations.last_message_at', 'is not', null)

type Row = Awaited<ReturnType<ReturnType<typeof conversations>['execute']>>[number]

/** The reasons that a message gives, which the row shows. */
const URGENT: readonly (string | null)[] = ['emergency', 'danger', 'urgent']

function shown(row: Row): InboxConversation {
  const { known, notes, noContact } = readState(row.state)
  const alarm = URGENT.includes(row.needs) ? alarmIn(notes.join('\n')) : null
  const path = row.page_url && URL.canParse(row.page_url) ? new URL(row.page_url).pathname : null
  const start = isCanceled(row.booking_status) ? null : row.booking_start_time
  return {
    id: row.id,
    channel: row.channel,
    status: row.status,
    needs: row.needs,
    taken_by: row.taken_by,
    taken_by_name: row.taken_by_name,
    taken_at: row.taken_at?.toISOString() ?? null,
    name: row.lead_id
      ? leadLabel({ ...row, id: row.lead_id, conversation_id: row.id }).name
      : present(known.name),
    city: known.address === null ? null : cityIn(known.address),
    page: row.page ?? path,
    lead_id: row.lead_id,
    lead_status: row.lead_status,
    phone: row.lead_id === null || noContact ? null : leadPhone(row),
    booking_start_time: start?.toISOString() ?? null,
    booking_kind: start && row.booking_kind,
    booking_minutes: start && row.booking_minutes,
    last_message_at: (row.last_message_at ?? row.created_at).toISOString(),
    last_excerpt: alarm ? cutText(alarm.text, EXCERPT_LENGTH) : (row.last_excerpt ?? ''),
    last_author: alarm ? 'visitor' : (row.last_author ?? 'visitor'),
    unread: row.unread,
    is_test: row.is_test,
    waiting_since: row.waiting_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** Returns a conversation of the organization as the inbox shows it. Rejects with 404 if there is none. */
export async function inboxConversation(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<InboxConversation> {
  const row = await conversations(db, organizationId).where('conversations.id', '=', id).executeTakeFirst()
  if (!row) throw unknownConversation()
  return shown(row)
}

export const unknownConversation = () => new HttpError(404, 'The requested conversation could not be found.')

/** Lists conversations, latest message first. The cost does not depend on their number. */
export async function listInbox(
  db: Kysely<Database>,
  { userId, organizationId }: { userId: string; organizationId: string },
  query: InboxQuery,
): Promise<Inbox> {
  const limit = Number(query.limit ?? INBOX_LIMIT.usual)
  let listed = conversations(db, organizationId)
    .orderBy('conversations.last_message_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .limit(limit + 1)
  if (query.needs_person) listed = listed.where('conversations.status', '=', 'needs_person')
  if (query.unread) listed = listed.where('conversations.unread', '>', 0)
  if (query.needs_person || query.unread) listed = listed.where('conversations.is_test', '=', false)
  if (query.test) listed = listed.where('conversations.is_test', '=', true)
  if (query.mine) listed = listed.where('conversations.taken_by', '=', userId)
  if (query.lead) listed = listed.where('leads.id', 'is not', null)
  if (query.channel) listed = listed.where('conversations.channel', '=', query.channel)
  if (query.cursor) {
    const { at, id } = readCursor(query.cursor)
    listed = listed.where(sql<SqlBool>`(conversations.last_message_at, conversations.id) < (${at}, ${id})`)
  }
  const rows =
    query.q === undefined ? await listed.execute() : await found(db, organizationId, listed, query.q, limit)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    conversations: page.map(shown),
    cursor: last && rows.length > limit ? cursorAfter(last) : null,
    ...(await inboxCounts(db, organizationId)),
  }
}

type Listed = ReturnType<typeof conversations>

/**
 * Returns the listed conversations that match a search. Frequent words fill a page from the newest conversations; other
 * matches are found through the text index.
 */
async function found(db: Kysely<Database>, organizationId: string, listed: Listed, q: string, limit: number) {
  const search = searchOf(db, organizationId, q)
  if (!search) return []
  const newest = listed.clearSelect().select('conversations.id').clearLimit().limit(LOOKED_THROUGH)
  const rows = await listed.where('conversations.id', 'in', newest).where(search.inOrder).execute()
  if (rows.length > limit || !(await newest.offset(LOOKED_THROUGH).limit(1).executeTakeFirst())) return rows
  return listed.where((await search.byIndex()) ?? search.inOrder).execute()
}

/** The query conditions that a message of the conversation contains all words of a search. */
interface Search {
  /** Scans the conversations in their order. */
  inOrder: ReturnType<typeof sql<SqlBool>>
  /** Uses the text index; null if too many messages match. */
  byIndex: () => Promise<ReturnType<typeof sql<SqlBool>> | null>
}

const WORDS = sql`to_tsvector('simple', search_text(content) || ' ' || phone_words(content))`
/** The words of a message and its organization, as in the index `messages_words`. */
const INDEXED_WORDS = sql`(${WORDS} || array_to_tsvector(array[organization_id]))`
const asWord = (text: string) => `'${text.replace(/['\\]/g, '$&$&')}'`

function searchOf(db: Kysely<Database>, organizationId: string, q: string): Search | null {
  const search = readTextSearch(q)
  if (search === null) return null
  const query = sql`to_tsquery('simple', ${search.query})`
  const contained = search.digits
    ? sql`content ~ ${search.digits}`
    : sql.join(
        [
          ...search.words.map((word) => sql`search_text(content) like ${`%${word}%`}`),
          sql`${WORDS} @@ ${query}`,
        ],
        sql` and `,
      )
  return {
    // `offset 0` keeps the planner from searching all messages first.
    inOrder: sql<SqlBool>`exists (select from messages
      where messages.conversation_id = conversations.id and ${contained} offset 0)`,
    async byIndex() {
      const hits = await db
        .selectFrom('messages')
        .select('conversation_id')
        .where('organization_id', '=', organizationId)
        .where(sql<SqlBool>`${INDEXED_WORDS} @@ (${query} && ${asWord(organizationId)}::tsquery)`)
        .limit(MOST_HITS + 1)
        .execute()
      if (hits.length > MOST_HITS) return null
      const ids = [...new Set(hits.map(({ conversation_id }) => conversation_id))]
      return sql<SqlBool>`conversations.id = any(${ids})`
    },
  }
}

/**
 * Returns the counts for the console's badges, at most MOST_COUNTED each. An unanswered question from a visitor with a
 * lead does not count, because it is noted on the lead, and the team calls. Tests do not count. Checks the newest
 * MOST_WEIGHED conversations that need a person.
 */
export async function inboxCounts(db: Kysely<Database>, organizationId: string) {
  const some = db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('last_message_at', 'is not', null)
    .where('is_test', '=', false)
    .limit(MOST_COUNTED)
  const { needs_person, unread } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom(
        selectFrom(
          some
            .clearSelect()
            .select(['id', 'needs'])
            .where('status', '=', 'needs_person')
            .orderBy('last_message_at', 'desc')
            .orderBy('id', 'desc')
            .limit(MOST_WEIGHED)
            .as('newest'),
        )
          .select('newest.id')
          .where(({ or, eb, not, exists, selectFrom: from }) =>
            or([
              eb('newest.needs', '<>', 'unanswered'),
              not(
                exists(from('leads').select('leads.id').whereRef('leads.conversation_id', '=', 'newest.id')),
              ),
            ]),
          )
          .limit(MOST_COUNTED)
          .as('needing'),
      )
        .select(fn.countAll().as('count'))
        .as('needs_person'),
      selectFrom(some.where('unread', '>', 0).as('waiting'))
        .select(fn.countAll().as('count'))
        .as('unread'),
    ])
    .executeTakeFirstOrThrow()
  return { needs_person: Number(needs_person), unread: Number(unread) }
}

const cursorAfter = ({ last_message_at, id }: Row) => `${last_message_at?.getTime() ?? 0}_${id}`

function readCursor(cursor: string): { at: Date; id: string } {
  const [, time = '', id = ''] = /^(\d{1,15})_(.+)$/s.exec(cursor) ?? []
  if (!id) throw new HttpError(400, 'The cursor is not valid')
  return { at: new Date(Number(time)), id }
}
