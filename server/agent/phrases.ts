import { nextOpening, openingDay, openSpan, spokenTime } from '../../src/domain/settings/business-hours.ts'
import { hasLocalNumber } from './extract/contact.ts'
import { slotSentence } from './schedule/slots.ts'
import type { AgentContext, AgentState, FactName, Topic } from './state.ts'
import { fill, voiceOf } from './voice.ts'

/** With less time than this before closing, the agent does not promise a call today. */
const LEAST_MINUTES_LEFT = 60
/** How many services the agent names when it asks again. */
const NAMED_SERVICES = 4

const LABELS: Readonly<Record<FactName, string>> = {
  name: 'name',
  email: 'email',
  phone: 'phone number',
  address: 'address',
  service_needs: 'service',
  service_additional_info: 'details',
  property_size: 'property size',
  budget: 'budget',
  timeline: 'timeline',
  service_availability: 'availability',
}

const withEmoji = (context: AgentContext, text: string, emoji: string) =>
  context.business.useEmojis ? `${text} ${emoji}` : text

export function greeting(context: AgentContext): string {
  const { agentName, name, tone } = context.business
  const hello = fill(voiceOf(tone).greeting, { agent: agentName, business: name })
  return `${withEmoji(context, hello, '👋')} ${questionFor('service', null, context)}`
}

/** The agent's question for a topic; the owner's own questions are unchanged. */
export function questionFor(topic: Topic, question: string | null, context: AgentContext): string {
  const voice = voiceOf(context.business.tone)
  switch (topic) {
    case 'phone':
      return 'Is there a phone number we can reach you at?'
    case 'email':
      return "What's your email address?"
    case 'question':
      return question ?? ''
    case 'slot':
      return 'Which of these times suits you?'
    default:
      return voice[topic]
  }
}

/** What the agent says if an answer lacks what it asked for. */
export function hintFor(topic: Topic, text: string, context: AgentContext): string {
  if (hasLocalNumber(text)) return 'That number seems to be missing its area code. Could you send it in full?'
  switch (topic) {
    case 'contact':
    case 'phone':
      if (/\b(?:call|text|phone) me\b/i.test(text))
        return 'Gladly. Which number should we call, area code included?'
      return "I couldn't find a full phone number or email in that. Could you send one, area code included?"
    case 'email':
      return "I couldn't find an email address in that. Could you send it once more?"
    case 'name':
      return "Sorry, I didn't catch your name. What should we call you?"
    case 'address':
      return "Sorry, I didn't catch the address. Street and city are enough."
    case 'service': {
      const { services } = context.business
      const some = services.slice(0, NAMED_SERVICES).join(', ')
      const more = services.length > NAMED_SERVICES ? ', among others' : ''
      return `Which service is it about?${some && ` We offer ${some}${more}.`}`
    }
    case 'slot':
      return 'Which of these times suits you? You can also name a day or a time of day.'
    case 'question':
      return ''
  }
}

/** Says when the business calls back, never outside its hours. */
export function callbackTime(context: AgentContext): string {
  const { hours, timezone } = context.business
  const open = openSpan(hours, timezone, context.now)
  if (open && open.minutesLeft >= LEAST_MINUTES_LEFT)
    return `before we close at ${spokenTime(open.closeTime)}`
  const next = nextOpening(hours, timezone, context.now)
  if (!next) return 'as soon as we can'
  const day = openingDay(next)
  const when = next.daysAhead > 1 && next.daysAhead < 7 ? `on ${day}` : day
  return `${when} after ${spokenTime(next.time)}`
}

/** The closing message: who gets in touch, how, and when. */
export function closing(context: AgentContext, state: AgentState): string {
  const { name, phone, email } = context.business
  const { known } = state
  const thanks = known.name ? `Thank you, ${firstName(known.name)}!` : 'Thank you!'
  if (state.booked) {
    const how = known.phone ? `call you at ${known.phone}` : `be in touch at ${known.email}`
    const when = slotSentence(new Date(state.booked), context.business.timezone)
    return withEmoji(
      context,
      `${thanks} Your free estimate call is booked for ${when}. Someone from ${name} will ${how}.`,
      '🌱',
    )
  }
  if (known.phone || known.email) {
    const how = known.phone ? `call you at ${known.phone}` : `email you at ${known.email}`
    const when = known.service_availability
      ? `during our business hours (noted: ${known.service_availability})`
      : callbackTime(context)
    if (state.handoff) return `${thanks} Someone from ${name} will ${how} ${when}.`
    const promise = `Someone from ${name} will ${how} ${when} about your free estimate.`
    return withEmoji(context, `${thanks} That's everything I need. ${promise}`, '🌱')
  }
  const ways = [phone && `call us at ${phone}`, email && `email us at ${email}`].filter(Boolean)
  return ways.length > 0
    ? `That's fine. Without a phone number or email we can't get back to you, but you can ${ways.join(' or ')} any time.`
    : "That's fine. Without a phone number or email we can't get back to you; you can send one here any time."
}

/** Acknowledges that an earlier fact has changed. */
export function corrected(changes: readonly (readonly [FactName, string])[]): string {
  const said = changes.map(([fact, value]) => `your ${LABELS[fact]} to ${value}`)
  return `Got it, I've changed ${said.join(' and ')}.`
}

export const firstName = (name: string) => name.split(' ', 1)[0] ?? name
