import { greetingName } from '../../src/domain/common/name-parts.ts'
import type { Random } from './random.ts'
import type { ServiceTalk } from './services.ts'

export interface Turn {
  from: 'customer' | 'agent'
  text: string
}

/** The facts that the customer states in the chat; null if the agent doesn't ask or the customer doesn't say. */
export interface LeadFacts {
  name: string | null
  email: string | null
  phone: string | null
  address: string | null
  size: string | null
  budget: string | null
  timeline: string | null
  availability: string | null
  info: string | null
}

/** How the agent refers to itself and the business. */
export interface Voice {
  agent: string
  business: string
  faqs: readonly { question: string; answer: string }[]
}

const joined = (...sentences: (string | null | false)[]) => sentences.filter(Boolean).join(' ')
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function askName(facts: LeadFacts, random: Random): [string, string] {
  const question = random.pick([
    'And your name?',
    'May I ask your name?',
    'What name should I put on the estimate?',
  ])
  if (facts.name === null) {
    return [
      question,
      random.pick(["I'd rather not say yet.", 'Just getting prices for now.', "Let's skip that."]),
    ]
  }
  return [
    question,
    random.pick([facts.name, `I'm ${facts.name}.`, `${facts.name}, thanks.`, `My name is ${facts.name}.`]),
  ]
}

function askContact(facts: LeadFacts, random: Random): [string, string] {
  const question = random.pick([
    "What's the best phone number or email to reach you at?",
    'How can our estimator reach you?',
    'Could you share a phone number or an email address for the estimate?',
  ])
  if (facts.phone && facts.email) {
    return [
      question,
      random.pick([
        `${facts.phone}, or ${facts.email}`,
        `My number is ${facts.phone} and my email is ${facts.email}.`,
        `Call ${facts.phone}. If I don't pick up, ${facts.email} works too.`,
      ]),
    ]
  }
  if (facts.phone)
    return [question, random.pick([facts.phone, `Text me at ${facts.phone}.`, `${facts.phone} is best.`])]
  if (facts.email) {
    return [
      question,
      random.pick([facts.email, `Email is better: ${facts.email}`, `You can write to ${facts.email}.`]),
    ]
  }
  return [question, random.pick(["I'll call you instead.", "No thanks, I'll check with my partner first."])]
}

function askDetails(facts: LeadFacts, random: Random): [string, string] | null {
  const asked = joined(
    facts.size && 'How big is the area?',
    facts.timeline && 'When would you like it done?',
    facts.budget && 'Do you have a budget in mind?',
    facts.availability && 'And when could our estimator come by?',
  )
  if (asked === '' && facts.info === null) return null
  const answer = joined(
    facts.size && random.pick([`It's ${facts.size}.`, `I'd say ${facts.size}.`]),
    facts.timeline && random.pick([`${facts.timeline}.`, `Ideally ${lowerFirst(facts.timeline)}.`]),
    facts.budget && random.pick([`Budget: ${facts.budget}.`, `As for budget: ${facts.budget}.`]),
    facts.availability &&
      random.pick([`${facts.availability}.`, `For the visit, ${lowerFirst(facts.availability)}.`]),
    facts.info,
  )
  return [asked || 'Is there anything else we should know?', answer]
}

function closing(facts: LeadFacts, voice: Voice, random: Random): string {
  const first = facts.name && greetingName(facts.name)
  const thanks = first ? `Thank you, ${first}!` : 'Thank you!'
  if (facts.phone === null && facts.email === null) {
    return `${thanks} We're here whenever you're ready. You can ask me anything about ${voice.business}.`
  }
  const how = facts.phone ? `call you at ${facts.phone}` : `write to ${facts.email}`
  return random.pick([
    `${thanks} Someone from ${voice.business} will ${how} about your free estimate.`,
    `${thanks} That's everything I need. We'll ${how} to set up the free estimation call.`,
  ])
}

/**
 * Returns a chat of 4 to 14 messages about one service in which the customer states exactly these facts. It starts with
 * the agent's greeting.
 */
export function converse(talk: ServiceTalk, facts: LeadFacts, voice: Voice, random: Random): Turn[] {
  const [opening, reply] = random.pick(talk.stories)
  const turns: Turn[] = [
    {
      from: 'agent',
      text: random.pick([
        `Hi there! I'm ${voice.agent} from ${voice.business}. What can we help you with around your place?`,
        `Welcome to ${voice.business}! I'm ${voice.agent}. How can we help with your yard?`,
      ]),
    },
    { from: 'customer', text: opening },
  ]
  const isReachable = facts.phone !== null || facts.email !== null
  if (!isReachable && facts.name === null) {
    const leave = random.pick(['Just looking around, thanks.', "I'll think about it and come back."])
    turns.push({ from: 'agent', text: talk.question }, { from: 'customer', text: leave })
    return turns
  }

  const exchanges = [
    [talk.question, reply] as const,
    askName(facts, random),
    askContact(facts, random),
    facts.address && (["What's the address of the property?", facts.address] as const),
    askDetails(facts, random),
  ].filter((exchange) => exchange !== null && exchange !== '')
  const digression = random.chance(0.45) ? random.int(1, exchanges.length - 1) : -1
  const faq = voice.faqs[random.int(0, Math.max(0, voice.faqs.length - 1))]
  let preface = random.pick([
    'Happy to help!',
    'We can certainly help with that.',
    'Sure thing!',
    'Glad you asked.',
  ])
  exchanges.forEach(([question, answer], index) => {
    const asksBack = index === digression && faq !== undefined
    turns.push(
      { from: 'agent', text: joined(preface, question) },
      { from: 'customer', text: joined(answer, asksBack && faq.question) },
    )
    preface = asksBack ? faq.answer : random.pick(['Got it, thanks!', 'Great.', 'Perfect.', 'Noted.', ''])
  })
  const goodbye = closing(facts, voice, random)
  turns.push({
    from: 'agent',
    text: digression === exchanges.length - 1 ? joined(preface, goodbye) : goodbye,
  })
  if (random.chance(0.3)) {
    turns.push({
      from: 'customer',
      text: random.pick(['Thanks!', 'Great, thank you.', 'Perfect, talk soon.']),
    })
  }
  return turns
}
