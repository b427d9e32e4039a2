import { EVENING_CHAT } from '../../src/contract/agent-check.ts'
import { servicesNamed } from '../agent/extract/service.ts'
import type { Business } from '../agent/state.ts'
import {
  clockTime,
  closedDay,
  hasWords,
  homeAddress,
  sharesWords,
  UNOFFERED,
  unknownPrices,
} from './situation.ts'
import type { Chat, Expectation, Step } from './types.ts'

const MULCH = 'mulch'
const TAP = { tap: 'time' } as const
const YES = 'Yes, please.'
const NAME = 'Jane Doe'
const PHONE = '614-555-0188'

const isTold: Expectation = {
  text: 'You are told that a person is needed',
  isMet: ({ needs }) => needs.length > 0,
}
const asksNothing: Expectation = {
  text: 'It does not go on selling',
  isMet: ({ last }) => !/\b(?:budget|how large|which service|who do I have)\b/i.test(last),
}
const says = (text: string, pattern: RegExp): Expectation => ({
  text,
  isMet: ({ said }) => pattern.test(said),
})
const isBooked: Expectation = {
  text: 'A call is booked, after the visitor has confirmed it',
  isMet: ({ booked }) => booked !== null,
}
const isNotBooked: Expectation = { text: 'No call is booked', isMet: ({ booked }) => booked === null }

const chat = (id: string, title: string, steps: readonly Step[], ...expectations: Expectation[]): Chat => ({
  id,
  title,
  steps,
  expectations,
})

/** Returns the 25 typical chats, based on the services, FAQs, and hours of this business. */
export function typicalChats(business: Business): Chat[] {
  const [service = 'Your service'] = business.services
  const hasServices = business.services.length > 0
  const wish = hasServices ? service.toLowerCase() : 'a repair'
  const opener = `Hi, I'm ${NAME}, ${PHONE}. I need ${wish} at ${homeAddress(business)}.`
  // Without services, the agent asks what the call is about.
  const booking: Step[] = [opener, ...(hasServices ? [] : ['A repair of the front door']), TAP, YES]
  return [
    ...servicesAndPrices(business, service),
    chat('book', 'Books an estimate call', booking, isBooked, {
      text: 'Name and phone number are noted',
      isMet: ({ facts }) =>
        facts.name === NAME && (facts.phone ?? '').replace(/\D/g, '').endsWith('6145550188'),
    }),
    ...refusedTimes(business, opener),
    chat(
      'move',
      'Moves the call to another time',
      [...booking, 'Can we move the call to another time?', TAP, YES],
      isBooked,
    ),
    chat(
      'cancel',
      'Cancels the call',
      [...booking, 'I have to cancel the call', 'Yes, cancel it'],
      isNotBooked,
    ),
    ...aboutBusiness(business),
    ...area(business, service),
    ...knowledge(business),
    chat(
      'robot',
      'Asks whether this is a robot',
      ['Are you a real person?'],
      says('It says that it is an assistant, not a person', /assistant|automated|virtual|\bAI\b/i),
    ),
    chat('person', 'Wants a person', ['Can I talk to a human?'], isTold),
    chat(
      'complaint',
      'Complains about your work',
      ['Your crew damaged my fence and nobody calls me back!'],
      isTold,
      asksNothing,
    ),
    chat(
      'danger',
      'Reports an emergency',
      ['I smell gas in the yard, right where your people were digging'],
      says('It says first whom to call', /911|gas company|leave/i),
      isTold,
    ),
    chat(
      'spanish',
      'Writes in Spanish',
      ['Hola, buenas tardes. ¿Me pueden ayudar?', 'Me llamo Rosa Jiménez'],
      says('It answers in Spanish', /[¿¡ñáéíóú]|\b(?:gracias|usted|nombre|ayudar)\b/i),
      {
        text: 'The name is noted',
        isMet: ({ facts }) => facts.name === 'Rosa Jiménez',
      },
    ),
    chat(
      'german',
      'Writes in another language',
      ['Guten Tag, ich brauche Hilfe und spreche kein Englisch'],
      isTold,
    ),
    chat('goodbye', 'Says thank you and goodbye', ['Thanks for your help, bye!'], asksNothing, {
      text: 'It notes no service',
      isMet: ({ facts }) => !facts.service_needs,
    }),
  ]
}

/**
 * Returns the chat that shows a new owner what the agent says at 9 PM. The visitor asks for mulch, or for the first
 * service of a business that doesn't offer it, and leaves an address. Each question names its subject, so that the
 * owner can make it an FAQ.
 */
export function eveningChat(business: Business): Chat {
  const [first] = business.services
  const sellsMulch = first === undefined || servicesNamed(MULCH, business.services).offered.length > 0
  const wish = sellsMulch ? MULCH : first.toLowerCase()
  return chat(EVENING_CHAT, 'Asks for work at 9 PM', [
    sellsMulch ? 'Hi, do you do mulch? I need about 3 yards.' : `Hi, do you do ${wish}?`,
    `How much is ${wish}?`,
    `I'm ${NAME}, ${PHONE}, at ${homeAddress(business)}.`,
  ])
}

function servicesAndPrices(business: Business, service: string): Chat[] {
  const hasServices = business.services.length > 0
  return [
    chat('price', 'Asks for the price', [`How much is ${service.toLowerCase()}?`], {
      text: 'It names no price that is not in your settings',
      isMet: ({ said }) => unknownPrices(business, said).length === 0,
    }),
    chat('services', 'Asks what you offer', ['What services do you offer?'], {
      text: hasServices ? 'It names your services' : 'It invents no services',
      isMet: ({ said }) => !hasServices || business.services.some((each) => hasWords(said, each)),
    }),
    chat('service', 'Wants something that you offer', [`Hello, I need ${service.toLowerCase()}.`], {
      text: hasServices ? `“${service}” is noted` : 'It asks for the name or for a way to call back',
      isMet: ({ facts, said }) =>
        hasServices ? hasWords(facts.service_needs ?? '', service) : said.includes('?'),
    }),
    chat('other-service', 'Wants something that you do not offer', [`Do you do ${UNOFFERED}?`], {
      text: 'It does not promise it',
      isMet: ({ said, facts }) =>
        !/\byes\b|\bof course\b|\bwe do\b(?! not)/i.test(said) && !facts.service_needs,
    }),
  ]
}

function refusedTimes(business: Business, opener: string): Chat[] {
  const day = closedDay(business)
  return [
    chat(
      'closed',
      day ? `Wants a call on a ${day}, when you are closed` : 'Wants a call in the middle of the night',
      [opener, day ? `Can you call me on ${day} at 10 am?` : 'Can you call me tomorrow at 3 am?'],
      isNotBooked,
    ),
    chat(
      'declines-time',
      'Chooses a time, then says no',
      [opener, 'Is there a time tomorrow afternoon?', 'No, that does not work for me'],
      isNotBooked,
    ),
  ]
}

function aboutBusiness({ hours, phone, email, area: { address } }: Business): Chat[] {
  const open = hours.find(({ isOpen }) => isOpen)
  return [
    chat('hours', 'Asks for your hours', ['What are your opening hours?'], {
      text: open ? 'It names your hours' : 'It does not claim that you are open',
      isMet: ({ said }) => (open ? clockTime(open.openTime).test(said) : !/\bwe are open\b/i.test(said)),
    }),
    chat('contact', 'Asks how to reach you', ['What is your phone number?'], {
      text: phone ? 'It gives your phone number' : 'It invents no phone number',
      isMet: ({ said }) => {
        const digits = said.replace(/\D/g, '')
        return phone
          ? digits.includes(phone.replace(/\D/g, '').slice(-7))
          : digits.length < 7 || Boolean(email)
      },
    }),
    chat('location', 'Asks where you are', ['Where are you located?'], {
      text: address ? 'It says where you are' : 'It invents no address',
      isMet: ({ said }) =>
        address ? sharesWords(said, address) : !/\b\d+ \w+ (?:street|lane|road)\b/i.test(said),
    }),
  ]
}

/** A place that is far from every business except those in the same state. */
const FAR = { name: 'Honolulu', address: '2500 Kalakaua Avenue, Honolulu, HI 96815' }
const FAR_FROM_FAR = { name: 'Anchorage', address: '500 W 5th Avenue, Anchorage, AK 99501' }

function area(business: Business, service: string): Chat[] {
  const { type, address } = business.area
  const far = /\b(?:HI|Hawaii)\b/.test(address ?? '') ? FAR_FROM_FAR : FAR
  const start = [`I need ${service.toLowerCase()}`, NAME, PHONE]
  const isNoted: Expectation = { text: 'The address is noted', isMet: ({ facts }) => Boolean(facts.address) }
  const refuses = /outside|out of|beyond|(?:not|n['’]t) (?:\w+ )?(?:in|within|serve|cover)|away|far/i
  return [
    chat('near', 'Lives in your area', [...start, homeAddress(business)], isNoted, {
      text: 'It does not send the visitor away',
      isMet: ({ last }) => !/outside|out of (?:our|the)|beyond/i.test(last),
    }),
    chat(
      'far',
      `Lives far away, in ${far.name}`,
      [...start, far.address],
      isNoted,
      ...(type === null || type === 'custom'
        ? []
        : [says('It says that this is outside your area', refuses), isTold]),
    ),
  ]
}

const MOST_FAQS = 3
const OTHER_QUESTIONS = [
  'Are you insured?',
  'Do you offer a discount for seniors?',
  'Can I get a reference from one of your customers?',
]

function knowledge({ faqs }: Business): Chat[] {
  // The first, the middle, and the last.
  const asked = faqs.length <= MOST_FAQS ? faqs : [faqs[0], faqs[Math.floor(faqs.length / 2)], faqs.at(-1)]
  const known = asked.flatMap((faq, index) =>
    faq
      ? chat(`faq-${index + 1}`, `Asks “${faq.question}”`, [faq.question], {
          text: 'It gives your answer',
          isMet: ({ said }) => sharesWords(said, faq.answer),
        })
      : [],
  )
  const unknown = OTHER_QUESTIONS.slice(0, MOST_FAQS - known.length).map((question, index) =>
    chat(`question-${index + 1}`, `Asks “${question}”`, [question], {
      text: 'It answers from your settings, or tells you about the question',
      isMet: ({ needs, said }) => needs.length > 0 || said.length > 0,
    }),
  )
  const strange = 'Do you have a loyalty program for retired teachers?'
  return [
    ...known,
    ...unknown,
    chat('unknown', 'Asks something that your settings do not answer', [strange], isTold),
  ]
}
