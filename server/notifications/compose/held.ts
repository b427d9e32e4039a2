import { type Kysely, sql } from 'kysely'
import type { Lead } from '../../../src/contract/leads.ts'
import { counted } from '../../../src/domain/common/counted.ts'
import { leadPath } from '../../../src/domain/leads/path.ts'
import { kindName } from '../../../src/domain/notifications/status.ts'
import { slotLabel } from '../../call-times/slots.ts'
import type { Database } from '../../db/schema.ts'
import { LEAD_COLUMNS } from '../../leads/lead-columns.ts'
import type { Withdrawn } from '../composed.ts'
import { inOrganization, reported } from '../links.ts'
import type { Facts, Row } from './facts.ts'
import { markedName, numberOf, rankOf } from './marked-lead.ts'
import type { Message } from './message.ts'
import { readDigest } from './numbers.ts'
import { asTest, toMessage } from './owner.ts'
import { readInstant, timeOfDay } from './words.ts'

/** How many messages a digest lists at most. */
const LISTED = 50

/** A message that was over a limit, and its lead if it is about one. */
interface Held {
  row: Pick<Row, 'kind' | 'created_at' | 'data'>
  lead: Lead | null
}

export interface HeldMessages {
  count: number
  /** The first {@link LISTED}, emergencies first, then oldest first. */
  held: Held[]
}

/** Reads the messages that a digest lists. A message about many leads counts as one for each. */
export async function readHeld(db: Kysely<Database>, digest: Row): Promise<HeldMessages> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('organization_id', '=', digest.organization_id)
    .where('digest_id', '=', digest.id)
    .orderBy('position')
    .execute()
  const leads: Lead[] = await db
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('leads.organization_id', '=', digest.organization_id)
    .where('leads.id', '=', sql<string>`any(${rows.flatMap(({ lead_id }) => lead_id ?? [])})`)
    .execute()
  const held: Held[] = []
  let count = 0
  for (const row of rows) {
    if (row.kind === 'lead_digest') {
      const others = await readDigest(db, row)
      count += others.count
      held.push(...others.leads.map(({ lead }) => ({ row: { ...row, kind: 'new_lead' as const }, lead })))
      continue
    }
    count += 1
    held.push({ row, lead: leads.find(({ id }) => id === row.lead_id) ?? null })
  }
  return { count, held: held.toSorted((a, b) => rankOf(a.lead) - rankOf(b.lead)).slice(0, LISTED) }
}

/** Returns a message that lists the messages that were over a limit. */
export function heldMessage(facts: Facts, { count, held }: HeldMessages): Message | Withdrawn {
  if (count === 0) return { canceled: 'There is nothing left to report' }
  const title = counted(count, 'notification')
  const items = held.map((each) => itemOf(facts, each))
  const names = items.slice(0, 3).map(({ text }) => text)
  const list = `${names.join(', ')}${count > names.length ? ', …' : ''}`
  const more = {
    text: `and ${(count - items.length).toLocaleString('en-US')} more`,
    href: `${facts.origins.console}${inOrganization('/leads', facts.row)}`,
  }
  return toMessage(facts, {
    subject: `${title}: ${list}`,
    preview: items.map(({ text }) => text).join(', '),
    label: 'Notifications together',
    heading: title,
    parts: [
      { kind: 'text', text: 'There were many notifications today, so these come together.' },
      { kind: 'list', title: null, items, more: count > items.length ? more : null },
    ],
    path: '/leads',
    open: 'Open leads',
    lead: null,
    text: () => `${title} together.`,
    extra: list,
    pushTitle: title,
    pushBody: list,
    tag: 'held',
  })
}

function itemOf({ row: digest, now, origins, business }: Facts, { row, lead }: Held) {
  const name = lead && markedName(lead)
  const text = [kindName(row.kind), name].filter(Boolean).join(': ')
  const start = row.kind.startsWith('booking_') ? readInstant(row.data.start) : null
  const path = lead ? reported(leadPath(lead.id), digest) : inOrganization('/', digest)
  return {
    text: lead?.is_test ? asTest(text) : text,
    href: `${origins.console}${path}`,
    detail: [
      lead && numberOf(lead),
      timeOfDay(row.created_at, business.timezone),
      start && `for ${slotLabel(start, business.timezone, 'en', now)}`,
    ]
      .filter(Boolean)
      .join(', '),
  }
}
