import type { Insertable, Kysely, Transaction, Updateable } from 'kysely'
import type { Lead, LeadFields, LeadStatus } from '../../src/contract/leads.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { CANCELED } from '../../src/domain/leads/bookings.ts'
import { joinNotes } from '../../src/domain/leads/merge.ts'
import { MANUAL } from '../../src/domain/leads/origin.ts'
import { fieldsOfStatus } from '../../src/domain/leads/status.ts'
import { changesOf } from '../activity/compare-leads.ts'
import { publishLeadsChanged } from '../activity/leads-changed.ts'
import { person, record } from '../activity/record.ts'
import { isKeyId } from '../base/ids.ts'
import { bookedColumns } from '../calendars/bookings.ts'
import { announceCall, type CallChange } from '../calendars/call-changes.ts'
import { keepPastBooking, restorePastBooking } from '../calendars/past-bookings.ts'
import { confirmReservation, type Reservation, withReservation } from '../calendars/reservation.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import { HttpError, unknownLead } from '../http/http-error.ts'
import type { Deps, Member } from '../kernel/deps.ts'
import { leadEvent } from '../kernel/events.ts'
import { answeredBesidesCalls } from './answered.ts'
import { bookingIdOf, type CallWish, callChange, reserveWish } from './change-call.ts'
import { LEAD_COLUMNS } from './lead-columns.ts'

/** Selects a lead's current row if the organization has it. */
export function leadRow(db: Kysely<Database>, organizationId: string, id: string) {
  return db
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
}

/**
 * Stores and publishes a new lead in one transaction. Returns its row, or undefined if the id is taken, even by another
 * organization.
 */
export async function makeLead(
  { db, clock, events }: Deps,
  { organizationId, userId }: Member,
  id: string,
  fields: LeadFields,
) {
  const { made, notify } = await db.transaction().execute(async (tx) => {
    const now = clock()
    const made = await insertLead(tx, organizationId, id, fields, now)
    if (!made) return { made, notify: null }
    await record(tx, { organizationId, leadId: id, at: now, actor: person(userId) }, [
      { type: 'created', data: {} },
    ])
    const event = leadEvent({ id, name: made.contact_name ?? made.prospect_name })
    return { made, notify: await events.publishWithin(tx, organizationId, event) }
  })
  notify?.()
  return made
}

function insertLead(db: Kysely<Database>, organizationId: string, id: string, fields: LeadFields, now: Date) {
  const status: LeadStatus = fields.status ?? 'new'
  const row: Pick<Insertable<Database['leads']>, 'id' | 'organization_id' | 'status' | 'source'> = {
    id,
    organization_id: organizationId,
    source: MANUAL,
    ...fields,
    status,
  }
  return db
    .insertInto('leads')
    .values({ ...row, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(LEAD_COLUMNS)
    .executeTakeFirst()
}

interface ChangeOptions {
  /** Appended to the stored notes, unless they already contain it; `path` is its name in the request. */
  note: { path: string; text: string | undefined }
  /** The `updated_at` that the client read. If the lead has changed since, the request is rejected. */
  readAt: string | undefined
  wish?: CallWish | null
}

/**
 * Changes a lead in one transaction, and books, moves, or cancels its call if a wish asks for it. Rejects with an
 * HttpError if the organization has no such lead, if someone else has changed it since the client read it, or if the
 * call can't be booked or moved.
 */
export async function changeLead(
  deps: Deps,
  member: Member,
  id: string,
  change: Updateable<Database['leads']>,
  options: ChangeOptions,
) {
  const { organizationId } = member
  const { wish, readAt } = options
  const call = wish && { organizationId, lead: await readLead(leadRow(deps.db, organizationId, id), readAt) }
  const reservation = call ? await reserveWish(deps, { ...call, now: deps.clock() }, wish) : null
  const { changed, notify } = await withReservation(deps, reservation, () =>
    deps.db
      .transaction()
      .execute((tx) => storeChange(tx, deps, { ...member, id, reservation }, change, options)),
  )
  for (const each of notify) each()
  return changed
}

/** Returns the selected lead. Rejects if it has changed since the client read it. */
async function readLead(row: ReturnType<typeof leadRow>, readAt: string | undefined): Promise<Lead> {
  const current = await row.executeTakeFirstOrThrow(unknownLead)
  if (readAt === undefined || Date.parse(readAt) === Date.parse(current.updated_at)) return current
  throw new HttpError(409, 'Someone else has changed this lead', {
    code: 'changed_since_read',
    details: { current },
  })
}

async function storeChange(
  tx: Transaction<Database>,
  deps: Deps,
  { organizationId, userId, id, reservation }: Member & { id: string; reservation: Reservation | null },
  change: Updateable<Database['leads']>,
  { note, readAt, wish }: ChangeOptions,
) {
  // Visitors' messages that book a call also lock the organization first.
  if (wish) await lockOrganization(tx, organizationId)
  const current = await readLead(leadRow(tx, organizationId, id).forNoKeyUpdate(), readAt)
  const now = deps.clock()
  const call = wish ? await callChange(tx, { organizationId, lead: current, now }, wish) : null
  if (wish?.kind === 'book' && !call) return { changed: current, isReserved: false, notify: [] }
  const held = call?.start ? (reservation?.held ?? null) : null
  const added = notesWith(current.notes, note)
  const columns = call && (await columnsOfCall(tx, deps, { lead: current, change, now }, call, wish))
  const isOnlyCanceling =
    call?.start === null && Object.values({ ...change, ...added }).every((value) => value === undefined)
  const changed = await tx
    .updateTable('leads')
    .set({
      ...change,
      ...added,
      ...columns,
      ...held,
      updated_at: now,
      answered_at: isOnlyCanceling
        ? await answeredBesidesCalls(tx, current)
        : // An API key does not answer a lead on behalf of a member.
          (current.answered_at ?? (isKeyId(userId) ? null : now)),
    })
    .where('id', '=', id)
    .returning(LEAD_COLUMNS)
    .executeTakeFirstOrThrow()
  if (reservation && held) await confirmReservation(tx, reservation)
  const noted = added.notes === undefined ? null : (note.text?.trim() ?? null)
  const others = changesOf(current, changed, noted)
  const about = { organizationId, leadId: id, at: now, actor: person(userId) }
  if (!call) {
    await record(tx, about, others)
    return {
      changed,
      isReserved: false,
      notify: [await publishLeadsChanged(tx, deps.events, organizationId)],
    }
  }
  const outside = {
    ...about,
    change: call,
    service: 'Fieldhand',
    conversationId: changed.conversation_id,
    others,
  }
  return { changed, isReserved: held !== null, notify: await announceCall(tx, deps, outside) }
}

interface CalledChange {
  lead: Lead
  change: Updateable<Database['leads']>
  now: Date
}

/** Returns the lead columns of a changed call, and keeps or restores the appointment before it if that has started. */
async function columnsOfCall(
  tx: Transaction<Database>,
  { config }: Deps,
  { lead, change, now }: CalledChange,
  { start, appointment }: CallChange,
  wish: CallWish | null | undefined,
): Promise<Updateable<Database['leads']>> {
  if (start === null) {
    const isReopened = change.status === undefined && lead.status === 'converted'
    return {
      ...(isReopened && fieldsOfStatus({ status: 'new' })),
      booking_status: CANCELED,
      ...(await restorePastBooking(tx, lead.id, now)),
    }
  }
  const bookingId = wish?.kind === 'book' ? bookingIdOf(lead, wish, now) : null
  if (bookingId === null) return { booking_start_time: start }
  await keepPastBooking(tx, lead.id, now)
  return {
    ...fieldsOfStatus({ status: 'converted' }),
    ...bookedColumns(bookingId, { start, appointment }, config.origins.widget),
  }
}

/** Returns the changed notes. Skips a note that they already contain, because a client may have sent it before. */
function notesWith(notes: string | null, { path, text }: ChangeOptions['note']): { notes?: string } {
  const added = text?.trim() ?? ''
  if (added === '' || `\n${notes}\n`.includes(`\n${added}\n`)) return {}
  const joined = joinNotes(notes, added)
  if (joined.length <= LIMITS.longText) return { notes: joined }
  const message = `The notes can have ${LIMITS.longText} characters. Shorten them first`
  throw new HttpError(400, message, { details: [{ path, message }] })
}
