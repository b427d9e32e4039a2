import { MOST_COUNTED } from '../../../src/contract/conversations.ts'
import { type GoLive, goLiveText } from '../../../src/domain/billing/go-live.ts'
import { trialEndsSoon } from '../../../src/domain/billing/trial.ts'
import { counted } from '../../../src/domain/common/counted.ts'
import { INBOX_PATH } from '../../../src/domain/conversations/path.ts'
import {
  endedText,
  unreadableText,
  whatToCheck,
  whatToReconnect,
} from '../../../src/domain/dashboard/today.ts'
import { alarmIn } from '../../../src/domain/leads/agent-notes.ts'
import { shortAppointment } from '../../../src/domain/leads/appointment-words.ts'
import { leadPath } from '../../../src/domain/leads/path.ts'
import { nextDay, wallClock } from '../../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'
import type { Withdrawn } from '../composed.ts'
import { inOrganization, reported } from '../links.ts'
import type { Facts } from './facts.ts'
import type { Link, Part } from './letter.ts'
import { markedName, numberOf } from './marked-lead.ts'
import type { Message } from './message.ts'
import type { Digest, Listed, Summary } from './numbers.ts'
import { toMessage } from './owner.ts'
import { dayName, line, timeOfDay } from './words.ts'

const NAME_LENGTH = 80

function itemOf({ row, origins }: Facts, { lead, city }: Listed, first: string | null) {
  const service = line(lead.service_interest, NAME_LENGTH)
  return {
    text: markedName(lead),
    href: `${origins.console}${reported(leadPath(lead.id), row)}`,
    detail: [first, service, city].filter(Boolean).join(', '),
  }
}

function moreOf({ row, origins }: Facts, count: number): Link | null {
  if (count <= 0) return null
  return {
    text: `and ${count.toLocaleString('en-US')} more`,
    href: `${origins.console}${inOrganization('/leads', row)}`,
  }
}

/** Returns a message about several leads. */
export function digestMessage(facts: Facts, { count, leads }: Digest): Message | Withdrawn {
  if (count === 0) return { canceled: 'There are no new leads to report' }
  const title = counted(count, 'new lead')
  const items = leads.map((each) =>
    itemOf(
      facts,
      each,
      [numberOf(each.lead), timeOfDay(new Date(each.lead.created_at), facts.business.timezone)]
        .filter(Boolean)
        .join(', '),
    ),
  )
  const names = items.slice(0, 3).map(({ text }) => text)
  return toMessage(facts, {
    subject: `${title}: ${names.join(', ')}${count > names.length ? ', …' : ''}`,
    preview: items.map(({ text }) => text).join(', '),
    label: 'New leads',
    isUrgent: leads.some(({ lead }) => alarmIn(lead.service_additional_info) !== null),
    heading: title,
    parts: [
      { kind: 'text', text: 'Many visitors wrote at once, so here they are together.' },
      { kind: 'list', title: null, items, more: moreOf(facts, count - items.length) },
    ],
    path: '/leads',
    open: 'Open leads',
    lead: null,
    text: () => `${title} at once.`,
    extra: `${names.join(', ')}${count > names.length ? ' and others' : ''}.`,
    pushTitle: title,
    pushBody:
      names.join(', ') +
      (count > names.length ? `, and ${(count - names.length).toLocaleString('en-US')} more` : ''),
    tag: 'leads',
  })
}

/** Returns the news for a subject if the chat leaves the website soon, or has left it after it was live, or null. */
function endOf({ billingState, trial }: GoLive): string | null {
  if (trialEndsSoon(trial)) return `${counted(trial.daysRemaining, 'trial day')} left`
  return billingState === 'trial-ended' || billingState === 'payment-failed' ? 'chat is not live' : null
}

/** Returns when the calls of the day after `day` are, because a summary can be sent late. */
function whenCallsAre(day: string, { now, business }: Facts): string {
  const today = wallClock(now, knownZone(business.timezone)).day
  if (today === day) return 'tomorrow'
  return today === nextDay(day) ? 'today' : `on ${dayName(nextDay(day))}`
}

/** Returns a message with the figures for a day. */
export function summaryMessage(facts: Facts, day: string, summary: Summary): Message {
  const { business } = facts
  const { leads, conversations, booked, waiting, callsNextDay } = summary
  const isQuiet = leads + conversations + booked + waiting === 0
  const news = [
    leads > 0 && counted(leads, 'new lead'),
    booked > 0 && counted(booked, 'booked estimate'),
    waiting > 0 && `${waiting >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : waiting} waiting`,
    leads + booked + waiting === 0 && conversations > 0 && counted(conversations, 'conversation'),
  ].filter(Boolean)
  const end = endOf(summary.goLive)
  const shortly = [...(isQuiet ? ['a quiet day'] : news), end].filter(Boolean).join(', ')
  const name = dayName(day)
  const when = whenCallsAre(day, facts)
  const calls = summary.calls.map((each) =>
    itemOf(
      facts,
      each,
      `${timeOfDay(new Date(each.lead.booking_start_time ?? ''), business.timezone)} (${shortAppointment(each.lead).toLowerCase()})`,
    ),
  )
  const parts: Part[] = isQuiet
    ? [{ kind: 'text', text: 'No new chats that day.' }]
    : [
        {
          kind: 'numbers',
          numbers: [
            { label: 'New leads', count: leads },
            { label: 'Conversations', count: conversations },
            { label: 'Booked estimates', count: booked },
            { label: 'Waiting for a person now', count: waiting },
            { label: `Estimates ${when}`, count: callsNextDay },
          ],
        },
      ]
  if (end !== null) {
    parts.push({ kind: 'text', text: `${goLiveText(summary.goLive)} See the Billing screen.` })
  }
  if (summary.ended.length > 0) {
    const text = `${whatToReconnect(summary.ended)} on the Integrations screen. ${endedText(summary.ended)}`
    parts.push({ kind: 'text', text })
  }
  if (summary.unreadable.length > 0) {
    const text = `${whatToCheck(summary.unreadable)} on the Integrations screen. ${unreadableText(summary.unreadable)}`
    parts.push({ kind: 'text', text })
  }
  if (calls.length > 0) {
    const more = moreOf(facts, callsNextDay - calls.length)
    parts.push({ kind: 'list', title: `Estimates ${when}`, items: calls, more })
  }
  return toMessage(facts, {
    subject: `${name}: ${shortly}`,
    preview:
      callsNextDay > 0 ? `${counted(callsNextDay, 'estimate')} ${when}` : `Your day at ${business.name}`,
    label: 'Your day',
    heading: name,
    parts,
    path: waiting > 0 ? `${INBOX_PATH}?needs_person=true` : '/',
    open: waiting > 0 ? 'See who waits' : 'Open dashboard',
    lead: null,
    text: () => `${name}: ${shortly}.`,
    extra: callsNextDay > 0 ? `${counted(callsNextDay, 'estimate')} ${when}.` : '',
    pushTitle: `${name}: ${shortly}`,
    pushBody: callsNextDay > 0 ? `${counted(callsNextDay, 'estimate')} ${when}` : business.name,
    tag: `summary-${day}`,
  })
}
