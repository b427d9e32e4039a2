import { createHash } from 'node:crypto'
import type { Lead } from '../../src/contract/leads.ts'
import { capitalized } from '../../src/domain/common/capitalized.ts'
import { present } from '../../src/domain/common/present.ts'
import { appointmentName } from '../../src/domain/leads/appointment-words.ts'
import { appointmentOf, CANCELED, endOf } from '../../src/domain/leads/bookings.ts'
import { leadLabel } from '../../src/domain/leads/name.ts'
import { leadPath } from '../../src/domain/leads/path.ts'
import { SECOND_MS } from '../../src/domain/time/durations.ts'
import { Rejected } from '../base/vendor-errors.ts'
import type { Work } from './contacts.ts'
import { type Due, keepLink } from './links.ts'
import { createExtra, type ExtraKind, findExtra, updateExtra } from './objects.ts'
import { logTransfers } from './transfers.ts'

/** How long a conversation must be quiet before it is copied. */
const QUIET_MS = 30 * SECOND_MS
/** HubSpot's maximum length of a text. */
const MOST_TEXT = 65_000
/** The stages of HubSpot's default pipeline. */
const STAGES = { pipeline: 'default', booked: 'appointmentscheduled', lost: 'closedlost' }

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>')

/** Returns the link to a lead, which also identifies the lead's objects in HubSpot. */
const linkOf = ({ deps }: Work, { lead_id }: Due) => `${deps.config.origins.console}${leadPath(lead_id)}`

/**
 * Adds the conversation to a lead's contact as a note. For a converted lead, adds a deal, and the upcoming estimate
 * call as a meeting. Returns when the conversation becomes quiet; null if it already is.
 */
export async function transferExtras(work: Work, due: Due): Promise<Date | null> {
  const { lead } = due
  if (lead.status === 'converted' || due.extras.deal)
    await ensure(work, due, 'deal', dealOf(work, due), {
      pipeline: STAGES.pipeline,
      dealstage: STAGES.booked,
    })
  const { booking_start_time: call } = lead
  if (call !== null && (due.extras.meeting || (lead.status === 'converted' && isAhead(work, lead)))) {
    await ensure(work, due, 'meeting', meetingOf(work, due))
  }
  if (lead.conversation_id === null) return null
  const { deps } = work
  const conversation = await deps.db
    .selectFrom('conversations')
    .select(['last_message_at', 'created_at'])
    .where('id', '=', lead.conversation_id)
    .executeTakeFirst()
  const last = conversation?.last_message_at
  if (!conversation || !last) return null
  const quiet = new Date(last.getTime() + QUIET_MS)
  if (quiet > deps.clock()) return quiet
  const note = await noteOf(work, due, lead.conversation_id)
  await ensure(work, due, 'note', { ...note, hs_timestamp: conversation.created_at.toISOString() })
  return null
}

async function noteOf(work: Work, due: Due, conversationId: string): Promise<Record<string, string>> {
  const messages = await work.deps.db
    .selectFrom('messages')
    .select(['message_type', 'author', 'author_name', 'content'])
    .where('conversation_id', '=', conversationId)
    .where('message_type', '!=', 'note')
    .orderBy('position')
    .execute()
  const heading = `<p><a href="${linkOf(work, due)}">Conversation in Fieldhand</a></p>`
  const lines = messages.map(({ message_type, author_name, content }) => {
    const who = message_type === 'incoming' ? 'Visitor' : (author_name ?? 'Agent')
    return `<p><strong>${escaped(who)}:</strong> ${escaped(content)}</p>`
  })
  let isCut = false
  while (lines.length > 1 && heading.length + lines.reduce((sum, line) => sum + line.length, 0) > MOST_TEXT) {
    lines.shift()
    isCut = true
  }
  return { hs_note_body: [heading, ...(isCut ? ['<p>…</p>'] : []), ...lines].join('').slice(0, MOST_TEXT) }
}

function dealOf(work: Work, due: Due): Record<string, string> {
  const { lead } = due
  const details = [
    ['Service', lead.service_interest],
    ['Size', lead.property_size],
    ['When', lead.timeline],
    ['Budget', lead.budget],
    ['Details', lead.service_additional_info],
  ].flatMap(([label, value]) => (present(value) ? [`${label}: ${value}`] : []))
  return {
    dealname: [leadLabel(lead).name, present(lead.service_interest)].filter(Boolean).join(' – '),
    description: [...details, linkOf(work, due)].join('\n'),
    // After the creation, only a lost lead changes the stage; otherwise, HubSpot controls it.
    ...(lead.status === 'lost' && { dealstage: STAGES.lost }),
  }
}

/** Returns whether a lead's appointment is not over. */
const isAhead = ({ deps }: Work, lead: Lead) => endOfCall(lead) > deps.clock()

const endOfCall = (lead: Lead) => endOf(new Date(lead.booking_start_time ?? ''), appointmentOf(lead))

function meetingOf(work: Work, due: Due): Record<string, string> {
  const start = due.lead.booking_start_time ?? ''
  return {
    hs_timestamp: start,
    hs_meeting_start_time: start,
    hs_meeting_end_time: endOfCall(due.lead).toISOString(),
    hs_meeting_title: `${capitalized(appointmentName(appointmentOf(due.lead).kind))} with ${leadLabel(due.lead).name}`,
    hs_meeting_body: linkOf(work, due),
    hs_meeting_outcome: due.lead.booking_status === CANCELED ? 'CANCELED' : 'SCHEDULED',
  }
}

/**
 * Creates or updates an object of the contact if it has changed; `atFirst` is only for a new one. An object that was
 * deleted in HubSpot is not created again. A rejection is logged, and not retried until the object changes.
 */
async function ensure(
  work: Work,
  due: Due,
  kind: ExtraKind,
  properties: Record<string, string>,
  atFirst: Record<string, string> = {},
): Promise<void> {
  const { db } = work.deps
  const contactId = due.contact_id ?? ''
  const hash = createHash('sha256')
    .update(JSON.stringify([contactId, properties]))
    .digest('hex')
  const before = due.extras[kind]
  if (before?.hash === hash) return
  const keep = (id: string | null, done: string) =>
    keepLink(db, due, { extras: { ...due.extras, [kind]: { id, hash: done } } })
  const log = (more: { status?: 'failed'; detail: string | null }) =>
    logTransfers(db, work.organizationId, work.deps.clock(), [{ kind, leadId: due.lead_id, ...more }])
  try {
    let id = before?.id ?? null
    if (before && id === null) {
      id = await work.call((client) => findExtra(client, kind, contactId, linkOf(work, due)))
    }
    if (id !== null) {
      const known = id
      const isThere = await work.call((client) => updateExtra(client, kind, known, properties))
      await keep(id, hash)
      return log({ detail: isThere ? 'Updated' : 'Deleted in HubSpot, so it was not updated' })
    }
    await keep(null, '')
    const dealId = due.extras.deal?.id ?? null
    const made = await work.call((client) =>
      createExtra(client, kind, contactId, dealId, { ...atFirst, ...properties }),
    )
    await keep(made, hash)
    await log({ detail: null })
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    await keep(before?.id ?? null, hash)
    await log({ status: 'failed', detail: error.message })
  }
}
