import type { Topic } from './state.ts'
import type { Likelihoods } from './understand/intents.ts'
import { chanceIn, chanceOf, inContext, likelihoodsOf } from './understand/likelihoods.ts'

/** Part of a message and what it does; `act` is null for a statement or a question about the business. */
export interface Clause {
  act: Act | null
  start: number
  end: number
  text: string
}

/** The intents of each act. */
const INTENTS = {
  delete: ['delete'],
  stop: ['stop'],
  complain: ['complain'],
  bot: ['bot'],
  person: ['person'],
  customer: ['customer'],
  visit: ['visit'],
  praise: ['praise'],
  agentName: ['agent_name'],
  repeat: ['repeat'],
  ability: ['ability'],
  job: ['job'],
  vendor: ['vendor'],
  wrong: ['wrong'],
  joke: ['joke'],
  offtopic: ['offtopic', 'inject'],
  why: ['why'],
  frustrated: ['frustrated'],
  leave: ['leave'],
  wait: ['wait'],
  skip: ['skip'],
  unsure: ['unsure'],
  decline: ['decline', 'refuse'],
  thank: ['thank'],
  greet: ['greet'],
  presence: ['presence'],
  wellbeing: ['wellbeing'],
  callMe: ['call_me'],
  vague: ['vague', 'heard'],
  accept: ['accept'],
  chat: ['chat'],
} as const

/** What part of a message does, other than stating facts and asking about the business. */
export type Act = keyof typeof INTENTS
const ACTS = Object.keys(INTENTS) as Act[]

/** The least probability of an act. */
const LEAST = 0.4
/** Acts that a longer statement easily resembles. */
const LEAST_OF: Partial<Record<Act, number>> = {
  delete: 0.7,
  stop: 0.6,
  offtopic: 0.65,
  ability: 0.5,
  vague: 0.6,
  vendor: 0.6,
  bot: 0.45,
  praise: 0.6,
  repeat: 0.5,
  chat: 0.5,
  wrong: 0.6,
}
const COURTESIES: readonly Act[] = ['thank', 'accept', 'chat', 'greet', 'leave', 'wellbeing', 'presence']
/** Acts that state nothing, so that a clause with digits or an address does something else, too. */
const IDLE: ReadonlySet<Act> = new Set([
  ...COURTESIES,
  'ability',
  'joke',
  'repeat',
  'skip',
  'unsure',
  'offtopic',
])
/** Acts that a statement must not be taken for: they must be likelier than one. */
const OF_TEAM: ReadonlySet<Act> = new Set(['complain', 'customer', 'visit', 'praise', 'job', 'vendor'])
const STATEMENTS = ['work', 'add', 'fact', 'time', 'access', 'place', 'correct']

/** Matches words about the business and its people, without which a complaint is mostly one about weeds or weather. */
const OF_BUSINESS = new RegExp(
  `\\b(?:${[
    "you|your|yours|u|ur|y['’]?all|guys?|crew|team|workers?|(?:no|any|some) ?(?:body|one)",
    'bill\\w*|charge[ds]?|invoice|appointment|refund|money',
    'usted(?:es)?|sus?|gente|equipo|nadie|cobr\\w+|factura|\\p{L}+(?:aron|ieron)',
  ].join('|')})(?!\\p{L})`,
  'iu',
)
/** The least probability of a complaint without them. */
const LEAST_ALONE = 0.95

/** What only customers say, and its least probability at which a person sees it, whichever of these it is. */
const OF_CUSTOMERS = ['complain', 'customer', 'visit']
const LEAST_CUSTOMER = 0.6

/** How much likelier some intents are while a question is open. */
const EXPECTED: Readonly<Record<Topic, Readonly<Record<string, number>>>> = {
  service: { work: 2 },
  name: { fact: 2, person: 0.5 },
  contact: { fact: 2, person: 0.5 },
  phone: { fact: 2, person: 0.5 },
  email: { fact: 2, person: 0.5 },
  address: { fact: 2, place: 2 },
  question: { fact: 3, time: 3 },
  slot: { time: 3, choose: 3, other_time: 3, skip: 0.05, presence: 0.3, frustrated: 0.3 },
}

const BOUNDARY =
  /[.!?;\n]+(?=\s|$|[¿¡])|,\s+(?=(?:thanks?|thank|bye|goodbye|please|but|gracias|adi[oó]s|chao|never ?mind|nvm)(?!\p{L}))|[,—–]\s*(?=$)/giu
const LEAD =
  /^(?:(?:no|nope|nah)(?=\s?[,.!;:—–-]+\s?\S)|(?:yes|yep|yeah|yup|ok|okay|sure|great|perfect|thanks?|thank you|gracias|(?:hi+|hello+|hey+|hiya|howdy|yo)(?: (?:there|all|guys|again|team))?|hola|u+m+|u+h+|h+m+|well|(?:just )?(?:an? |one )?(?:quick )?question|sí|exactly|correct|alright|good (?:morning|afternoon|evening)|buen[oa]s (?:d[ií]as|tardes|noches))(?=[\s,.!;:—–-]+\S))/iu
const EDGE = /^[\s,.!?¡¿;:'"()*~_—–-]+|[\s,.!?¡¿;:'"()*~_—–]+$/gu
const EMOJI_ONLY = /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u
/** Matches words of the languages that the classifier has learned. */
const WORDS = /[\p{Script=Latin}\p{N}]/u
const THUMBS_UP = /^[\s👍👌✅🙏\p{Emoji_Component}]+$/u
const ASIDE_LIMIT = 20

/** Returns the probabilities of the intents of a text while a question is open. */
export const likelihoodsWhile = (text: string, asked: Topic | null): Likelihoods =>
  asked ? inContext(likelihoodsOf(text), EXPECTED[asked]) : likelihoodsOf(text)

function actOf(clause: string, asked: Topic | null): Act | null {
  const bare = clause.replace(EDGE, '').replace(/[,\s]+/g, ' ')
  if (!WORDS.test(bare)) {
    if (!EMOJI_ONLY.test(clause) || !/\p{Extended_Pictographic}/u.test(clause)) return null
    return THUMBS_UP.test(clause) ? 'accept' : 'chat'
  }
  const text = clause.trim()
  const likelihoods = likelihoodsWhile(text, asked)
  const chance = (intents: readonly string[]) => chanceIn(likelihoods, intents)
  const isFactual = /[\d@]/.test(bare)
  const least = (act: Act) =>
    act === 'complain' && !OF_BUSINESS.test(text) ? LEAST_ALONE : (LEAST_OF[act] ?? LEAST)
  let best: { act: Act | null; likely: number } = { act: null, likely: 0 }
  for (const act of ACTS) {
    const likely = chance(INTENTS[act])
    const isMeant = likely >= least(act) && !(isFactual && IDLE.has(act))
    if (isMeant && likely > best.likely && !(OF_TEAM.has(act) && likely <= chance(STATEMENTS)))
      best = { act, likely }
  }
  return best.act ?? (chance(OF_CUSTOMERS) >= LEAST_CUSTOMER && OF_BUSINESS.test(text) ? 'customer' : null)
}

/** Returns whether words say more than a courtesy. */
const saysMore = (text: string) =>
  chanceOf(
    text.trim(),
    COURTESIES.flatMap((act) => INTENTS[act]),
  ) < LEAST

/** Splits a message into clauses and returns what each one does. Runs in linear time. */
export function readClauses(text: string, asked: Topic | null = null): Clause[] {
  const clauses: Clause[] = []
  const take = (start: number, end: number, depth = 0): void => {
    const part = text.slice(start, end)
    if (part.trim() === '') return
    const act = actOf(part, asked)
    const offset = part.length - part.trimStart().length
    const isCut = act === null || act === 'decline' || IDLE.has(act)
    const lead = isCut ? LEAD.exec(part.trimStart()) : null
    if (lead && depth < ASIDE_LIMIT && lead[0].length < part.trim().length) {
      const cut = start + offset + lead[0].length
      const rest = text.slice(cut, end)
      if (rest.replace(EDGE, '') !== '' && saysMore(rest)) {
        clauses.push({ act: actOf(lead[0], asked), start: start + offset, end: cut, text: lead[0] })
        take(cut, end, depth + 1)
        return
      }
    }
    clauses.push({ act, start, end, text: part.trim() })
  }
  let start = 0
  for (const { 0: mark, index } of text.matchAll(BOUNDARY)) {
    take(start, index + mark.length)
    start = index + mark.length
  }
  take(start, text.length)
  return clauses
}

/** Returns everything that a message does, in no particular order. */
export const actsIn = (text: string): ReadonlySet<Act> =>
  new Set(readClauses(text).flatMap(({ act }) => act ?? []))
