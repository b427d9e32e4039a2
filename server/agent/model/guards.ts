import { DAYS } from '../../../src/contract/profile.ts'
import { dayIn, plus, shiftsOn, spokenTime } from '../../../src/domain/settings/business-hours.ts'
import { weekdayOf } from '../schedule/slots.ts'
import type { AgentState, Business } from '../state.ts'
import { advisesAgainstHelp, withoutDirections } from './safety-advice.ts'

/** The facts against which a model's answer is checked. */
export interface Grounds {
  business: Business
  now: Date
  state: AgentState
  /** The script's own answer, which is true by construction. */
  scripted: readonly string[]
  /** All of the visitor's messages. */
  visitor: readonly string[]
  /** All messages in the conversation by people from the business. */
  team: readonly string[]
  /** The instructions, which no answer may repeat. */
  instructions: string
}

const LONGEST = 900
const MONEY =
  /[$€£]\s?\d[\d,.]*\s?k?|\b\d[\d,.]*\s?(?:k\s)?(?:dollars?|bucks|usd|cents|percent|per cent|pesos|d[oó]lares|por ciento)(?!\p{L})|\b\d[\d.]*\s?%|\b(?:diez|quince|veint\p{L}+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento|\p{L}*cientos|mil)(?: \p{L}+){0,3} (?:pesos|d[oó]lares|por ciento)(?!\p{L})|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)(?:[\s-](?:and\s)?[a-z]+){0,4}\s(?:dollars?|bucks|percent)\b/giu
const PER_VISIT =
  /\b\d[\d,.]*\s?(?:per|a|an|each|every|por|al|cada)\s(?:visit|cut|mow|month|week|hour|year|yard|acre|season|visita|corte|mes|semana|hora|año|yarda|acre)(?!\p{L})/giu
const CLOCK =
  /\b\d{1,2}(?::\d{2})?\s?[ap]\.?\s?m\b\.?|\b\d{1,2}:\d{2}\b|\bnoon\b|\bmidnight\b|\b24\s?\/\s?7\b|\bo['’]clock\b|\ba las? (?:\d{1,2}|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)\b|\bmediod[ií]a\b|\bmedianoche\b/gi
/** Matches an hour without AM or PM: `at 9`, `by nine tomorrow`. */
const BARE_HOUR =
  /\b(?:at|by|around|before|after|between) (?:1[0-2]|[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=\s*(?:$|[.!?;)](?!\d)|,(?!\d)|(?:ish|sharp|and|or|to|on|this|next|in the|every|if|so|with|for)\b|[-–]))/gi
const SOON =
  /\b(?:today|tonight|tomorrow|(?:this|next) (?:morning|afternoon|evening|weekend|week)|right away|right now|immediately|first thing|same[- ]day|next[- ]day|by the end of (?:the )?(?:day|week)|within (?:the|an|\w+) (?:hours?|minutes?|days?)|in (?:an|\d+|a few|a couple of|two|three|half an) (?:hours?|minutes?|days?)|any ?time|around the clock|overnight)\b|(?<!\p{L})(?:hoy|mañana|ahora mismo|enseguida|de inmediato|inmediatamente|a cualquier hora|a primera hora|est[ae] (?:tarde|noche|semana|fin de semana)|(?:la pr[oó]xima semana|la semana que viene)|el mismo d[ií]a|en (?:una|\d+|unas|pocas|un par de|dos|tres|media) (?:horas?|minutos|d[ií]as))(?!\p{L})/giu
/** Matches the announcement of something that the business is going to do, other than finding something out. */
const ANNOUNCED =
  /\b(?:we|they|he|she|it|I|crew|team|guys|someone|somebody|technician|estimator)(?:['’]ll| will|['’](?:re|m|s) (?:going to|coming)| (?:are|is|am) (?:going to|coming))\b(?! (?:\w+ )?(?:confirm|check|see|ask|look|find|let|note|pass|try)\b)|\b(?:see you|expect us)\b|(?<!\p{L})(?!(?:confirm|revis|pregunt|avis|consult|ver)\p{L}+)(?:\p{L}+(?:aremos|eremos|iremos|drán|arán|irán)|iremos|vamos a (?!confirmar|revisar|preguntar|ver|consultar)\p{L}+|nos vemos)(?!\p{L})/iu
const WEEKDAY =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo)(?!\p{L})/giu
const PROMISE =
  /\b(?:(?<!(?:n['’]t|not|never) )promise[ds]?|risk[- ]free|price[- ]match|best price|guarantee[ds]?|warrant(?:y|ies)|refunds?|discounts?|half[- ]price|on the house|no charge|complimentary|certified|organic|lifetime|cheapest|lowest price|money[- ]back)\b|(?<!\p{L})(?:(?<!no (?:se lo |le |te )?(?:podemos |puedo )?)promet\p{L}+|mejor precio|precio más bajo|garant\p{L}+|reembols\p{L}+|descuentos?|rebajas?|mitad de precio|certificad[oa]s?|org[aá]nic[oa]s?|sin (?:costo|cargo)|de por vida)(?!\p{L})/giu
const FREE =
  /\bfree\b(?!\s(?:to|of course|\d+-minute|estimates?|estimation|quotes?|call|consultation|time|slot))|(?<!(?:llamada|estimado|presupuesto|cotizaci[oó]n|consulta)(?: de \p{L}+| es)? )(?<!\p{L})(?:gratis|gratuit[oa]s?)(?! (?:de presupuesto|de \d+ minutos))(?!\p{L})/giu
const DONE =
  /\b(?:booked|confirmed|reserved|scheduled you|you['’]?re (?:all )?set|see you (?:on|at)|appointment is|cancell?ed|(?:reserv|agend|confirm|program|cancel)ad[oa]s?|(?:la|lo|le) (?:reserv|agend|program|cancel)é|nos vemos el)(?!\p{L})/iu
const LINK =
  /\bhttps?:\/\/\S+|\bwww\.\S+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[a-z\d-]+\.(?:com|net|org|io|co|biz|info|shop|store|site|online|app|xyz|website|link|page|top|club|dev|ai|mx)\b(?:\/\S*)?|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}\/\S+/gi
const PHONE = /(?<![\d$])\+?\d[\d\s().-]{6,}\d/g
const MARKUP = /<\/?[a-z][^>]*>|\[[^\]]*\]\([^)]*\)|```|"tool_calls"|\bfunction_call\b/i
/** What a person does, so that the preceding name is a claim about who comes or calls. */
const COMES =
  "(?:['’]ll| (?:will|can|is going to|is))(?: (?:also|gladly|soon|then|personally))? (?:come|coming|call|visit|be (?:there|with|in touch)|arrive|stop by|drop by|meet|contact|reach|text|email|help you|handle|take care|get back|show up|on (?:his|her|the|their) way)"
const NAMED =
  '((?!(?:I|We|They|You|It|That|This|Who|Someone|Somebody|Team|Staff|Alguien|Equipo|Usted|Ustedes|Él|Ella|Nosotros|Eso|Esto|Ya|Se|No)\\b)\\p{Lu}[\\p{L}-]+)'
const PEOPLE = [
  new RegExp(`\\b${NAMED}(?: \\p{Lu}[\\p{L}-]+)?${COMES}\\b`, 'gu'),
  new RegExp(
    `\\b(?:colleague|technician|estimator|owner|manager|foreman|specialist|arborist|expert|crew leader|ask for|named)[,:]? ${NAMED}`,
    'gu',
  ),
  new RegExp(
    `(?<!\\p{L})${NAMED}(?: \\p{Lu}\\p{L}+)?(?: (?:le|les|lo|la|te))? (?:va a|vendrá|irá|pasará|llegará|llamará|visitará|estará|atenderá|escribirá)(?!\\p{L})`,
    'gu',
  ),
]
const COMPARED =
  /\b(?:competitors?|competition|(?:any |many |most )?other (?:\w+ )?(?:compan(?:y|ies)|business(?:es)?|contractors?|providers?|crews)|(?:better|cheaper|faster|nicer|more \w+) than\b|unlike (?:the )?others?|number one|(?:best|top)[- ]rated|the best (?:in|around)|award[- ]winning|(?:five|5)[- ]star)|(?<!\p{L})(?:competencia|competidores|otr[oa]s (?:compañ[ií]as|empresas|negocios|contratistas)|(?:mejor|mejores|más \p{L}+) que|l[oa]s? mejor(?:es)? de)(?!\p{L})/giu
const SPANISH_DAYS = ['lunes', 'martes', 'mi[eé]rcoles', 'jueves', 'viernes', 's[aá]bado', 'domingo'] as const
const DENIED =
  /(?:n['’]t|\b(?:not|no|closed|never|except|unfortunately|afraid|but|cerrad[oa]s?|cerramos|nunca|excepto|salvo|pero))\b/i
/** Matches questions about prices. In the answer, every number counts as a price. */
const ASKS_PRICE =
  /\b(?:how much|costs?|prices?|pricing|charges?|rates?|fees?|quotes?|cu[aá]nto|precios?|cuesta|cobran?|tarifas?)\b/i

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .replaceAll('.', '')
    .trim()
const digits = (text: string) => text.replace(/\D/g, '')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match)

/** Returns the business's texts: notes, answers, descriptions, and the team's messages. */
function ownWords({ business, team }: Grounds): string {
  const { pricingNotes, summary, servicesDescription, faqs, services } = business
  return [
    pricingNotes,
    summary,
    servicesDescription,
    ...services,
    ...faqs.map(({ answer }) => answer),
    ...team,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Returns the numbers in a text, without thousands separators: `$1,200` is `1200`. */
const numbers = (text: string) =>
  new Set(found(text.replace(/(?<=\d),(?=\d{3})/g, ''), /\d+(?:\.\d+)?/g).map(Number))

function priceFault(text: string, own: string): boolean {
  const known = numbers(own)
  return [...found(text, MONEY), ...found(text, PER_VISIT)].some((price) => {
    const said = [...numbers(price)]
    return said.length === 0 ? !plain(own).includes(plain(price)) : said.some((number) => !known.has(number))
  })
}

/** Returns whether the answer to a price question contains a number that neither side mentioned: `about 500`. */
function bareNumberFault(text: string, { business, visitor }: Grounds, safe: string): boolean {
  const rest = text.replace(CLOCK, ' ').replace(PHONE, ' ').replace(LINK, ' ')
  const said = [...numbers(rest)].filter((number) => number >= 10)
  if (said.length === 0 || !ASKS_PRICE.test(visitor.at(-1) ?? '')) return false
  const known = numbers([safe, business.phone, business.email, business.bookingUrl, ...visitor].join('\n'))
  return said.some((number) => !known.has(number))
}

/** Returns whether a sentence offers a weekday although the business is closed on its next occurrence. */
function closedDayFault(text: string, { business, now }: Grounds, own: string): boolean {
  const today = dayIn(business.timezone, now)
  const closed = Array.from({ length: 7 }, (_, ahead) => plus(today, ahead)).flatMap((day) =>
    shiftsOn(business, day).length === 0
      ? [DAYS, SPANISH_DAYS].flatMap((names) => names[(weekdayOf(day) + 6) % 7] ?? [])
      : [],
  )
  const isOffer = (sentence: string) => !DENIED.test(sentence)
  const offered = plain(
    own
      .split(/[.!?\n]/)
      .filter(isOffer)
      .join(' '),
  )
  return text
    .split(/[.!?\n]/)
    .some((sentence) =>
      closed.some(
        (day) =>
          new RegExp(`\\b${day}s?\\b`, 'i').test(sentence) &&
          isOffer(sentence) &&
          !new RegExp(day, 'i').test(offered),
      ),
    )
}

/** Returns whether a text names a person who comes or calls, although the business hasn't named them. */
function personFault(text: string, { business }: Grounds, safe: string): boolean {
  const known = plain([safe, business.agentName, business.name].join(' '))
  const names = PEOPLE.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  return names.some((name) => !known.includes(plain(name)))
}

/** Returns whether a sentence announces something for a day or an hour that nobody has named. */
function announcedTimeFault(text: string, isSaid: (match: string) => boolean): boolean {
  return text
    .split(/[.!?\n](?!\d)/)
    .filter((sentence) => ANNOUNCED.test(sentence))
    .some((sentence) =>
      [WEEKDAY, BARE_HOUR, CLOCK].some((pattern) => found(sentence, pattern).some((when) => !isSaid(when))),
    )
}

/** Returns whether a sentence makes a claim about other businesses or a rank among them. */
function comparisonFault(text: string, isSaid: (match: string) => boolean): boolean {
  return text
    .split(/[.!?\n]/)
    .filter((sentence) => !DENIED.test(sentence))
    .some((sentence) => found(sentence, COMPARED).some((claim) => !isSaid(claim)))
}

/**
 * Returns why a model's answer must not be sent, or null if it can be sent. Prices, times, days, promises, people,
 * comparisons, links, and numbers must come from the owner or the script. The visitor's words are no evidence. Directions
 * to help and out of danger always pass.
 */
export function faultOf(written: string, grounds: Grounds): string | null {
  if (written.trim() === '') return 'empty answer'
  if (advisesAgainstHelp(written)) return 'advice against help'
  const text = withoutDirections(written)
  const { business, state, scripted, visitor, instructions } = grounds
  const own = ownWords(grounds)
  const safe = [own, ...scripted].join('\n')
  const safeWords = plain(safe)
  const open = business.hours.filter(({ isOpen }) => isOpen)
  const hours = open.flatMap((day) => [spokenTime(day.openTime), spokenTime(day.closeTime)].map(plain))
  const isSaid = (match: string) => safeWords.includes(plain(match))

  if (written.length > LONGEST) return 'too long'
  if (MARKUP.test(text)) return 'markup'
  if (instructions.split('\n').some((line) => line.length > 30 && text.includes(line))) return 'instructions'
  if (priceFault(text, own) || bareNumberFault(text, grounds, safe)) return 'a price that is not in the notes'
  const times = found(text, CLOCK)
  if (times.some((time) => !isSaid(time) && !isHour(time, hours))) return 'a time outside the hours'
  if (closedDayFault(text, grounds, safe)) return 'a day on which the business is closed'
  if (found(text, SOON).some((word) => !isSaid(word))) return 'a promised time'
  if (!state.booked && announcedTimeFault(text, isSaid)) return 'a promised time'
  if ([...found(text, PROMISE), ...found(text, FREE)].some((word) => !isSaid(word))) return 'a promise'
  if (personFault(text, grounds, safe)) return 'a person whom the business has not named'
  if (comparisonFault(text, isSaid)) return 'a claim about other businesses'
  if (DONE.test(text) && !state.booked) return 'a booking that does not exist'
  // The visitor's words, which can be very long, come last, because most links and numbers belong to the business.
  const contacts = [business.phone, business.email, business.bookingUrl, safe, ...visitor]
  const isGiven = (said: string, read: (text: string) => string) =>
    contacts.some((each) => each && read(each).includes(said))
  if (found(text, LINK).some((link) => !isGiven(plain(link).replace(/[)\]]+$/, ''), plain))) return 'a link'
  return found(text, PHONE).some((number) => !isGiven(digits(number), digits)) ? 'a number' : null
}

/** Returns whether a time such as `8 AM` or `8:00 am` is a day's opening or closing time. */
function isHour(time: string, hours: readonly string[]): boolean {
  const [, hour, minute = '00', half] = /^(\d{1,2})(?::(\d{2}))?\s?([ap])/i.exec(time) ?? []
  return (
    hour !== undefined &&
    half !== undefined &&
    hours.includes(`${Number(hour)}:${minute} ${half.toLowerCase()}m`)
  )
}
