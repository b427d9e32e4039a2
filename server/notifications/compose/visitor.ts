import { isPossiblePhone } from '../../../src/domain/common/phone.ts'
import { isWebAddress } from '../../../src/domain/leads/web-address.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'
import { zoneLabel } from '../../../src/domain/time/time-zones.ts'
import { namesInList } from '../../agent/service-names.ts'
import { sayToVisitor } from '../../agent/texts/visitor.ts'
import { inLanguage } from '../../base/catalogue.ts'
import { slotLabel, slotSentence, zoneName } from '../../call-times/slots.ts'
import type { Withdrawn } from '../composed.ts'
import { unsubscribeUrl } from '../links.ts'
import type { Invite } from '../senders.ts'
import type { CallFacts, Facts } from './facts.ts'
import { fitting, inText } from './fit-text.ts'
import { inviteOf } from './invite.ts'
import type { Fact, Letter, Link, Part } from './letter.ts'
import type { Message } from './message.ts'
import { cut, isolated, line, readInstant, soon, timeOfDay, withoutLinks } from './words.ts'

/** The maximum length of a business's name in a subject. */
const SUBJECT_NAME = 50
/** The maximum length of the names of services. */
const LONGEST_SERVICE = 120

/** Returns a function that returns texts in the language of the visitor's conversation, about what is booked. */
const sayer = ({ language, lead }: Facts) => inLanguage(sayToVisitor, language, lead?.call?.kind)

const shortTime = ({ business: { timezone }, language, now }: Facts, start: Date) =>
  `${slotLabel(start, timezone, language, now)} ${zoneName(start, timezone)}`

function greeting(facts: Facts): string {
  const [first = ''] = facts.lead?.person?.split(' ') ?? []
  const say = sayer(facts)
  return first !== '' && withoutLinks(first) === first.normalize('NFKC')
    ? say('hiName', { name: isolated(first) })
    : say('hi')
}

function footer(facts: Facts, why: string): Letter['footer'] {
  const { business, row } = facts
  const say = sayer(facts)
  const unsubscribe = unsubscribeUrl(facts, row)
  return [
    why,
    say('sentFor', { business: isolated(business.name) }),
    ...(unsubscribe === null ? [] : [{ text: say('unsubscribe'), href: unsubscribe }]),
  ]
}

/** Returns a sentence about how to move or cancel a call, with the ways that are available. */
function otherTimes(facts: Facts, sentence: string): string {
  const { business, language } = facts
  const say = sayer(facts)
  const ways = [
    say('inChat'),
    ...(business.email ? [say('byMail')] : []),
    ...(business.phone ? [say('byPhone', { phone: business.phone.display })] : []),
  ]
  const list = new Intl.ListFormat(language === 'es' ? 'es-US' : 'en-US', { type: 'disjunction' })
  return `${sentence} ${say('tellUs', { ways: list.format(ways) })}`
}

function links(facts: Facts, primary: Link | null): Part[] {
  const { business } = facts
  const say = sayer(facts)
  const call: Link[] = business.phone?.href
    ? [{ text: say('call', { phone: business.phone.display }), href: business.phone.href }]
    : []
  const website: Link[] =
    business.website && isWebAddress(business.website)
      ? [{ text: say('website'), href: new URL(business.website).href }]
      : []
  const [first, ...others] = primary ? [primary, ...call] : [...website, ...call]
  return first ? [{ kind: 'actions', primary: first, others }] : []
}

/** Returns the address of a visit. */
const whereOf = ({ lead }: Facts, say: ReturnType<typeof sayer>): Fact[] =>
  lead?.call?.kind === 'visit' && lead.call.location
    ? [{ label: say('weVisit'), value: withoutLinks(line(lead.call.location, LONGEST_SERVICE)) }]
    : []

interface Change {
  /** The texts for each channel. */
  subject: (business: string) => string
  label: string
  heading: string
  sentence: string
  facts: readonly Fact[]
  /** How to get another time. */
  hint: string
  primary: Link | null
  /** The text message, without its opening and its link. */
  text: string
  invite: Invite | null
}

function aboutCall(facts: Facts, change: Change): Message {
  const { business, lead } = facts
  const say = sayer(facts)
  const name = isolated(business.name)
  const named = namesInList(business, lead?.service ?? '', facts.language)
  const service = withoutLinks(line(named, LONGEST_SERVICE))
  const about: Fact[] = [
    ...change.facts,
    ...(service === '' ? [] : [{ label: say('about'), value: service }]),
    ...whereOf(facts, say),
    ...(lead?.call?.kind !== 'visit' && lead?.phone && isPossiblePhone(lead.phone.display) && change.primary
      ? [{ label: say('weCall'), value: lead.phone.display }]
      : []),
  ]
  const letter: Letter = {
    language: facts.language,
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
    footer: footer(facts, say('whyCall', { business: name })),
  }
  const link = change.primary ? ` ${change.primary.href}` : ''
  const sms = fitting(
    (short) => `${short(inText(business.name))}: ${change.text}${link} ${say('optOut')}`,
    (short) => `${short(inText(business.name))}: ${change.text} ${say('optOut')}`,
  )
  const replyTo = business.email ? { name: business.name, address: business.email } : null
  return { letter, sms, push: null, replyTo, invite: change.invite }
}

/** Returns why a message about a call at `start` is obsolete, or null if it isn't. */
function withdrawn(call: CallFacts, start: Date): string | null {
  if (call.isCanceled) return 'The appointment was canceled'
  if (call.start.getTime() !== start.getTime()) return 'The appointment was moved'
  return call.isOver ? 'The appointment is over' : null
}

function callMessage(facts: Facts, call: CallFacts, start: Date, previous: Date | null): Message {
  const { business, now, row, language } = facts
  const { timezone } = business
  const say = sayer(facts)
  const when = slotSentence(start, timezone, language, now)
  const short = shortTime(facts, start)
  const see: Link = { text: say('see'), href: call.pageUrl }
  const length = { label: say('takes'), value: say('minutes', { minutes: `${call.minutes}` }) }
  const hint = otherTimes(facts, say('otherTime'))
  const sentence = say('willCall', { business: isolated(business.name) })
  const subject = (key: Parameters<typeof say>[0], at: string) => (from: string) =>
    say(key, { business: from, when: at })
  switch (row.kind) {
    case 'confirmation_canceled':
      return aboutCall(facts, {
        subject: subject('canceledSubject', slotLabel(start, timezone, language, now)),
        label: say('canceled'),
        heading: say('canceledHeading'),
        sentence: say('canceledSentence', { business: isolated(business.name) }),
        facts: [{ label: say('was'), value: when }],
        hint: otherTimes(facts, say('likeOther')),
        primary: null,
        text: say('canceledText', { when: short }),
        invite: inviteOf(facts, call, start, 'CANCEL'),
      })
    case 'confirmation_moved': {
      const before = previous && { label: say('was'), value: slotSentence(previous, timezone, language, now) }
      return aboutCall(facts, {
        subject: subject('movedSubject', short),
        label: say('moved'),
        heading: when,
        sentence: `${say('movedSentence')} ${sentence}`,
        facts: [...(before ? [before] : []), length],
        hint,
        primary: see,
        text: say('movedText', { when: short }),
        invite: inviteOf(facts, call, start, 'REQUEST'),
      })
    }
    case 'reminder': {
      const near = language === 'en' ? soon(start, now, timezone) : when
      return aboutCall(facts, {
        subject: subject('reminderSubject', near),
        label: say('reminder'),
        heading: say('reminderHeading', { when: near }),
        sentence,
        facts: [{ label: say('when'), value: when }, length],
        hint,
        primary: see,
        text: say('reminderText', { when: near }),
        invite: null,
      })
    }
    default:
      return aboutCall(facts, {
        subject: subject('bookedSubject', short),
        label: say('booked'),
        heading: when,
        sentence: `${say('bookedSentence')} ${sentence}`,
        facts: [length],
        hint,
        primary: see,
        text: say('bookedText', { when: short }),
        invite: inviteOf(facts, call, start, 'REQUEST'),
      })
  }
}

function transcript(facts: Facts): Message {
  const { business, messages, isCut, row } = facts
  const say = sayer(facts)
  const name = isolated(business.name)
  const zone = zoneLabel(knownZone(business.timezone))
  const intro = say(isCut ? 'chatEnd' : 'chatWhole', { zone })
  const letter: Letter = {
    language: facts.language,
    subject: say('chat', { business: isolated(cut(business.name, SUBJECT_NAME)) }),
    preview: say('chatPreview', { business: name }),
    label: null,
    heading: say('chat', { business: name }),
    parts: [
      { kind: 'text', text: `${greeting(facts)}\n${intro}` },
      { kind: 'messages', title: say('conversation'), messages },
      ...links(facts, null),
    ],
    footer: footer(facts, say('whyChat', { business: name })),
  }
  const replyTo = business.email ? { name: business.name, address: business.email } : null
  const time = timeOfDay(row.created_at, business.timezone)
  const sms = fitting(
    (short) => `${short(inText(business.name))}: ${say('chatSent', { time })} ${say('optOut')}`,
  )
  return { letter, sms, push: null, replyTo, invite: null }
}

/** Returns null once the visitor has read all replies in the chat, which needs no entry in the log. */
function reply(facts: Facts): Message | null {
  const { business, messages } = facts
  if (messages.length === 0) return null
  const say = sayer(facts)
  const name = isolated(business.name)
  const ways = [say('inChat'), ...(business.email ? [say('byMail')] : [])]
  const list = new Intl.ListFormat(facts.language === 'es' ? 'es-US' : 'en-US', { type: 'disjunction' })
  const subject = say('replySubject', { business: isolated(cut(business.name, SUBJECT_NAME)) })
  const letter: Letter = {
    language: facts.language,
    subject,
    preview: messages[0]?.text ?? subject,
    label: null,
    heading: say('replySubject', { business: name }),
    parts: [
      { kind: 'text', text: `${greeting(facts)}\n${say('replySentence', { business: name })}` },
      { kind: 'messages', title: say('conversation'), messages },
      ...links(facts, null),
      { kind: 'text', text: say('replyAnswer', { ways: list.format(ways) }) },
    ],
    footer: footer(facts, say('whyReply', { business: name })),
  }
  const replyTo = business.email ? { name: business.name, address: business.email } : null
  const sms = fitting((short) => `${short(inText(business.name))}: ${say('replyText')} ${say('optOut')}`)
  return { letter, sms, push: null, replyTo, invite: null }
}

/** Returns the message to a visitor, or null if its lead or conversation is gone. */
export function visitorMessage(facts: Facts): Message | Withdrawn | null {
  const { row, lead, conversation, now } = facts
  if (row.kind === 'transcript') return conversation && transcript(facts)
  if (row.kind === 'reply') return conversation && reply(facts)
  const call = lead?.call
  if (!call) return lead && { canceled: 'The appointment was canceled' }
  const start = readInstant(row.data.start) ?? call.start
  if (row.kind === 'confirmation_canceled') {
    return call.isCanceled
      ? callMessage(facts, call, start, null)
      : { canceled: 'The appointment was booked again' }
  }
  const reason = withdrawn(call, start)
  if (reason !== null) return { canceled: reason }
  if (row.kind === 'reminder' && start <= now) return { canceled: 'The appointment has begun' }
  if (row.kind === 'reminder' && lead.isLost) return { canceled: 'The lead is marked as lost' }
  return callMessage(facts, call, start, readInstant(row.data.previous))
}
