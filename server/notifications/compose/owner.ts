import { capitalized } from '../../../src/domain/common/capitalized.ts'
import { conversationPath } from '../../../src/domain/conversations/path.ts'
import { appointmentName } from '../../../src/domain/leads/appointment-words.ts'
import { leadPath } from '../../../src/domain/leads/path.ts'
import { slotLabel, slotSentence, zoneName } from '../../call-times/slots.ts'
import type { Withdrawn } from '../composed.ts'
import { DEVELOPER_PATH, inOrganization, RULES_PATH, reported, unsubscribeUrl } from '../links.ts'
import type { ConversationFacts, Facts, LeadFacts, Row } from './facts.ts'
import { fitting } from './fit-text.ts'
import type { Fact, Letter, Link, Part } from './letter.ts'
import type { Message } from './message.ts'
import { cut, isolated, line, noted, type Reason, readInstant, reasonOf } from './words.ts'

/** Marks a text about a test. */
export const asTest = (text: string) => `Test: ${text}`

/** The maximum lengths of texts in a subject and in a push message. */
const SUBJECT_SERVICE = 60
const SUBJECT_WORDS = 60
const PUSH_TITLE = 80
const PUSH_BODY = 120
const EXCERPT = 200
const NOTE_LENGTH = 300
const HOST = 80

/** The reasons why members of the business receive mail. */
const WHY: Partial<Record<Row['kind'], string>> & { test: string } = {
  new_lead: 'you get notifications about new leads',
  lead_digest: 'you get notifications about new leads',
  needs_person: 'you get notifications about visitors who need a person',
  booking_made: 'you get notifications about estimates',
  booking_moved: 'you get notifications about estimates',
  booking_canceled: 'you get notifications about estimates',
  held_digest: 'you get its notifications',
  daily_summary: 'you get daily summaries',
  webhook_disabled: 'you are an admin',
  connection_ended: 'you are an admin',
  test: 'somebody tests notifications',
}

/** The content of a message to the business, as the parts that all channels share. */
export interface News {
  subject: string
  preview: string
  label: string | null
  heading: string
  isUrgent?: boolean
  parts: readonly Part[]
  /** A path in the console. `open` is the label of its button. */
  path: string
  open: string
  /** The lead to call, if there is one. */
  lead: LeadFacts | null
  /** The headline of a text message, in which `short` truncates names. `extra` follows it if there is room. */
  text: (short: (name: string) => string) => string
  extra: string
  /** What a text message begins with, because the owner needs it first. */
  first?: string | undefined
  pushTitle: string
  pushBody: string
  tag: string
}

/** Returns news of a test, which says so everywhere. */
function ofTest(news: News): News {
  const { subject, label, text, pushTitle } = news
  return {
    ...news,
    subject: asTest(subject),
    label: label === null ? 'Test' : asTest(label),
    text: (short) => asTest(text(short)),
    pushTitle: asTest(pushTitle),
  }
}

/** Converts news to the form of each channel. */
export function toMessage(facts: Facts, given: News): Message {
  const { business, row, origins } = facts
  const news = facts.isTest ? ofTest(given) : given
  const path = reported(news.path, row)
  const url = `${origins.console}${path}`
  const lead = facts.conversation?.isLeftAlone ? null : news.lead
  const name = isolated(business.name)
  const unsubscribe = unsubscribeUrl(facts, row)
  const call: Link[] = lead?.phone?.href
    ? [{ text: `Call ${lead.phone.display}`, href: lead.phone.href }]
    : []
  const [intro, ...rest] = news.parts
  const letter: Letter = {
    subject: news.subject,
    preview: news.preview,
    label: news.label,
    isUrgent: news.isUrgent ?? false,
    heading: news.heading,
    parts: [
      ...(intro ? [intro] : []),
      { kind: 'actions', primary: { text: news.open, href: url }, others: call },
      ...rest,
    ],
    footer: [
      `You get this email because ${WHY[row.kind] ?? WHY.test} for ${name}.`,
      'Sent by Fieldhand.',
      { text: 'Settings', href: `${origins.console}${inOrganization(RULES_PATH, row)}` },
      ...(unsubscribe === null ? [] : [{ text: 'Unsubscribe', href: unsubscribe }]),
    ],
  }
  const first = news.first === undefined ? '' : `${news.first}, `
  const headline = (short: (text: string) => string) => `${first}${short(business.name)}: ${news.text(short)}`
  const sms = fitting(
    (short) => `${headline(short)}${news.extra ? ` ${short(news.extra)}` : ''} ${url}`,
    (short) => `${headline(short)} ${url}`,
    (short) => `${headline(short)} ${origins.console}${inOrganization(news.path, row)}`,
    headline,
  )
  const replyTo = lead?.email ? { name: lead.person ?? lead.email, address: lead.email } : null
  return {
    letter,
    sms,
    push: {
      title: cut(news.pushTitle, PUSH_TITLE),
      body: cut(news.pushBody, PUSH_BODY),
      path,
      call_path: lead?.phone ? `${reported(leadPath(lead.id), row)}&call=1` : null,
      tag: news.tag,
    },
    replyTo,
    invite: null,
  }
}

const detailsOf = (lead: LeadFacts | null): Part[] =>
  lead && lead.details.length > 0 ? [{ kind: 'facts', facts: lead.details }] : []

const messagesOf = ({ messages }: Facts): Part[] =>
  messages.length > 0 ? [{ kind: 'messages', title: 'Last messages', messages }] : []

const callFact = ({ business, lead, now }: Facts): Fact[] =>
  lead?.call && !lead.call.isCanceled
    ? [
        {
          label: capitalized(appointmentName(lead.call.kind)),
          value: slotSentence(lead.call.start, business.timezone, 'en', now),
        },
      ]
    : []

/** Returns the service that a lead needs and how to reach the lead, on one line. */
const shortly = (lead: LeadFacts) =>
  [lead.service, lead.phone?.display ?? lead.email].filter(Boolean).join(' · ')

function newLead(facts: Facts, lead: LeadFacts): Message {
  const service = lead.service && cut(lead.service, SUBJECT_SERVICE)
  const mark = lead.alarm && reasonOf(lead.alarm.needs).mark
  const kind = mark ? `${mark}, new lead` : 'New lead'
  const title = `${kind}: ${[lead.name, service].filter(Boolean).join(', ')}`
  const call = callFact(facts)
  const sentence = lead.service
    ? `${lead.name} asks about ${isolated(lead.service)}.`.replace('….', '…')
    : `${lead.name} wrote to you in the chat.`
  const first = 'The first business to call back usually gets the job.'
  const told = lead.alarm && `“${isolated(line(lead.alarm.text, EXCERPT))}”`
  const intro = told
    ? `${mark}: ${told}. Please call now.`
    : [sentence, ...(call.length > 0 ? [] : [first])].join(' ')
  return toMessage(facts, {
    subject: title,
    preview: [shortly(lead), told ?? facts.messages.findLast(({ isVisitor }) => isVisitor)?.text]
      .filter(Boolean)
      .join(' · '),
    label: kind,
    isUrgent: told !== null,
    heading: lead.name,
    parts: [
      { kind: 'text', text: intro },
      { kind: 'facts', facts: [...call, ...lead.details] },
      ...messagesOf(facts),
    ],
    path: leadPath(lead.id),
    open: 'Open lead',
    lead,
    text: (short) => `${kind} ${[short(lead.name), service && short(service)].filter(Boolean).join(', ')}.`,
    extra: lead.phone && lead.phone.display !== lead.name ? `${lead.phone.display}.` : '',
    pushTitle: `${kind}: ${lead.name}`,
    pushBody: [shortly(lead), told].filter(Boolean).join(' · ') || sentence,
    tag: `lead-${lead.id}`,
  })
}

/** Returns when, where, and on which page somebody wrote about what can't wait. */
function whereabouts({ lead, messages }: Facts, { page, place }: ConversationFacts): Fact[] {
  const said = messages.findLast(({ isVisitor }) => isVisitor)
  const address = lead?.details.find(({ label }) => label === 'Address')?.value ?? place
  return [
    ...(said ? [{ label: 'Time', value: said.time }] : []),
    ...(address ? [{ label: 'Place', value: address }] : []),
    ...(page ? [{ label: 'Page', value: page }] : []),
  ]
}

const numberToCall = ({ conversation, lead }: Facts): string | undefined =>
  conversation?.isLeftAlone ? undefined : lead?.phone?.display

/** Returns the title of an alert with the number to call first. */
function callTitle(number: string, { mark, about }: Reason, words: string, who: string): string {
  if (!mark) return about(who)
  const what = [mark, cut(isolated(words), SUBJECT_WORDS)].filter(Boolean).join(': ')
  return [`Call ${number}`, what, who].join(' · ')
}

function needsPerson(facts: Facts): Message | Withdrawn | null {
  const { conversation, lead, row, messages } = facts
  if (!conversation) return null
  if (conversation.isSettled) return { canceled: 'A member has taken care of it meanwhile' }
  const needs = conversation.needs ?? row.data.needs
  const note = line(typeof row.data.note === 'string' ? row.data.note : null, NOTE_LENGTH)
  const reason = note ? noted(note) : reasonOf(needs)
  const who = lead?.name ?? conversation.who
  const said = messages.findLast(({ isVisitor }) => isVisitor)
  const isUrgent = reasonOf(needs).mark !== undefined
  const told = isUrgent ? conversation.alarm : null
  const words = line(told ?? said?.text, EXCERPT) || (said ? 'Sent a photo' : '')
  const excerpt = note || (words && `“${isolated(words)}”`)
  const known = numberToCall(facts)
  const [number, other] = isUrgent ? [known] : [undefined, known]
  const title = number ? callTitle(number, reason, words, who) : reason.about(who)
  const where = isUrgent ? whereabouts(facts, conversation) : []
  const details = where.map(({ value }) => value).join(', ')
  return toMessage(facts, {
    subject: title,
    preview: note || words || reason.sentence,
    label: 'Needs a person',
    isUrgent: isUrgent || needs === 'complaint',
    heading: reason.about(who),
    parts: [
      { kind: 'text', text: reason.sentence },
      ...(where.length > 0 ? [{ kind: 'facts', facts: where } as const] : []),
      ...messagesOf(facts),
      ...detailsOf(lead),
    ],
    path: conversationPath(conversation.id),
    open: 'Open conversation',
    lead,
    text: (short) => `${reason.about(short(who))}.`,
    // A phone makes the number a link.
    extra: [other, details && `${details}:`, excerpt].filter(Boolean).join(' '),
    pushTitle: title,
    first: number,
    pushBody: [number, excerpt || reason.sentence, details].filter(Boolean).join(' · '),
    tag: `conversation-${conversation.id}`,
  })
}

/** Returns what happened to a call between the occasion and its late notification, as a sentence. */
function since({ lead, business, now }: Facts, start: Date): string {
  const call = lead?.call
  if (!call) return ''
  if (call.isCanceled) return ' It has been canceled since.'
  if (call.start.getTime() === start.getTime()) return ''
  return ` It has been moved since, to ${slotSentence(call.start, business.timezone, 'en', now)}.`
}

const VERBS: Partial<Record<Row['kind'], string>> = { booking_moved: 'Moved', booking_canceled: 'Canceled' }

/** Returns what happened to a call, as a sentence. The visitor did it, unless `data.service` says where. */
function happened({ kind, data }: Row, call: string, who: string, when: string): string {
  const place = typeof data.service === 'string' ? data.service : null
  if (kind === 'booking_moved') {
    return place
      ? `The ${call} with ${who} was moved in ${place} to ${when}.`
      : `${who} moved the ${call} to ${when}.`
  }
  if (kind === 'booking_canceled') {
    return place
      ? `The ${call} with ${who} on ${when} was canceled in ${place}.`
      : `${who} canceled the ${call} on ${when}.`
  }
  return place
    ? `An ${call} with ${who} was booked in ${place} for ${when}.`
    : `${who} booked an ${call} for ${when}.`
}

function booking(facts: Facts, lead: LeadFacts): Message | null {
  const { row, business, now } = facts
  const { timezone } = business
  const name = appointmentName(lead.call?.kind ?? 'call')
  const start = readInstant(row.data.start) ?? lead.call?.start
  if (!start) return null
  const previous = readInstant(row.data.previous)
  const when = slotSentence(start, timezone, 'en', now)
  const short = `${slotLabel(start, timezone, 'en', now)} ${zoneName(start, timezone)}`
  const verb = VERBS[row.kind] ?? 'Booked'
  const later = row.kind === 'booking_canceled' ? '' : since(facts, start)
  const sentence = `${happened(row, name, lead.name, when)}${later}`
  const length = lead.call ? ` (${lead.call.minutes} minutes)` : ''
  const times: Fact[] = [
    row.kind === 'booking_canceled'
      ? { label: 'Was', value: when }
      : { label: capitalized(name), value: `${when}${length}` },
    ...(previous ? [{ label: 'Was', value: slotSentence(previous, timezone, 'en', now) }] : []),
  ]
  return toMessage(facts, {
    subject: `${verb}: ${lead.name}, ${short}`,
    preview: sentence,
    label: `${capitalized(name)} ${verb.toLowerCase()}`,
    heading: lead.name,
    parts: [
      { kind: 'text', text: sentence },
      { kind: 'facts', facts: [...times, ...lead.details] },
      ...messagesOf(facts),
    ],
    path: leadPath(lead.id),
    open: 'Open lead',
    lead,
    text: (cutTo) => happened(row, name, cutTo(lead.name), short),
    extra: lead.phone ? `${lead.phone.display}.` : '',
    pushTitle: `${verb}: ${lead.name}`,
    pushBody: [`${capitalized(name)}, ${short}`, lead.service].filter(Boolean).join(' · '),
    tag: `lead-${lead.id}`,
  })
}

function webhookDisabled(facts: Facts): Message {
  const { data } = facts.row
  const host = isolated(line(String(data.host ?? ''), HOST))
  const title = `Webhook turned off: ${host}`
  const sentence = `${host} gets no more events. ${line(String(data.reason ?? ''), EXCERPT)}`
  return toMessage(facts, {
    subject: title,
    preview: sentence,
    label: 'Webhook turned off',
    heading: host,
    parts: [
      { kind: 'text', text: sentence },
      {
        kind: 'text',
        text: 'Once the receiver works again, open the endpoint and choose Turn on again. Deliveries that failed can be sent again from there for a while.',
      },
    ],
    path: DEVELOPER_PATH,
    open: 'Open webhooks',
    lead: null,
    text: (short) => `Webhook turned off: ${short(host)}.`,
    extra: '',
    pushTitle: title,
    pushBody: sentence,
    tag: 'webhook',
  })
}

function connectionEnded(facts: Facts): Message {
  const service = line(String(facts.row.data.service ?? ''), HOST)
  const title = `${service} needs to be reconnected`
  const sentence = `${service} no longer accepts the connection with Fieldhand. Nothing is transferred until an admin reconnects it, and nothing is lost.`
  return toMessage(facts, {
    subject: title,
    preview: sentence,
    label: 'Connection ended',
    heading: service,
    parts: [{ kind: 'text', text: sentence }],
    path: '/integrations',
    open: 'Open integrations',
    lead: null,
    text: (short) => `${short(service)} needs to be reconnected.`,
    extra: '',
    pushTitle: title,
    pushBody: sentence,
    tag: `connection-${service}`,
  })
}

const SAMPLE_LEAD: Fact[] = [
  { label: 'Name', value: 'Jane Doe' },
  { label: 'Service', value: 'Mulch, 3 yards' },
  { label: 'Phone', value: '(614) 555-0188' },
]

function test(facts: Facts): Message {
  const name = isolated(facts.business.name)
  const sentence = `This is a test from Fieldhand. Messages for ${name} reach you here.`
  return toMessage(facts, {
    subject: `Test: notifications of ${name} reach you`,
    preview: sentence,
    label: 'Test',
    heading: 'It works',
    parts: [
      { kind: 'text', text: `${sentence} A new lead looks like this:` },
      { kind: 'facts', facts: SAMPLE_LEAD },
    ],
    path: RULES_PATH,
    open: 'Open settings',
    lead: null,
    text: () =>
      `Test from Fieldhand. A new lead looks like this: ${SAMPLE_LEAD.map(({ value }) => value).join(', ')}.`,
    extra: '',
    pushTitle: 'This is a test from Fieldhand',
    pushBody: `Messages for ${name} reach you here.`,
    tag: 'test',
  })
}

/** Returns the message to the business about a lead or a conversation, or null if the lead or conversation is gone. */
export function ownerMessage(facts: Facts): Message | Withdrawn | null {
  const { row, lead } = facts
  switch (row.kind) {
    case 'test':
      return test(facts)
    case 'webhook_disabled':
      return webhookDisabled(facts)
    case 'connection_ended':
      return connectionEnded(facts)
    case 'needs_person':
      return needsPerson(facts)
    case 'new_lead':
      return lead && newLead(facts, lead)
    default:
      return lead && booking(facts, lead)
  }
}
