import { dayIn, plus } from '../../src/domain/settings/business-hours.ts'
import { areaInWords } from './area.ts'
import { offersCalls } from './call-hours.ts'
import { closureInWords } from './closures.ts'
import type { FaqEntry } from './faq.ts'
import { hoursInWords } from './hours.ts'
import { namesOfServices } from './service-names.ts'
import type { AgentContext, Business } from './state.ts'
import { sayKnowledge } from './texts/knowledge.ts'
import { listed } from './texts/list.ts'

/** A text of the owner, or a sentence made from the settings, that an answer can rest on. */
export interface Source {
  id: string
  text: string
}

/** How many days ahead closures are listed. */
const CLOSURES_AHEAD = 60

/** Returns the sentences of the owner's texts. */
export const sentencesOf = (...texts: (string | null)[]) =>
  texts
    .flatMap((text) => (text ?? '').split(/\n|(?<=[.!?;])\s+/))
    .map((line) => line.replace(/^[\s•*-]+|[\s;]+$/g, ''))
    .filter((line) => line !== '')
    .map((line) => (/[.!?]$/.test(line) ? line : `${line}.`))

/** Returns an FAQ as a source. */
export const sourceOfFaq = ({ faqs }: Pick<Business, 'faqs'>, entry: FaqEntry): Source => ({
  id: `faq.${faqs.indexOf(entry) + 1}`,
  text: `${entry.question} ${entry.answer}`,
})

const numbered = (kind: string, texts: readonly string[]): Source[] =>
  texts.map((text, at) => ({ id: `${kind}.${at + 1}`, text }))

/** Returns whether a sentence is about the business, unlike those that tell the agent how to talk. */
export const isOfBusiness = (sentence: string) => /^(?:we|our|an?)\b/i.test(sentence)

/** Returns the sources in the owner's own words. */
const ownWordsOf = (business: Business): Source[] => [
  ...business.faqs.map((entry) => sourceOfFaq(business, entry)),
  ...numbered('price', sentencesOf(business.pricingNotes)),
  ...numbered('detail', sentencesOf(business.servicesDescription)),
  ...numbered('about', sentencesOf(business.summary)),
]

/** Returns the sources that can be quoted to a visitor as they are. */
export const quotableOf = (business: Business): Source[] =>
  ownWordsOf(business).filter(({ id, text }) => !id.startsWith('about.') || isOfBusiness(text))

/** Returns the dates on which the business is closed, each in a sentence. */
function closuresOf({ closures, timezone }: Business, now: Date): string[] {
  const today = dayIn(timezone, now)
  const last = plus(today, CLOSURES_AHEAD)
  return closures
    .filter(({ from, to }) => to >= today && from <= last)
    .map((closure) => closureInWords(closure, closure.from, 'en'))
}

/**
 * Returns everything that the settings say about a business, and what is true of each: that it can't tell about others,
 * give legal advice, or be told how to contact the visitor. The ids stay the same as long as the settings do.
 */
export function sourcesOf({ business, now }: AgentContext): Source[] {
  const { name, agentName, services, phone, email, bookingUrl, replyTime } = business
  const hours = hoursInWords(business.hours)
  const callTimes = hoursInWords(business.callHours ?? [])
  const area = areaInWords(business.area)?.replace(/[.!]$/, '')
  const address = business.area.address?.trim()
  const { kind } = business.appointment
  const minutes = String(business.appointment.minutes)
  const only = (id: string, text: string | null | undefined | false) => (text ? [{ id, text }] : [])
  return [
    ...ownWordsOf(business),
    ...only('services', services.length > 0 && `We offer ${listed(services, 'en')}.`),
    ...only(
      'services.es',
      services.length > 0 && `Ofrecemos ${listed(namesOfServices(business, services, 'es'), 'es')}.`,
    ),
    ...only('hours', hours && `We are open ${hours}.`),
    ...numbered('closed', closuresOf(business, now)),
    ...only(
      'area',
      area && (business.area.type === 'custom' ? `Our service area is: ${area}.` : `We work ${area}.`),
    ),
    ...only('address', address && `We are at ${address}.`),
    ...only('phone', phone && `Our phone number is ${phone}.`),
    ...only('email', email && `Our email address is ${email}.`),
    ...only('booking', bookingUrl && `You can book online at ${bookingUrl}.`),
    ...only('reply', replyTime && `The team replies: ${replyTime}.`),
    ...only('photos', business.takesPhotos && 'You can add photos right here in the chat.'),
    ...only('call', offersCalls(business) && sayKnowledge('en', 'callIs', { kind, minutes })),
    ...only(
      'hours.calls',
      callTimes && `${kind === 'visit' ? 'Estimate visits' : 'Estimate calls'} are ${callTimes}.`,
    ),
    { id: 'agent', text: `I am ${agentName}, the automated assistant of ${name}.` },
    {
      id: 'policy.contact',
      text: 'If you prefer texts or emails to calls, the team can text or email you instead.',
    },
    {
      id: 'policy.others',
      text: `I can only speak for ${name}. I don't know what other customers or neighbors pay or have, and I can't share anybody's details.`,
    },
    { id: 'policy.law', text: sayKnowledge('en', 'law') },
    {
      id: 'policy.team',
      text: "I can't confirm that here, so I pass your question on to the team, who will get back to you.",
    },
  ]
}
