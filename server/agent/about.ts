import { capitalized } from '../../src/domain/common/capitalized.ts'
import type { Language } from '../base/catalogue.ts'
import { CALL_BY_INTENT } from './about-call.ts'
import { type AreaVerdict, areaInWords, judgePlace } from './area.ts'
import { isCovered } from './covered.ts'
import { servicesNamed } from './extract/service.ts'
import { referredTo } from './follow-up.ts'
import { aboutDates, aboutHours, aboutHolidays as aboutNamedHolidays, hoursInWords } from './hours.ts'
import { offersAsked, VERBS_OF_WORK } from './intents.ts'
import { askedIn, inWords, seeksJob } from './notes.ts'
import { asksPrice } from './questions.ts'
import { ownWords, quoted } from './quotes.ts'
import { onSubject } from './search/search.ts'
import { namesOfServices } from './service-names.ts'
import { type Asked, citing, open, type SettingsAnswer, sure } from './settings-answer.ts'
import { sentencesOf } from './sources.ts'
import type { AgentContext, AgentState, Business } from './state.ts'
import { type Concept, termsOf } from './terms.ts'
import { say as sayDialogue } from './texts/dialogue.ts'
import { sayKnowledge as say } from './texts/knowledge.ts'
import { listed } from './texts/list.ts'
import { questionIn } from './understand/likelihoods.ts'
import { describesWork } from './work.ts'

const MOST_SERVICES = 8
const MOST_PRICES = 2

const MONEY = /[$€£]\s?\d|\b\d[\d,.]*\s?(?:dollars?|bucks|usd|k\b|percent|%)|\bfree\b/i
/** Matches the founding year in the owner's description. */
const SINCE = /\b(?:since|established(?: in)?|founded(?: in)?|est\.?)\s+((?:19|20)\d\d)\b/i
const FOR_YEARS = /\b(?:\d{1,3}|ten|twenty|thirty|forty|fifty)\+?\s+years\b/i
const OFFER = new RegExp(
  `\\b(?:(?:do|can|could|would|will|if) you(?: guys)?(?: also| even| ever| still| happen to)? (?:do|offer|provide|handle|perform|(?:install|repair|fix|clean|build|remove|trim|treat|paint|replace)())|hacen|ofrecen|(?:${VERBS_OF_WORK})())\\s+(.{2,60}?)(?:\\s+(?:too|as well|also|for me|for us|at all|as a service|services|tambi[eé]n|or (?:no|not))|\\s+(?:in|at|on|for|if|and|or|when|by|near|around|this|next|its|it['’]s|i['’]m|para|en)\\s.*)?[\\s?!.]*$`,
  'i',
)
const DO_YOU = new RegExp(`\\b(?:do|can|will) you\\b|^\\W*(?:hacen|${VERBS_OF_WORK})\\b`, 'i')
/** Matches what names no service: `can you do it again?`, `can you do my rental?` */
const PRONOUN =
  /^(?:(?:it|that|this|these|those|them|the same|eso|lo mismo)\b|(?:rentals?|house|home|place|propert(?:y|ies)|address)$)/i
const ARTICLE = /^(?:(?:any|an?|the|my|our|your|some|like|also|el|la|los|las|un|una|mi|de)\s)+/i
/** The words that can precede a place. What follows counts as a place only if the map knows it or it is capitalized. */
const PLACE =
  /\b(?:(?:serve|service|cover|cubren|sirven)(?: (?:in|to|near|en))?|(?:work|mow|plow|cut|trim|spray|treat|deliver|go|come|travel|do (?:jobs|work|lawns|yards)|available|are you|trabajan|llegan|atienden|van)\b[^?.,]*?\b(?:in|to|around|near|at|as far as|en|a|hasta))\s+(?:the )?([^?.!]{3,40}?)(?:\s+(?:area|too|as well|also|at all|tambi[eé]n))?[?.!\s]*$/i
const IN_AREA = /^(?:and )?is (.{3,40}?) (?:in|within|inside|part of|too far|out of) /i
/** Matches work without its kind: `small jobs`. */
const UNNAMED = /\b(?:jobs?|projects?|things?|stuff|work|orders?|trabajos?)$/i
/** Matches a question that leaves out the rest: `what about Dublin?` */
const WHAT_ABOUT =
  /^\W*(?:(?:and|so|ok) )?(?:what about|how about|qu[eé] tal) (?:(?:in|for|the|my) )?([^?.!]{3,40}?)\W*$/i
const THERE =
  /\b(?:(?<!\b(?:is|are|was|were|if|['’]s) )there(?! (?:is|are|was|were|any|an?)\b)|that far|(?:out|up|down|over) here|cover (?:that|it)|come here|my (?:area|town|city|neighborhood)|all[ií]|aqu[ií]|mi (?:zona|ciudad))\b/i
const SEVERAL = /,?\s+(?:and|or|&|y|o)\s+/i
/** Claims about a service beyond its name. Only the owner's own words confirm them. */
const CLAIM =
  /\b(?:financ|payment plan|discount|organic|natural|eco|electric|battery|cordless|non-?toxic|(?:chemical|pesticide|poison)[- ]free|(?:pets?|dogs?|cats?|kids?|child|bees?|family|environment\w*)[- ](?:safe|friendly)|safe|guarantee|warrant|certified|same[- ]day|24\/7|org[aá]nic|garant[ií]|segur[oa]s? para)/giu
/** Matches questions about when the business is somewhere, which its area doesn't answer. */
const ASKS_DAY =
  /\b(?:what|which) (?:days?|time|week)\b|\bwhen\b|\bhow often\b|\broutes?\b|\b(?:qué|que) d[ií]as?\b|\bcu[aá]ndo\b/i
const ZIP = /(?<!\d)\d{5}(?!\d)/

const servicesIn = (text: string, { services }: Business) => {
  const { offered, unlisted } = servicesNamed(text, services)
  return [...offered, ...unlisted]
}

/** Returns the owner's own sentences about prices on the subject of a text, or the first ones without a text. */
function notedPrices(business: Business, text: string | null): string[] {
  const prices = sentencesOf(business.pricingNotes).filter((line) => MONEY.test(line))
  return text === null ? prices : onSubject(prices, text)
}

/** Answers a price question with the owner's figures, or says that there are none. */
function aboutPrice({ context: { business }, state, question }: Asked): SettingsAnswer | null {
  const { known, booked, notes, language } = state
  const work = inWords(notes) ?? known.service_needs
  const isNamed = servicesIn(question, business).length > 0 || describesWork(question)
  const own = notedPrices(business, question)
  // `What would a replacement cost?` is about the work that was named before.
  const ofWork = (line: string) =>
    servicesIn(line, business).some((each) => known.service_needs?.includes(each))
  const fitting = isNamed ? [] : own.filter(ofWork)
  const [figures = []] = [fitting, own, isNamed ? [] : notedPrices(business, work && `${work} ${question}`)]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.slice(0, MOST_PRICES))
  if (figures.length > 0)
    return citing(
      sure(say(language, 'figures', { figures: quoted(figures, language) })),
      'price',
      figures.join(' '),
    )
  if (booked) return open(say(language, 'priceAfterBooking', { kind: business.appointment.kind }))
  const wasAsked = askedIn(notes).some(asksPrice)
  return open(say(language, wasAsked ? 'priceAgain' : 'noPrice'))
}

/** Returns the town or ZIP code that a question names, and whether it is in the service area; null if it names none. */
function placeIn(
  { area, services }: Business,
  question: string,
): { place: string; verdict: AreaVerdict['kind'] } | null {
  const zip = ZIP.exec(question)?.[0]
  const about = WHAT_ABOUT.exec(question)?.[1]
  // `What about oaks?` is about trees, not the town.
  if (about && servicesNamed(about, services).offered.length > 0) return null
  const place = zip ?? (IN_AREA.exec(question) ?? PLACE.exec(question))?.[1]?.trim() ?? about ?? ''
  const isNamed = zip !== undefined || /^\p{Lu}/u.test(place)
  if (!isNamed && [...termsOf(place)].some(([, kind]) => kind !== 'other')) return null
  const verdict = judgePlace(area, place)
  const isPlace = (isNamed && place !== about) || (place && verdict !== 'unknown')
  return isPlace ? { place, verdict } : null
}

/**
 * Answers whether the business serves a place. Returns null if the question names no place or the settings define no
 * area. `before` is the rest of the message: `I live in Dublin, do you come there?`
 */
export function aboutPlace(
  { business }: AgentContext,
  { language }: AgentState,
  question: string,
  before = '',
): (SettingsAnswer & { isCertain: boolean }) | null {
  const where = areaInWords(business.area, language)
  const pointed = THERE.test(question)
    ? { place: say(language, 'that'), verdict: judgePlace(business.area, before) }
    : null
  const named = placeIn(business, question) ?? (pointed?.verdict === 'unknown' ? null : pointed)
  if (!named || !where) return null
  const { verdict } = named
  const source = { id: 'area', text: where }
  const asksDay = ASKS_DAY.test(question)
  const place = named === pointed ? named.place : capitalized(named.place)
  if (verdict === 'inside') {
    const rest = asksDay ? ` ${say(language, 'restUnanswered')}` : ''
    return { text: inArea(place, language) + rest, isOpen: asksDay, isCertain: true, source }
  }
  if (verdict === 'unknown') {
    return { text: say(language, 'unsureArea', { place }), isOpen: true, isCertain: false, source }
  }
  const text = capitalized(say(language, 'outsideArea', { place, area: where.replace(/[.!]$/, '') }))
  return { text, isOpen: true, isCertain: true, source }
}

function inArea(place: string, language: Language): string {
  const [first = '', last] = place.split(SEVERAL)
  if (last === undefined) return say(language, 'inArea', { place })
  return say(language, 'inAreaMany', { places: listed([first, last], language) })
}

function aboutArea({ context: { business }, state: { language } }: Asked): SettingsAnswer | null {
  const area = areaInWords(business.area, language)?.replace(/[.!]$/, '')
  if (!area) return null
  return citing(sure(say(language, business.area.type === 'custom' ? 'areaIs' : 'located', { area })), 'area')
}

function aboutAddress(asked: Asked): SettingsAnswer | null {
  const { business } = asked.context
  const address = business.area.address?.trim().replace(/,\s*(?:United States|USA)$/i, '')
  return address
    ? citing(sure(say(asked.state.language, 'address', { address })), 'address')
    : aboutArea(asked)
}

function aboutContact({ context: { business }, state: { language } }: Asked): SettingsAnswer | null {
  const { phone, email } = business
  const ways = [phone && say(language, 'call', { phone }), email && say(language, 'mail', { email })].filter(
    (way) => way !== null,
  )
  const [first, last] = ways
  if (!first) return null
  return citing(
    sure(say(language, 'contact', { ways: last ? say(language, 'or', { first, last }) : first })),
    'contact',
  )
}

function aboutServices({ context: { business }, state: { language } }: Asked): SettingsAnswer | null {
  const services = namesOfServices(business, business.services, language)
  if (services.length === 0) return null
  const text = services.length > MOST_SERVICES ? 'servicesAmongOthers' : 'services'
  return citing(
    sure(say(language, text, { services: listed(services.slice(0, MOST_SERVICES), language) })),
    'services',
  )
}

function aboutYears({ context: { business }, state: { language } }: Asked): SettingsAnswer | null {
  const sentences = sentencesOf(business.summary, business.servicesDescription)
  const founded = sentences.find((each) => SINCE.test(each))
  if (founded)
    return citing(sure(say(language, 'since', { year: SINCE.exec(founded)?.[1] ?? '' })), 'about', founded)
  const sentence = sentences.find((each) => FOR_YEARS.test(each))
  return sentence ? citing(sure(ownWords(sentence, language)), 'about', sentence) : null
}

/** Matches questions about a service other than whether it is offered. */
const ASKS_ELSE =
  /^\W*(?:what|which|who|whom|whose|how|when|where|why)\b|\b(?:warrant\w*|guarantee\w*|brand|cheap\w*|reviews?|ratings?|instead)\b/i

/**
 * Returns whether a question claims more about a service than the owner's texts do: `Do you have organic fertilizer?`
 */
export function claimsMore({ business }: Pick<AgentContext, 'business'>, question: string): boolean {
  const { services, servicesDescription, summary, pricingNotes } = business
  const own = [...services, servicesDescription, summary, pricingNotes].join(' ').toLowerCase()
  return (question.match(CLAIM) ?? []).some((claim) => !own.includes(claim.toLowerCase()))
}

/** Answers whether the business offers something: `do you do pool cleaning?`. Returns null for other questions. */
export function aboutOffer(
  { business }: AgentContext,
  state: AgentState,
  question: string,
  before = '',
): SettingsAnswer | null {
  const { language } = state
  const { services } = business
  if (services.length === 0 || claimsMore({ business }, question)) return null
  const offered = (work: string) =>
    isCovered(business, work)
      ? citing(sure(say(language, 'offered')), 'services', services.join(', '))
      : open(sayDialogue(language, 'askedWhether'))
  const earlier = workReferredTo(business, state, question, before)
  if (earlier) return offered(earlier)
  const [, verb, verbo, object = ''] = OFFER.exec(question) ?? []
  const about = WHAT_ABOUT.exec(question)?.[1] ?? ''
  const isAboutWork = describesWork(about)
  if (isAboutWork && servicesNamed(about, services).offered.length > 0) return offered(`${about} ${question}`)
  const service = (object || (isAboutWork ? about : '')).trim().replace(ARTICLE, '')
  if (!mayNameWork(question, about, service)) return null
  // A Spanish verb can name the work: `¿cortan el césped?`
  const work = workIn(verbo === '' ? question : service || question)
  if (!work) return null
  if (isListed(business, question, work)) return offered(question)
  if (service === '' || work.hasAspect) return null
  return open(verb === '' || verbo === '' ? say(language, 'notSeen') : notListed(language, service))
}

/** Returns whether a question asks for work, and not for something else about it: `can you do it again?` */
const mayNameWork = (question: string, about: string, service: string) =>
  (about !== '' || !ASKS_ELSE.test(question)) &&
  !PRONOUN.test(service) &&
  !UNNAMED.test(service) &&
  (service !== '' || DO_YOU.test(question))

/** Returns the words for work that only the words before a question name, with what the question adds; or null. */
function workReferredTo(
  business: Business,
  state: AgentState,
  question: string,
  before: string,
): string | null {
  const isOfEarlier =
    offersAsked(question) &&
    !describesWork(question) &&
    (workIn(question)?.hasAspect ?? true) &&
    servicesIn(question, business).length === 0
  const referred =
    referredTo(question, before, state) ?? (isOfEarlier ? `${before} ${state.known.service_needs ?? ''}` : '')
  const named = servicesNamed(referred, business.services).offered
  if (named.length === 0) return null
  return isOfEarlier ? named.join(' ') : `${referred} ${question}`
}

/** Returns the terms in a question about work; null if it has none, or is about something else. */
function workIn(question: string): { terms: readonly string[]; hasAspect: boolean } | null {
  const asked = [...termsOf(question)].filter(([, kind]) => kind !== 'minor')
  if (asked.length === 0 || asked.some(([, kind]) => kind === 'topic')) return null
  return { terms: asked.map(([term]) => term), hasAspect: asked.some(([, kind]) => kind === 'aspect') }
}

/** Returns whether the owner's services include the work in a question. */
function isListed(
  { services, servicesDescription }: Business,
  question: string,
  { terms, hasAspect }: { terms: readonly string[]; hasAspect: boolean },
): boolean {
  if (!hasAspect && servicesNamed(question, services).offered.length > 0) return true
  const own = termsOf([...services, servicesDescription].join('. '))
  return terms.every((term) => own.has(term))
}

function notListed(language: Language, service: string): string {
  const isMany = /[^s]s$/i.test(service)
  return say(language, isMany ? 'notListedMany' : 'notListed', { service: capitalized(service) })
}

const aboutOpening: Answer = ({ context: { business, now }, state: { language }, question }) =>
  citing(sure(aboutHours(business, now, termsOf(question), question, language)), 'hours')

/** Answers whether the business is open on a date or a weekend that the question names: `the day after Christmas`. */
const aboutDate = ({ context: { business, now }, state: { language }, question }: Asked) =>
  citing(sure(aboutDates(business, now, question, language)), 'hours')

function aboutHolidays({ context, state: { language }, question }: Asked): SettingsAnswer | null {
  const { business, now } = context
  const answer = aboutNamedHolidays(business, now, question, language)
  if (answer) return citing(sure(answer), 'hours')
  const hours = hoursInWords(business.hours, language)
  return hours ? citing(open(say(language, 'holidays', { hours })), 'hours') : null
}

function aboutBookingLink({ context: { business }, state: { language } }: Asked): SettingsAnswer | null {
  return business.bookingUrl
    ? citing(sure(say(language, 'book', { url: business.bookingUrl })), 'booking')
    : null
}

const SENDS_PHOTOS =
  /\b(?:send|upload|attach|share|text|email)\b.{0,20}\b(?:pics?|pictures?|photos?|images?|videos?)\b|\b(?:pics?|pictures?|photos?|images?)\b.{0,25}\b(?:send|upload|attach|share)\b|\b(?:mandar|enviar|subir)(?:le|les)? (?:unas? |las? )?(?:fotos?|im[aá]gen(?:es)?)\b/i

const OF_WORK =
  /\b(?:send|text|e?mail|show) (?:me|us)\b|\b(?:pics?|pictures?|photos?|images?|videos?) of (?:your|previous|past|finished|completed|other)\b|\bbefore and after\b/i

/** Returns whether a visitor wants to send photos, rather than see photos of the business's work. */
export const sendsPhotos = (text: string) => SENDS_PHOTOS.test(text) && !OF_WORK.test(text)

/** The kinds of questions that are answered to someone who asks about a job, too. */
const FOR_APPLICANTS: ReadonlySet<string> = new Set([
  'ask_address',
  'ask_contact',
  'ask_hours',
  'ask_holiday',
])

/** The least probability at which the intent of a question decides what answers it. */
const CLEAR = 0.5
/** The least probability of a question about prices, whose answer promises nothing. */
const LIKELY = 0.35

type Answer = (asked: Asked) => SettingsAnswer | null

/** Answers a question about payment, deposits, discounts, and so on in the words of the owner's pricing notes. */
const aboutTerms =
  (concept: Concept): Answer =>
  ({ context: { business }, state: { language } }) => {
    const sentence = sentencesOf(business.pricingNotes).find((each) => termsOf(each).has(concept))
    return sentence ? citing(sure(ownWords(sentence, language)), 'price', sentence) : null
  }

/** What the settings say about each kind of question. */
const BY_INTENT: Readonly<Record<string, Answer>> = {
  ask_price: aboutPrice,
  haggle: ({ state }) => open(say(state.language, 'haggle')),
  ask_pay: aboutTerms('pay'),
  ask_deposit: aboutTerms('deposit'),
  ask_finance: aboutTerms('finance'),
  ask_discount: aboutTerms('discount'),
  ask_minimum: aboutTerms('minimum'),
  ask_contract: aboutTerms('contract'),
  ask_hours: (asked) => aboutDate(asked) ?? aboutOpening(asked),
  ask_holiday: (asked) => aboutDate(asked) ?? aboutHolidays(asked),
  ask_area: (asked) => (ASKS_DAY.test(asked.question) ? null : aboutArea(asked)),
  ask_address: aboutAddress,
  ask_contact: aboutContact,
  ask_online: aboutBookingLink,
  ask_services: aboutServices,
  ask_experience: aboutYears,
  ask_start: ({ state }) => open(say(state.language, 'start')),
  ask_photos: ({ context, state, question }) =>
    context.business.takesPhotos && !OF_WORK.test(question) ? sure(say(state.language, 'photos')) : null,
  ask_law: ({ state }) => sure(say(state.language, 'law')),
  ask_others: ({ context, state }) =>
    sure(say(state.language, 'others', { business: context.business.name })),
  ...CALL_BY_INTENT,
}

/** Answers what a question most likely asks from the settings; null if they don't tell, or if it isn't clear. */
export function answerFromSettings(
  context: AgentContext,
  state: AgentState,
  question: string,
): SettingsAnswer | null {
  const asked: Asked = { context, state, question }
  const { intent, chance } = questionIn(asked.question)
  const least = intent === 'ask_price' ? LIKELY : CLEAR
  // The owner's words are for customers.
  if (seeksJob(state.notes) && !FOR_APPLICANTS.has(intent)) return null
  return (chance >= least && citing(BY_INTENT[intent]?.(asked) ?? null, 'policy')) || null
}
