import type { BusinessDay } from '../../src/contract/profile.ts'
import { spokenTime } from '../../src/domain/settings/business-hours.ts'
import { areaInWords } from './area.ts'
import { findServices } from './extract/service.ts'
import { asksPrice } from './questions.ts'
import type { AgentContext, AgentState, Business } from './state.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const MOST_SERVICES = 8
const MOST_PRICES = 2

const HOURS =
  /\b(?:opening|business|working|office|your|ur|the) hours\b|\b(?:when|what time|what days?|until when|how late|are|r)\b.{0,20}\b(?:you|u|y['’]?all|office)\b.{0,15}\b(?:open|closed?|closing)\b|\b(?:do|are) (?:you|u|y['’]?all) (?:work|open|closed)\b.{0,15}\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?)\b/i
const AREA =
  /\bservice area\b|\b(?:what|wat|which|where)\b.{0,20}\b(?:areas?|cities|towns|zip ?codes?|neighborhoods?)\b|\b(?:do|can|will) (?:you|u) (?:guys )?(?:serve|service|cover|travel|work in|work around|come (?:out )?to|go (?:out )?to)\b|\bwhere (?:are|r) (?:you|u)\b|\bwhere(?:['’]?s| is) your (?:office|shop|business)\b/i
const SERVICES =
  /\b(?:what|wat|which)\b.{0,25}\b(?:services|(?:kinds?|types?|sorts?) of (?:work|jobs?|services?))\b|\bwhat (?:all )?do (?:you|u) (?:guys )?(?:do|offer)\b/i
const CONTACT =
  /\b(?:what|whats|what['’]s|wats|do you have|can i (?:get|have)|is there)\b.{0,12}\b(?:your|ur|a|the|an)\b.{0,15}\b(?:phone|number|e-?mail)\b/i
const START =
  /\bhow soon\b|\bwhen (?:can|could|would|will) (?:you|u|the work|it)\b.{0,15}\b(?:start|begin)\b/i
const ESTIMATE_FREE =
  /\b(?:estimates?|quotes?|estimat(?:e|ion) calls?)\b.{0,15}\bfree\b|\bfree\b.{0,10}\b(?:estimates?|quotes?)\b|\bcharge\b.{0,15}\b(?:estimates?|quotes?)\b/i
const MONEY = /[$€£]\s?\d|\b\d[\d,.]*\s?(?:dollars?|bucks|usd|k\b|percent|%)|\bfree\b/i
const SPANISH = /\bhabla[ns]?\b.{0,15}\bespa[ñn]ol\b|\bspeak spanish\b|\ben espa[ñn]ol\b/i
/** Notes that are not for visitors. */
const PRIVATE =
  /\b(?:internal|confidential|private|margin|our cost|markup|(?:do not|don['’]?t|never) (?:tell|share|mention|say|quote|show))\b/i

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${last}` : last
}

/** Describes the week: `Monday to Friday 8:00 AM to 5:00 PM and Saturday 9:00 AM to 3:00 PM`; empty if never open. */
export function hoursInWords(hours: readonly BusinessDay[]): string {
  const groups: { from: string; to: string; times: string }[] = []
  let previous = -2
  DAYS.forEach((day, index) => {
    const entry = hours.find((each) => each.day === day && each.isOpen)
    if (!entry) return
    const times = `${spokenTime(entry.openTime)} to ${spokenTime(entry.closeTime)}`
    const group = groups.at(-1)
    if (group && previous === index - 1 && group.times === times) group.to = day
    else groups.push({ from: day, to: day, times })
    previous = index
  })
  return listed(
    groups.map(({ from, to, times }) =>
      from === to ? `${capital(from)} ${times}` : `${capital(from)} to ${capital(to)} ${times}`,
    ),
  )
}

function aboutHours({ hours }: Business, text: string): string | null {
  const words = hoursInWords(hours)
  if (!words) return null
  const isNamed = (day: string) =>
    new RegExp(`\\b${day}s?\\b`, 'i').test(text) || (/^s/.test(day) && /\bweekends?\b/i.test(text))
  const closed = DAYS.filter(
    (day) => isNamed(day) && !hours.some((entry) => entry.day === day && entry.isOpen),
  )
  const shut = closed.length > 0 ? `We're closed on ${listed(closed.map((day) => `${capital(day)}s`))}. ` : ''
  return `${shut}We're open ${words}.`
}

function aboutArea({ area }: Business): string | null {
  const where = areaInWords(area)
  if (!where) return null
  return area.type === 'custom' ? `Our service area is: ${where.replace(/[.!]$/, '')}.` : `We work ${where}.`
}

function aboutContact({ phone, email }: Business): string | null {
  const ways = [phone && `call us at ${phone}`, email && `email us at ${email}`].filter(Boolean)
  return ways.length > 0 ? `You can ${ways.join(' or ')}.` : null
}

function aboutServices({ services }: Business): string | null {
  if (services.length === 0) return null
  const more = services.length > MOST_SERVICES ? ', among others' : ''
  return `We offer ${listed(services.slice(0, MOST_SERVICES))}${more}.`
}

const servicesIn = (text: string, { services }: Business) => {
  const { offered, unlisted } = findServices(text, services)
  return [...offered, ...unlisted]
}

/** The owner's own sentences about prices: for the requested services, or in general. */
function notedPrices(business: Business, text: string): string[] {
  const lines = (business.pricingNotes ?? '')
    .split(/\n|(?<=[.!?;])\s+/)
    .map((line) => line.replace(/^[\s•*-]+|[\s;]+$/g, ''))
    .filter((line) => MONEY.test(line) && !PRIVATE.test(line))
  const asked = servicesIn(text, business)
  return lines
    .filter((line) => asked.length === 0 || servicesIn(line, business).some((each) => asked.includes(each)))
    .slice(0, MOST_PRICES)
    .map((line) => (/[.!?]$/.test(line) ? line : `${line}.`))
}

/** Answers a price question with the owner's figures, or says that there are none. */
function aboutPrice({ business }: AgentContext, { known, booked, notes }: AgentState, text: string): string {
  const subject = servicesIn(text, business).length > 0 ? text : `${text} ${known.service_needs ?? ''}`
  const figures = notedPrices(business, subject)
  if (figures.length > 0) {
    return `${figures.join(' ')} Your own price depends on the job; you get it with the free estimate.`
  }
  if (booked)
    return "I can't name a price here. Please ask on your estimate call: the team knows the job by then."
  if (notes.some((note) => note.startsWith('Asked: ') && asksPrice(note))) {
    return "I'd rather not guess a price; the team will give you one with your free estimate."
  }
  return "Prices depend on the job, so I can't name one here. The team will give you a price with your free estimate, and I'll pass your question on."
}

/** An answer from the owner's settings, and whether the owner should still see the question. */
export interface SettingsAnswer {
  text: string
  isOpen: boolean
}

/** Answers a question from the settings if no FAQ does, else null. */
export function answerFromSettings(
  context: AgentContext,
  state: AgentState,
  question: string,
): SettingsAnswer | null {
  const { business } = context
  const sure = (text: string | null): SettingsAnswer | null =>
    text === null ? null : { text, isOpen: false }
  if (ESTIMATE_FREE.test(question)) return sure('Yes, the estimate is free.')
  if (asksPrice(question)) {
    const text = aboutPrice(context, state, question)
    return { text, isOpen: !MONEY.test(text.replaceAll('free estimate', '')) }
  }
  if (HOURS.test(question)) return sure(aboutHours(business, question))
  if (AREA.test(question)) return sure(aboutArea(business))
  if (SERVICES.test(question)) return sure(aboutServices(business))
  if (CONTACT.test(question)) return sure(aboutContact(business))
  if (START.test(question)) {
    const text = 'That depends on the work and on the season; the team will tell you when they can start.'
    return { text, isOpen: true }
  }
  if (SPANISH.test(question)) {
    const text =
      'Solo puedo chatear en inglés; el equipo le dirá. (I can only chat in English; the team will tell you.)'
    return { text, isOpen: true }
  }
  return null
}
