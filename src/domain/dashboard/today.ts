import type { InboxConversation } from '../../contract/conversations.ts'
import type { Lead } from '../../contract/leads.ts'
import type { Task } from '../../contract/tasks.ts'
import { grouped } from '../common/grouped.ts'
import { inWords } from '../common/in-words.ts'
import { appointmentOf, endOf, LONGEST_APPOINTMENT_MS, upcomingJobs } from '../leads/bookings.ts'
import { callQueue } from '../leads/call-queue.ts'
import { leadLabel } from '../leads/name.ts'
import { isVisitors } from '../leads/tests.ts'
import { nextDay, startOfDay, wallClock } from '../time/calendar-day.ts'
import { dayWithWeekday, shortDay, timeOfDay } from '../time/clock-time.ts'
import { DAY_MS } from '../time/durations.ts'
import { relativeTime } from '../time/relative-time.ts'

/** Something to do today. */
export type TodayItem =
  | { kind: 'waiting'; key: string; conversations: readonly InboxConversation[] }
  | { kind: 'calls'; key: string; leads: readonly Lead[] }
  | { kind: 'reconnect'; key: string; services: readonly string[] }
  | { kind: 'unreadable'; key: string; hosts: readonly string[] }
  | { kind: 'task'; key: string; task: Task; lead: Lead | null; isOverdue: boolean }
  | { kind: 'visit'; key: string; lead: Lead }

interface Work {
  /** The conversations that need a person, in the order in which they should be answered. */
  needing?: readonly InboxConversation[]
  /** The names of the services that no longer accept their connection. */
  ended?: readonly string[]
  /** The hosts of the calendars that could not be read for hours. */
  unreadable?: readonly string[]
  leads: readonly Lead[]
  tasks: readonly Task[]
}

const timeOf = (item: TodayItem) =>
  Date.parse(
    (item.kind === 'visit' ? item.lead.booking_start_time : item.kind === 'task' && item.task.due_at) || '',
  )

/**
 * Returns today's to-do items: waiting visitors first, then calls, ended connections, unreadable calendars, today's
 * estimate calls, the tasks that are due by the end of the day, and tomorrow's estimate calls, each by time. An estimate
 * call stays listed until it is over. Tests are left out.
 */
export function todayItems(
  { needing = [], ended = [], unreadable = [], leads, tasks }: Work,
  now: Date,
  timeZone: string,
): TodayItem[] {
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  const waiting = callQueue(leads)
  const today = wallClock(now, timeZone).day
  const endOfToday = startOfDay(nextDay(today), timeZone)
  const endOfTomorrow = startOfDay(nextDay(nextDay(today)), timeZone)
  const due = tasks
    .filter(({ done_at, due_at }) => done_at === null && Date.parse(due_at) < endOfToday)
    .filter(({ lead_id }) => isVisitors(byId.get(lead_id) ?? {}))
    .map((task): TodayItem => {
      const isOverdue = Date.parse(task.due_at) < now.getTime()
      return { kind: 'task', key: task.id, task, lead: byId.get(task.lead_id) ?? null, isOverdue }
    })
  const visits = upcomingJobs(leads.filter(isVisitors), new Date(now.getTime() - LONGEST_APPOINTMENT_MS))
    .filter((lead) => endOf(new Date(lead.booking_start_time ?? ''), appointmentOf(lead)) > now)
    .filter(({ booking_start_time }) => Date.parse(booking_start_time ?? '') < endOfTomorrow)
    .map((lead): TodayItem => ({ kind: 'visit', key: `visit-${lead.id}`, lead }))
  const calls: TodayItem[] = waiting.length > 0 ? [{ kind: 'calls', key: 'calls', leads: waiting }] : []
  const visitors: TodayItem[] =
    needing.length > 0 ? [{ kind: 'waiting', key: 'waiting', conversations: needing }] : []
  const reconnect: TodayItem[] =
    ended.length > 0 ? [{ kind: 'reconnect', key: 'reconnect', services: ended }] : []
  const calendars: TodayItem[] =
    unreadable.length > 0 ? [{ kind: 'unreadable', key: 'unreadable', hosts: unreadable }] : []
  return [
    ...visitors,
    ...calls,
    ...reconnect,
    ...calendars,
    ...visits.filter((visit) => timeOf(visit) < endOfToday),
    ...due.toSorted((a, b) => timeOf(a) - timeOf(b)),
    ...visits.filter((visit) => timeOf(visit) >= endOfToday),
  ]
}

/** Maximum number of names in a sentence. If there are more, the rest is counted. */
const MOST_NAMES = 3

/** Returns the leads to call, such as "Call Ann Lee, Bo Cruz, and 4 more". */
export function whomToCall(leads: readonly Lead[]): string {
  const shown = leads.length > MOST_NAMES ? MOST_NAMES - 1 : leads.length
  const names = leads.slice(0, shown).map((lead) => leadLabel(lead).name)
  const left = leads.length - shown
  return `Call ${inWords(left > 0 ? [...names, `${grouped(left)} more`] : names)}`
}

/** Returns why to reconnect services. */
export const endedText = ({ length }: readonly string[]) =>
  `${length === 1 ? 'The connection has' : 'The connections have'} ended: nothing is transferred until you reconnect.`

/** Returns the services to reconnect, such as "Reconnect HubSpot and Google Calendar". */
export const whatToReconnect = (services: readonly string[]) => `Reconnect ${inWords(services)}`

/** Returns why to check calendars. */
export const unreadableText = ({ length }: readonly string[]) =>
  `Fieldhand can't read ${length === 1 ? 'it' : 'them'}, so new appointments don't block estimates.`

/** Returns the calendars to check, such as "Check your calendar at calendar.google.com". */
export const whatToCheck = (hosts: readonly string[]) =>
  `Check your ${hosts.length === 1 ? 'calendar' : 'calendars'} at ${inWords(hosts)}`

const bornAt = ({ created_at }: Lead) => Date.parse(created_at) || 0

/** Returns the reason for the calls, such as "New since yesterday, oldest 14 hours ago". */
export function whyToCall(leads: readonly Lead[], now: Date, timeZone: string): string {
  const [oldest] = leads.toSorted((a, b) => bornAt(a) - bornAt(b))
  if (!oldest) return ''
  const age = relativeTime(oldest.created_at, now).toLowerCase()
  return leads.length === 1
    ? `New, ${age}`
    : `New since ${sinceText(oldest.created_at, now, timeZone)}, oldest ${age}`
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

function sinceText(instant: string, now: Date, timeZone: string): string {
  const then = new Date(instant)
  const days = daysBetween(wallClock(then, timeZone).day, wallClock(now, timeZone).day)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  return shortDay(then, timeZone)
}

/** Returns when a task is due, such as "Due today, 5:00 PM", "Overdue since yesterday", or "Overdue since Nov 3". */
export function dueText(due_at: string, now: Date, timeZone: string): string {
  const due = new Date(due_at)
  const time = timeOfDay(due, timeZone)
  const days = daysBetween(wallClock(due, timeZone).day, wallClock(now, timeZone).day)
  if (due >= now) return `Due today, ${time}`
  if (days === 0) return `Overdue since ${time}`
  return `Overdue since ${sinceText(due_at, now, timeZone)}`
}

/** Returns "today" or "tomorrow" for those days, or else the date. */
export function dayInWords(instant: string, now: Date, timeZone: string): string {
  const then = new Date(instant)
  const days = daysBetween(wallClock(now, timeZone).day, wallClock(then, timeZone).day)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  return dayWithWeekday(then, now, timeZone)
}
