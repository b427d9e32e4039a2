import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Happening } from '../../server/activity/record.ts'
import type { Database, LeadsTable } from '../../server/db/schema.ts'
import type { CallOutcome } from '../../src/contract/activity.ts'
import { nextDay, startOfDay, wallClock } from '../../src/domain/time/calendar-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { DEMO_TIME_ZONE } from './organizations.ts'
import { createRandom, type Random } from './random.ts'

/** The number of leads with a full history. The others have only been created. */
const WITH_HISTORY = 200
/** The owner has called new leads older than this. */
const CALLED_AFTER_MS = 2 * DAY_MS
const BOOKED_AFTER_MS = 3 * MINUTE_MS
/** Rows per statement. */
const BATCH = 2_000

/**
 * The owner's tasks, when they are due, and the newest leads that they belong to. Late in the day, today's tasks are
 * due earlier.
 */
const TASKS = [
  { text: 'Call back about the gate code', dueInHours: -20, lead: 5 },
  { text: 'Send photos of the last hedge job', dueInHours: 2, minutesBeforeMidnight: 2, lead: 7 },
  { text: 'Send the quote', dueInHours: 5, minutesBeforeMidnight: 1, lead: 2 },
  { text: 'Ask whether they want mulch too', dueInHours: 30, lead: 10 },
] as const

type LeadRow = Selectable<LeadsTable>
type EventRow = Insertable<Database['lead_activity']>

interface History {
  ownerId: string
  seed: number
  now: Date
}

const after = (start: Date, ms: number) => new Date(start.getTime() + ms)

/** Returns when the owner first called a lead; null if no one has. */
export function answeredAt(
  { status, created_at, updated_at }: Pick<LeadRow, 'status' | 'created_at' | 'updated_at'>,
  now: Date,
  random: Random,
): Date | null {
  const delay = random.chance(0.7) ? random.int(6, 90) * MINUTE_MS : random.int(3, 26) * HOUR_MS
  if (status !== 'new') {
    return after(created_at, Math.min(delay, 0.9 * (updated_at.getTime() - created_at.getTime())))
  }
  return now.getTime() - created_at.getTime() > CALLED_AFTER_MS ? after(created_at, delay) : null
}

/** Inserts the history of demo leads, newest first, and the owner's tasks. */
export async function insertHistory(
  db: Kysely<Database>,
  leads: readonly LeadRow[],
  history: History,
): Promise<void> {
  const events = leads.flatMap((lead, index) => eventsOf(lead, index, history))
  for (let start = 0; start < events.length; start += BATCH) {
    await db
      .insertInto('lead_activity')
      .values(events.slice(start, start + BATCH))
      .execute()
  }
  const tasks = TASKS.flatMap((task, index) => {
    const lead = leads[task.lead]
    return lead ? [taskRow(task, lead, `task_demo${history.seed}_${index}`, history.now)] : []
  })
  if (tasks.length > 0) await db.insertInto('tasks').values(tasks).execute()
}

function eventsOf(lead: LeadRow, index: number, { ownerId, seed }: History): EventRow[] {
  const random = createRandom(seed * 7_000_003 + index)
  const visitor = { actor_kind: 'visitor', actor_id: null }
  const owner = { actor_kind: 'person', actor_id: ownerId }
  const event = ({ type, data }: Happening, at: Date, actor: typeof visitor | typeof owner): EventRow => ({
    organization_id: lead.organization_id,
    id: random.id('event'),
    lead_id: lead.id,
    type,
    at,
    ...actor,
    data: JSON.stringify(data),
  })
  const events = [event({ type: 'created', data: {} }, lead.created_at, visitor)]
  if (index >= WITH_HISTORY) return events
  if (lead.booking_start_time) {
    const booked = { type: 'booked' as const, data: { start: lead.booking_start_time.toISOString() } }
    events.push(event(booked, after(lead.created_at, BOOKED_AFTER_MS), visitor))
  }
  if (lead.answered_at) {
    const outcome = random.pick<CallOutcome>(['answered', 'answered', 'no_answer', 'voicemail'])
    events.push(event({ type: 'called', data: { outcome } }, lead.answered_at, owner))
  }
  if (lead.status !== 'new' && !lead.booking_start_time) {
    const { status: to, loss_reason } = lead
    const data = { from: 'new', to, ...(loss_reason !== null && { loss_reason }) }
    events.push(event({ type: 'status', data }, lead.updated_at, owner))
  }
  return events
}

function dueAt(task: (typeof TASKS)[number], now: Date): Date {
  const due = after(now, task.dueInHours * HOUR_MS)
  if (!('minutesBeforeMidnight' in task)) return due
  const midnight = startOfDay(nextDay(wallClock(now, DEMO_TIME_ZONE).day), DEMO_TIME_ZONE)
  return new Date(Math.min(due.getTime(), midnight - task.minutesBeforeMidnight * MINUTE_MS))
}

function taskRow(
  task: (typeof TASKS)[number],
  lead: LeadRow,
  id: string,
  now: Date,
): Insertable<Database['tasks']> {
  const made = after(lead.created_at, (now.getTime() - lead.created_at.getTime()) / 2)
  return {
    organization_id: lead.organization_id,
    id,
    lead_id: lead.id,
    text: task.text,
    due_at: dueAt(task, now),
    created_at: made,
    updated_at: made,
  }
}
