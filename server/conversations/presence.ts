import type { Kysely, Selectable } from 'kysely'
import type { VisitorPresence } from '../../src/contract/conversations.ts'
import type { PresenceReport } from '../../src/contract/widget.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { publishLeadsChanged } from '../activity/leads-changed.ts'
import { repeated } from '../base/repeat.ts'
import type { Database, VisitorPresenceTable } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { noteAnswered } from './answered.ts'

/**
 * How long a visible tab counts without a new report, which it sends every 45 seconds. A crashed browser or server
 * leaves its tabs to this.
 */
export const TAB_MS = 2 * MINUTE_MS
/** The most tabs of a conversation that are remembered. */
const MOST_TABS = 20
const EXPIRE_EVERY_MS = 15 * SECOND_MS

type Row = Selectable<VisitorPresenceTable>
type Conversation = Pick<Row, 'organization_id'> & { id: string }

const UNKNOWN: Pick<Row, 'here_until' | 'seen_at' | 'received_position' | 'read_position' | 'read_at'> = {
  here_until: null,
  seen_at: null,
  received_position: null,
  read_position: null,
  read_at: null,
}

function shown(row: typeof UNKNOWN, now: Date): VisitorPresence {
  const isHere = row.here_until !== null && row.here_until > now
  return {
    is_here: isHere,
    left_at: isHere ? null : (row.seen_at?.toISOString() ?? null),
    received_position: row.received_position,
    read_position: row.read_position,
    read_at: row.read_at?.toISOString() ?? null,
  }
}

/** Returns whether a visitor is at the chat, and what the visitor has received and read. */
export async function presenceOf(
  db: Kysely<Database>,
  conversationId: string,
  now: Date,
): Promise<VisitorPresence> {
  const row = await db
    .selectFrom('visitor_presence')
    .select(['here_until', 'seen_at', 'received_position', 'read_position', 'read_at'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return shown(row ?? UNKNOWN, now)
}

/** Returns the tabs that the visitor sees, with the times until which they count. */
function tabsAfter(before: Record<string, number>, { tab, is_here }: PresenceReport, now: Date) {
  const others = Object.entries(before).filter(([id, until]) => id !== tab && until > now.getTime())
  const tabs = is_here ? [...others, [tab, now.getTime() + TAB_MS] as const] : others
  return tabs.toSorted(([, a], [, b]) => a - b).slice(-MOST_TABS)
}

const further = (before: number | null, reported: number | null, last: number): number | null => {
  const position = Math.min(reported ?? -1, last)
  return position > (before ?? -1) ? position : before
}

/**
 * Stores what a tab of a visitor reports, and announces what has changed for members. A visitor leaves with the last
 * visible tab. Positions never go back, nor beyond the last message.
 */
export async function notePresence(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  { id, organization_id }: Conversation,
  report: PresenceReport,
): Promise<void> {
  const now = clock()
  const notify = await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('visitor_presence')
      .values({ conversation_id: id, organization_id, tabs: '{}', ...UNKNOWN })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const before = await tx
      .selectFrom('visitor_presence')
      .selectAll()
      .where('conversation_id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const { last } = await tx
      .selectFrom('messages')
      .select(({ fn }) => fn.max<number | null>('position').as('last'))
      .where('conversation_id', '=', id)
      .where('message_type', '<>', 'note')
      .executeTakeFirstOrThrow()
    const tabs = tabsAfter(before.tabs, report, now)
    const until = tabs.at(-1)?.[1]
    const read = further(before.read_position, report.read_position, last ?? -1)
    const after = {
      here_until: until === undefined ? null : new Date(until),
      seen_at: report.is_here || report.tab in before.tabs ? now : before.seen_at,
      received_position: further(before.received_position, report.received_position, last ?? -1),
      read_position: read,
      read_at: read === before.read_position ? before.read_at : now,
    }
    await tx
      .updateTable('visitor_presence')
      .set({ ...after, tabs: JSON.stringify(Object.fromEntries(tabs)) })
      .where('conversation_id', '=', id)
      .execute()
    const isSame = JSON.stringify(shown(after, now)) === JSON.stringify(shown(before, now))
    const isAnswered = read !== null && read !== before.read_position && (await noteAnswered(tx, id, read))
    return [
      ...(isSame ? [] : [await publishPresence(tx, events, { id, organization_id })]),
      ...(isAnswered ? [await publishLeadsChanged(tx, events, organization_id)] : []),
    ]
  })
  for (const each of notify) each()
}

/** Notes that the visitor's phone has received what the business has sent up to a position. Positions never go back. */
export async function noteReceived(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { id, organization_id }: Conversation,
  position: number,
): Promise<void> {
  const notify = await db.transaction().execute(async (tx) => {
    const stored = await tx
      .insertInto('visitor_presence')
      .values({ conversation_id: id, organization_id, tabs: '{}', ...UNKNOWN, received_position: position })
      .onConflict((conflict) =>
        conflict
          .column('conversation_id')
          .doUpdateSet({ received_position: position })
          .where(({ eb, fn, val }) =>
            eb(fn.coalesce('visitor_presence.received_position', val(-1)), '<', position),
          ),
      )
      .executeTakeFirst()
    return stored.numInsertedOrUpdatedRows ? publishPresence(tx, events, { id, organization_id }) : null
  })
  notify?.()
}

const publishPresence = (
  tx: Kysely<Database>,
  events: Deps['events'],
  { id, organization_id }: Conversation,
): Promise<() => void> =>
  events.publishWithin(tx, organization_id, {
    type: 'conversation_presence',
    event_type: 'conversation_presence',
    conversation_id: id,
  })

/** Announces the visitors whose tabs have stopped reporting. Several servers announce each one once. */
export async function expirePresence({ db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>) {
  const now = clock()
  const notify = await db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('visitor_presence')
      .set({ here_until: null, tabs: '{}' })
      .where('here_until', '<=', now)
      .returning(['conversation_id', 'organization_id'])
      .execute()
    return Promise.all(
      rows.map(({ conversation_id: id, organization_id }) =>
        publishPresence(tx, events, { id, organization_id }),
      ),
    )
  })
  for (const each of notify) each()
}

/** Starts to expire presence. Returns the function that stops it. */
export const startPresence = (deps: Deps): (() => Promise<void>) =>
  repeated(
    () => expirePresence(deps),
    (error) => deps.log.error({ err: error }, 'presence could not be expired'),
  ).every(EXPIRE_EVERY_MS)

/**
 * Selects the positions of the members' replies that the visitor has not read, oldest first. A visitor who
 * writes has read everything before that message.
 */
export const unreadReplies = (db: Kysely<Database>, conversationId: string) =>
  db
    .selectFrom('messages')
    .leftJoin('visitor_presence', 'visitor_presence.conversation_id', 'messages.conversation_id')
    .select('messages.position')
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.message_type', '=', 'outgoing')
    .where('messages.author', '=', 'person')
    .where(({ eb, fn, selectFrom, val }) =>
      eb(
        'messages.position',
        '>',
        fn<number>('greatest', [
          fn.coalesce('visitor_presence.read_position', val(-1)),
          fn.coalesce(
            selectFrom('messages as own')
              .select(({ fn: own }) => own.max<number | null>('own.position').as('last'))
              .where('own.conversation_id', '=', conversationId)
              .where('own.author', '=', 'visitor'),
            val(-1),
          ),
        ]),
      ),
    )
    .orderBy('messages.position')
