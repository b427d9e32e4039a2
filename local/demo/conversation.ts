import type { Random } from './random.ts'
import type { ServiceTalk } from './services.ts'

export interface Turn {
  from: 'customer' | 'agent'
  text: string
}

/** The facts that the customer states in the chat; null if they are not asked or do not say. */
export interface Told {
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

/** The business in its agent's words. */
export interface Voice {
  agent: string
  business: string
  faqs: readonly { question: string; answer: string }[]
}

const joined = (...sentences: (string | null | false)[]) => sentences.filter(Boolean).join(' ')
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function askName(told: Told, random: Random): [string, string] {
  const question = random.pick([
    'Who do I have the pleasure of chatting with?',
    'May I ask your name?',
    'What name should I put on the estimate?',
  ])
  if (told.name === null) {
    return [
      question,
      random.pick(['I would rather not say yet.', 'Just getting prices for now.', 'Let us skip that.']),
    ]
  }
  return [
    question,
    random.pick([told.name, `I'm ${told.name}.`, `${told.name}, thanks.`, `My name is ${told.name}.`]),
  ]
}

function askContact(told: Told, random: Random): [string, string] {
  const question = random.pick([
    "What's the best phone number or email to reach you at?",
    'How can our estimator reach you?',
    'Could you share a phone number or an email address for the estimate?',
  ])
  if (told.phone && told.email) {
    return [
      question,
      random.pick([
        `${told.phone}, or ${told.email}`,
        `My number is ${told.phone} and my email is ${told.email}.`,
        `Call ${told.phone}. If I don't pick up, ${told.email} works too.`,
      ]),
    ]
  }
  if (told.phone)
    return [question, random.pick([told.phone, `Text me at ${told.phone}.`, `${told.phone} is best.`])]
  if (told.email) {
    return [
      question,
      random.pick([told.email, `Email is better: ${told.email}`, `You can write to ${told.email}.`]),
    ]
  }
  return [
    question,
    random.pick(['I will call you instead.', 'No thanks, I will check with my partner first.']),
  ]
}

function askDetails(told: Told, random: Random): [string, string] | null {
  const asked = joined(
    told.size && 'How big is the area?',
    told.timeline && 'When would you like it done?',
    told.budget && 'Do you have a budget in mind?',
    told.availability && 'And when could our estimator come by?',
  )
  if (asked === '' && told.info === null) return null
  const answer = joined(
    told.size && random.pick([`It's ${told.size}.`, `Roughly: ${told.size}.`]),
    told.timeline && random.pick([`${told.timeline}.`, `Ideally ${lowerFirst(told.timeline)}.`]),
    told.budget && random.pick([`Budget: ${told.budget}.`, `We thought of ${told.budget}.`]),
    told.availability &&
      random.pick([`${told.availability}.`, `For the visit: ${lowerFirst(told.availability)}.`]),
    told.info,
  )
  return [asked || 'Is there anything else we should know?', answer]
}

function closing(told: Told, voice: Voice, random: Random): string {
  const first = told.name?.split(' ')[0]
  const thanks = first ? `Thank you, ${first}!` : 'Thank you!'
  if (told.phone === null && told.email === null) {
    return `${thanks} We are here whenever you are ready. You can ask me anything about ${voice.business}.`
  }
  const how = told.phone ? `call you at ${told.phone}` : `write to ${told.email}`
  return random.pick([
    `${thanks} Someone from ${voice.business} will ${how} about your free estimate.`,
    `${thanks} That's everything I need. We'll ${how} to set up the free estimation call.`,
  ])
}

/**
 * A chat of 4 to 14 messages about one service in which the customer states exactly the facts of `told`. It
 * starts with the agent's greeting.
 */
export function converse(talk: ServiceTalk, told: Told, voice: Voice, random: Random): Turn[] {
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
  const isReachable = told.phone !== null || told.email !== null
  if (!isReachable && told.name === null) {
    const leave = random.pick(['Just looking around, thanks.', 'I will think about it and come back.'])
    turns.push({ from: 'agent', text: talk.question }, { from: 'customer', text: leave })
    return turns
  }

  const exchanges = [
    [talk.question, reply] as const,
    askName(told, random),
    askContact(told, random),
    told.address && (["What's the address of the property?", told.address] as const),
    askDetails(told, random),
  ].filter((exchange) => exchange !== null && exchange !== '')
  const digression = random.chance(0.45) ? random.int(1, exchanges.length - 1) : -1
  const faq = voice.faqs[random.int(0, Math.max(0, voice.faqs.length - 1))]
  let preface = random.pick([
    'Happy to help!',
    'We can certainly help with that.',
    'Sure thing!',
    'Good that you ask.',
  ])
  exchanges.forEach(([question, answer], index) => {
    const asksBack = index === digression && faq !== undefined
    turns.push(
      { from: 'agent', text: joined(preface, question) },
      { from: 'customer', text: joined(answer, asksBack && faq.question) },
    )
    preface = asksBack ? faq.answer : random.pick(['Got it, thanks!', 'Great.', 'Perfect.', 'Noted.', ''])
  })
  const goodbye = closing(told, voice, random)
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
