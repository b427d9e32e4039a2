import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { KEY_ID } from '../base/ids.ts'
import { currentHolder } from '../conversations/holder.ts'
import { inboxConversation } from '../conversations/inbox.ts'
import { type Holder, STANDING_COLUMNS } from '../conversations/standing.ts'
import type { AlertTalksTable, Database, TextAlertsTable } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessName, organizationWithProfile } from '../profiles/stored-profile.ts'
import type { KnownAlert, Talk } from './decide.ts'
import { memberWithPhone } from './members.ts'
import {
  closed,
  colleague,
  inBusiness,
  leftAlone,
  notWaiting,
  shortName,
  taken,
  takenOver,
} from './wording.ts'

/** How long an alert can be answered. */
export const ALERT_MS = DAY_MS
/** How many of a number's texts are remembered, because they can arrive or be acted on twice. */
const MOST_REMEMBERED = 100

export type AlertRow = Selectable<TextAlertsTable>
export type TalkRow = Selectable<AlertTalksTable>

/** An alert of a member's number, with the current state of its conversation. */
export interface OwnAlert extends KnownAlert {
  row: AlertRow
  member: Holder
  /** How texts call the visitor, with the business if the number has open alerts of several. */
  who: string
  leadId: string | null
  /** The member who has taken the conversation over, even if the agent continues meanwhile. */
  takenBy: string | null
  /** Why it is no longer open; null if it is. */
  over: Over | null
}

/** Why nobody needs to answer an alert any more. A visitor who only stopped waiting can still be written to. */
export interface Over {
  is: 'ended' | 'handled' | 'not waiting'
  /** A sentence. */
  why: string
}

/** Locks what a number is doing until the transaction ends. */
export async function lockTalk(tx: Transaction<Database>, phone: string, now: Date): Promise<TalkRow> {
  await tx
    .insertInto('alert_talks')
    .values({ phone, waiting: '[]', taken: '[]', done: '[]', touched_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('alert_talks')
    .selectAll()
    .where('phone', '=', phone)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const readTalk = (db: Kysely<Database>, phone: string): Promise<TalkRow | undefined> =>
  db.selectFrom('alert_talks').selectAll().where('phone', '=', phone).executeTakeFirst()

/** Returns what a number is doing; null if nothing, or if that is long over. */
export function talkIn(row: TalkRow | undefined, now: Date): Talk | null {
  if (!row?.mode || now.getTime() - row.touched_at.getTime() >= ALERT_MS) return null
  return { mode: row.mode, alertId: row.alert_id, touchedAt: row.touched_at }
}

export const withText = (sids: readonly string[], sid: string): string =>
  JSON.stringify([...sids, sid].slice(-MOST_REMEMBERED))

/** Selects the alerts that a number has got within a day, and the one that it is writing about. */
export const alertRows = (db: Kysely<Database>, phone: string, now: Date, held: string | null = null) =>
  db
    .selectFrom('text_alerts')
    .selectAll()
    .where('phone', '=', phone)
    .where(({ or, eb }) =>
      or([eb('opened_at', '>', new Date(now.getTime() - ALERT_MS)), eb('id', '=', held)]),
    )
    .orderBy('opened_at')
    .orderBy('id')

/** Returns the alerts of a number, as far as it is now a member's, oldest first. */
export async function ownAlerts(deps: Deps, phone: string, held: string | null): Promise<OwnAlert[]> {
  const now = deps.clock()
  const rows = await alertRows(deps.db, phone, now, held).execute()
  const members = new Map<string, Holder | null>()
  for (const { organization_id: id } of rows)
    if (!members.has(id)) members.set(id, await memberWithPhone(deps, id, phone))
  const known = rows.filter(({ organization_id: id }) => members.get(id))
  const names = await businessesOf(deps.db, known, held, now)
  const own: OwnAlert[] = []
  for (const row of known) {
    const { organization_id: id } = row
    const member = members.get(id)
    const alert = member && (await withState(deps.db, row, { member, business: names.get(id), now }))
    if (alert) own.push(alert)
  }
  return own
}

const isRecent = ({ opened_at }: AlertRow, now: Date) => now.getTime() - opened_at.getTime() < ALERT_MS

/**
 * Returns the names of the businesses whose alerts a number has open, or with which it writes about `held`, by their IDs;
 * none if it is only one.
 */
export async function businessesOf(
  db: Kysely<Database>,
  rows: readonly AlertRow[],
  held: string | null,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const open = rows.filter((row) => row.id === held || (row.closed_at === null && isRecent(row, now)))
  const names = new Map<string, string>()
  const ids = new Set(open.map((row) => row.organization_id))
  if (ids.size < 2) return names
  for (const id of ids) {
    const business = await organizationWithProfile(db, id).executeTakeFirst()
    if (business) names.set(id, businessName(business))
  }
  return names
}

async function withState(
  db: Kysely<Database>,
  row: AlertRow,
  { member, business, now }: { member: Holder; business: string | undefined; now: Date },
): Promise<OwnAlert | null> {
  const conversation = await db
    .selectFrom('conversations')
    .leftJoin('leads', 'leads.conversation_id', 'conversations.id')
    .select(['conversations.organization_id', 'leads.id as lead_id'])
    .select(STANDING_COLUMNS.map((column) => `conversations.${column}` as const))
    .where('conversations.id', '=', row.conversation_id)
    .executeTakeFirst()
  if (!conversation) return null
  const who = inBusiness(
    shortName(await inboxConversation(db, row.organization_id, row.conversation_id)),
    business,
  )
  const over = await whyOver(db, row, { conversation, member, who, now })
  return {
    ...{ id: row.id, code: row.code, row, member, who, over },
    isInPlay: row.closed_at === null && isRecent(row, now),
    leadId: conversation.lead_id,
    takenBy: conversation.taken_by,
  }
}

/** Returns why an alert is no longer open; null if it is. */
async function whyOver(
  db: Kysely<Database>,
  row: AlertRow,
  {
    conversation,
    member,
    who,
    now,
  }: {
    conversation: Parameters<typeof currentHolder>[1] & { lead_id: string | null }
    member: Holder
    who: string
    now: Date
  },
): Promise<Over | null> {
  const handled = (name: string | null): Over => ({ is: 'handled', why: taken(who, colleague(name)) })
  if (conversation.status === 'closed') return { is: 'ended', why: closed(who) }
  if (row.handled_at !== null) return handled(row.handled_by)
  const holder = await currentHolder(db, conversation, now)
  if (holder && holder.userId !== member.userId)
    return { is: 'handled', why: takenOver(colleague(holder.name), who) }
  const isOwn = conversation.taken_by === member.userId
  const answer = isOwn
    ? undefined
    : await db
        .selectFrom('messages')
        .select('author_name')
        .where('conversation_id', '=', row.conversation_id)
        .where('author', '=', 'person')
        .where('message_type', '=', 'outgoing')
        .where('position', '>', row.position)
        .executeTakeFirst()
  if (answer) return handled(answer.author_name)
  if (!row.is_waiting && (await hasActed(db, row, conversation.lead_id, member))) return handled(null)
  if (conversation.status === 'person' && !isOwn)
    return { is: 'not waiting', why: leftAlone(colleague(conversation.taken_by_name), who, row.code) }
  return row.is_waiting && conversation.status === 'agent'
    ? { is: 'not waiting', why: notWaiting(who) }
    : null
}

/** Returns whether another member has done something with a lead since an alert about it, such as calling. */
async function hasActed(
  db: Kysely<Database>,
  { opened_at }: AlertRow,
  leadId: string | null,
  { userId }: Holder,
): Promise<boolean> {
  const act = await db
    .selectFrom('lead_activity')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('actor_kind', '=', 'person')
    .where('actor_id', '<>', userId)
    .where(sql<boolean>`not starts_with(actor_id, ${`${KEY_ID}_`})`)
    .where('at', '>=', opened_at)
    .limit(1)
    .executeTakeFirst()
  return act !== undefined
}
