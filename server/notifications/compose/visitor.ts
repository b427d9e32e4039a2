import { ESTIMATE_CALL_MINUTES } from '../../../src/domain/leads/bookings.ts'
import { isWebAddress } from '../../../src/domain/leads/web-address.ts'
import { knownZone } from '../../../src/domain/settings/business-hours.ts'
import { zoneLabel } from '../../../src/domain/time/time-zones.ts'
import { slotLabel, slotSentence, zoneName } from '../../agent/schedule/slots.ts'
import type { Withdrawn } from '../composed.ts'
import { unsubscribeUrl } from '../links.ts'
import type { Invite } from '../senders.ts'
import type { CallFacts, Facts } from './facts.ts'
import { inviteOf } from './invite.ts'
import type { Fact, Letter, Link, Part } from './letter.ts'
import type { Message } from './message.ts'
import { fitting } from './text-message.ts'
import { cut, isolated, readInstant, soon, timeOfDay } from './words.ts'

/** The room of a business's name in a subject. */
const SUBJECT_NAME = 50
const OPT_OUT = 'Reply STOP to opt out.'

const shortTime = (start: Date, timezone: string | null) =>
  `${slotLabel(start, timezone)} ${zoneName(start, timezone)}`

const greeting = ({ lead }: Facts) => {
  const [first] = lead?.person?.split(' ') ?? []
  return first ? `Hi ${isolated(first)},` : 'Hi,'
}

function footer(facts: Facts, why: string): Letter['footer'] {
  const { business, row } = facts
  const unsubscribe = unsubscribeUrl(facts, row)
  return [
    why,
    `Sent by Fieldhand for ${isolated(business.name)}.`,
    ...(unsubscribe === null ? [] : [{ text: 'Unsubscribe', href: unsubscribe }]),
  ]
}

/** Says how to move or cancel a call, by the ways that exist. */
function otherTimes({ business }: Facts, sentence: string): string {
  const ways = [
    'in our chat',
    ...(business.email ? ['by answering this email'] : []),
    ...(business.phone ? [`at ${business.phone.display}`] : []),
  ]
  return `${sentence} Tell us ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(ways)}.`
}

function links({ business }: Facts, primary: Link | null): Part[] {
  const call: Link[] = business.phone
    ? [{ text: `Call ${business.phone.display}`, href: business.phone.href }]
    : []
  const website: Link[] =
    business.website && isWebAddress(business.website)
      ? [{ text: 'Open our website', href: new URL(business.website).href }]
      : []
  const [first, ...others] = primary ? [primary, ...call] : [...website, ...call]
  return first ? [{ kind: 'actions', primary: first, others }] : []
}

interface Change {
  /** The words of each channel; `when` is the time in full. */
  subject: (business: string) => string
  label: string
  heading: string
  sentence: string
  facts: readonly Fact[]
  /** What to do for another time. */
  hint: string
  primary: Link | null
  /** A text message without its beginning and its link. */
  text: string
  invite: Invite | null
}

function aboutCall(facts: Facts, change: Change): Message {
  const { business, lead } = facts
  const name = isolated(business.name)
  const about: Fact[] = [
    ...change.facts,
    ...(lead?.service ? [{ label: 'About', value: lead.service }] : []),
    ...(lead?.phone && change.primary ? [{ label: 'We call', value: lead.phone.display }] : []),
  ]
  const letter: Letter = {
    subject: change.subject(isolated(cut(business.name, SUBJECT_NAME))),
    preview: change.sentence,
    label: change.label,
    heading: change.heading,
    parts: [
      { kind: 'text', text: `${greeting(facts)}\n${change.sentence}` },
      { kind: 'facts', facts: about },
      ...links(facts, change.primary),
      { kind: 'text', text: change.hint },
    ],
    footer: footer(facts, `You get this email because you asked ${name} for an estimate call.`),
  }
  const link = change.primary ? ` ${change.primary.href}` : ''
  const sms = fitting(
    (short) => `${short(business.name)}: ${change.text}${link} ${OPT_OUT}`,
    (short) => `${short(business.name)}: ${change.text} ${OPT_OUT}`,
  )
  const replyTo = business.email ? { name: business.name, address: business.email } : null
  return { letter, sms, push: null, replyTo, invite: change.invite }
}

/** Returns why a message about a call at `start` is no longer true; null if it is. */
function withdrawn(call: CallFacts, start: Date): string | null {
  if (call.isCanceled) return 'The call was canceled'
  if (call.start.getTime() !== start.getTime()) return 'The call was moved'
  return call.isOver ? 'The call is over' : null
}

function callMessage(facts: Facts, call: CallFacts, start: Date, previous: Date | null): Message {
  const { business, now, row } = facts
  const { timezone } = business
  const when = slotSentence(start, timezone)
  const short = shortTime(start, timezone)
  const name = isolated(business.name)
  const see: Link = { text: 'See your booking', href: call.pageUrl }
  const length = { label: 'Takes', value: `About ${ESTIMATE_CALL_MINUTES} minutes` }
  const hint = otherTimes(facts, 'Need another time, or can’t make it?')
  const sentence = `${name} will call you about your free estimate.`
  switch (row.kind) {
    case 'confirmation_canceled':
      return aboutCall(facts, {
        subject: (from) => `Canceled: your estimate call with ${from}, ${slotLabel(start, timezone)}`,
        label: 'Canceled',
        heading: 'Your estimate call is canceled',
        sentence: `Your estimate call with ${name} will not take place.`,
        facts: [{ label: 'Was', value: when }],
        hint: otherTimes(facts, 'Would you like another time?'),
        primary: null,
        text: `Your estimate call on ${short} is canceled.`,
        invite: inviteOf(facts, call, start, 'CANCEL'),
      })
    case 'confirmation_moved':
      return aboutCall(facts, {
        subject: (from) => `Moved: your estimate call with ${from}, now ${short}`,
        label: 'Moved',
        heading: when,
        sentence: `Your estimate call has a new time. ${sentence}`,
        facts: [...(previous ? [{ label: 'Was', value: slotSentence(previous, timezone) }] : []), length],
        hint,
        primary: see,
        text: `Your estimate call is moved to ${short}.`,
        invite: inviteOf(facts, call, start, 'REQUEST'),
      })
    case 'reminder': {
      const near = soon(start, now, timezone)
      return aboutCall(facts, {
        subject: (from) => `Reminder: your estimate call with ${from} is ${near}`,
        label: 'Reminder',
        heading: `Your estimate call is ${near}`,
        sentence,
        facts: [{ label: 'When', value: when }, length],
        hint,
        primary: see,
        text: `Your estimate call is ${near}.`,
        invite: null,
      })
    }
    default:
      return aboutCall(facts, {
        subject: (from) => `Your estimate call with ${from}: ${short}`,
        label: 'Booked',
        heading: when,
        sentence: `Your estimate call is booked. ${sentence}`,
        facts: [length],
        hint,
        primary: see,
        text: `Your estimate call is booked for ${short}.`,
        invite: inviteOf(facts, call, start, 'REQUEST'),
      })
  }
}

function transcript(facts: Facts): Message {
  const { business, messages, isCut, row } = facts
  const name = isolated(business.name)
  const zone = zoneLabel(knownZone(business.timezone))
  const letter: Letter = {
    subject: `Your chat with ${isolated(cut(business.name, SUBJECT_NAME))}`,
    preview: `What you and ${name} wrote`,
    label: null,
    heading: `Your chat with ${name}`,
    parts: [
      {
        kind: 'text',
        text: `${greeting(facts)}\nHere is ${isCut ? 'the end of ' : ''}our conversation. Times are ${zone}.`,
      },
      { kind: 'messages', title: 'Conversation', messages },
      ...links(facts, null),
    ],
    footer: footer(facts, `You get this email because you asked ${name} for it in the chat.`),
  }
  const replyTo = business.email ? { name: business.name, address: business.email } : null
  const at = timeOfDay(row.created_at, business.timezone)
  const sms = fitting((short) => `${short(business.name)}: Your chat of ${at} was sent by email. ${OPT_OUT}`)
  return { letter, sms, push: null, replyTo, invite: null }
}

/** Returns what a visitor is told; null if what it is about is gone. */
export function visitorMessage(facts: Facts): Message | Withdrawn | null {
  const { row, lead, conversation, now } = facts
  if (row.kind === 'transcript') return conversation && transcript(facts)
  const call = lead?.call
  if (!call) return lead && { canceled: 'The call was canceled' }
  const start = readInstant(row.data.start) ?? call.start
  if (row.kind === 'confirmation_canceled') {
    return call.isCanceled ? callMessage(facts, call, start, null) : { canceled: 'The call was booked again' }
  }
  const reason = withdrawn(call, start)
  if (reason !== null) return { canceled: reason }
  if (row.kind === 'reminder' && start <= now) return { canceled: 'The call has begun' }
  return callMessage(facts, call, start, readInstant(row.data.previous))
}
