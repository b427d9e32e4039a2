import { isOpen } from '../../src/domain/settings/business-hours.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { LEADS_CHANGED } from '../activity/leads-changed.ts'
import { record, VISITOR } from '../activity/record.ts'
import { readState } from '../agent/state.ts'
import { derivedId } from '../base/ids.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { readCallState } from './call-state.ts'
import type { Call } from './calls.ts'
import { personNumber } from './people.ts'

/** Returns the number of the person to whom a call can be transferred; null if there is none. */
export async function transferNumber({ db }: Pick<Deps, 'db'>, call: Call): Promise<string | null> {
  const profile = await readProfile(db, call.organization_id)
  return personNumber(profile, { from: call.phone, to: call.number })
}

/** Returns whether a call can be transferred now: to a person's number, while the business is open. */
export async function canTransfer(deps: Pick<Deps, 'db' | 'clock'>, call: Call): Promise<boolean> {
  if ((await transferNumber(deps, call)) === null) return false
  const now = deps.clock()
  const about = { organizationId: call.organization_id, isTest: call.is_test }
  return isOpen(await businessForVisitor(deps.db, about, now), now)
}

/** Returns what a person hears before taking a call: of which business, from whom, and about what. */
export async function whisperOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, call: Call): Promise<string> {
  const about = { organizationId: call.organization_id, isTest: false }
  const { name } = await businessForVisitor(db, about, clock())
  const conversation = await db
    .selectFrom('conversations')
    .select('state')
    .where('id', '=', call.conversation_id)
    .executeTakeFirst()
  const { known } = readState(conversation?.state)
  const parts = [
    `A call for ${name}`,
    known.name ? `from ${known.name}` : '',
    known.service_needs ? `about ${known.service_needs}` : '',
  ]
  return `${parts.filter((each) => each !== '').join(' ')}.`
}

/** Notes that a person has taken a call. */
export async function noteAccepted({ db }: Pick<Deps, 'db'>, call: Call): Promise<void> {
  await db
    .updateTable('calls')
    .set({ state: JSON.stringify({ ...readCallState(call.state), transfer: 'accepted' }) })
    .where('id', '=', call.id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Notes that nobody has taken a call, and gives the team the task to call back. Returns the call. */
export async function noteUntaken(
  { db, clock, events }: Pick<Deps, 'db' | 'clock' | 'events'>,
  call: Call,
): Promise<Call | null> {
  const now = clock()
  const { updated, notify } = await db.transaction().execute(async (tx) => {
    const lead = await tx
      .selectFrom('leads')
      .select('id')
      .where('conversation_id', '=', call.conversation_id)
      .forKeyShare()
      .executeTakeFirst()
    const task = { id: derivedId('task', call.id), text: 'Call back: asked for a person on the phone' }
    const due = new Date(now.getTime() + HOUR_MS)
    const made =
      lead &&
      (await tx
        .insertInto('tasks')
        .values({
          ...task,
          organization_id: call.organization_id,
          lead_id: lead.id,
          due_at: due,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst())
    if (lead && made) {
      const place = { organizationId: call.organization_id, leadId: lead.id, at: now, actor: VISITOR }
      await record(tx, place, [
        { type: 'task', data: { task_id: made.id, text: task.text, due_at: due.toISOString() } },
      ])
    }
    const row = await tx
      .updateTable('calls')
      .set({
        state: JSON.stringify({ ...readCallState(call.state), transfer: 'failed' }),
        connection: null,
        active_at: now,
      })
      .where('id', '=', call.id)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    return { updated: row, notify: await events.publishWithin(tx, call.organization_id, LEADS_CHANGED) }
  })
  notify()
  return updated ?? null
}
