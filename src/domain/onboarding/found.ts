import type { Faq } from '../../contract/knowledge.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { BusinessDay, ProfileUpdate } from '../../contract/profile.ts'
import type { WebsiteReading } from '../../contract/website-reading.ts'
import { isPossiblePhone } from '../common/phone.ts'
import { textKey } from '../common/same-text.ts'

/** A found value that the owner takes or leaves. */
export interface Found {
  text: string
  isTaken: boolean
}

export interface FoundFaq {
  question: string
  answer: string
  isTaken: boolean
}

/** What a website says about its business, with the owner's corrections. Empty text and lists were not found. */
export interface FoundBusiness {
  website: string
  business_name: string
  phone: string
  email: string
  address: string
  services: readonly Found[]
  description: string
  cities: readonly Found[]
  /** Null if the website doesn't name the hours. */
  hours: readonly BusinessDay[] | null
  /** A hex color; empty if none was found. */
  color: string
  faqs: readonly FoundFaq[]
}

/** Maximum number of found questions to propose. The settings propose the others. */
const MOST_FAQS = 10

const takenAll = (texts: readonly string[]): Found[] => texts.map((text) => ({ text, isTaken: true }))

/** Returns what a reading of a website found, all of it taken. */
export function foundIn({ business, faqs, services }: WebsiteReading, website: string): FoundBusiness {
  return {
    website,
    business_name: business.name ?? '',
    phone: business.phone ?? '',
    email: business.email ?? '',
    address: business.address ?? '',
    services: takenAll(business.services),
    description: services?.text ?? '',
    cities: takenAll(business.cities),
    hours: business.hours,
    color: business.colors[0] ?? '',
    faqs: faqs.slice(0, MOST_FAQS).map(({ question, answer }) => ({ question, answer, isTaken: true })),
  }
}

/** Returns whether a reading contains anything that setup can use. */
export function isAnythingFound({ website: _, ...found }: FoundBusiness): boolean {
  return Object.values(found).some((value) => value !== null && value.length > 0)
}

export const takenOf = (found: readonly Found[]): string[] =>
  found.filter(({ isTaken, text }) => isTaken && text.trim() !== '').map(({ text }) => text.trim())

const cut = (text: string, most: number) => text.trim().slice(0, most)

/** Returns the description without the sentences that name a service that the owner leaves out. */
function describedWithout({ description, services }: FoundBusiness): string {
  const left = services.flatMap(({ text, isTaken }) => (isTaken ? [] : text.toLowerCase()))
  const isFine = (sentence: string) => !left.some((name) => sentence.toLowerCase().includes(name))
  if (left.length === 0) return description
  return description
    .split(/(?<=[.!?])\s+/)
    .filter(isFine)
    .join(' ')
}

/** Returns the fields of the profile that the three steps don't send. Those that were not found are left out. */
export function profileFrom(found: FoundBusiness): ProfileUpdate {
  const cities = takenOf(found.cities)
  const filled = {
    website_url: cut(found.website, LIMITS.url),
    phone: cut(found.phone, LIMITS.phone),
    email: cut(found.email, LIMITS.email),
    services_description: cut(describedWithout(found), LIMITS.longText),
    widget_color: found.color,
    primary_color: found.color,
  }
  return {
    ...Object.fromEntries(Object.entries(filled).filter(([, text]) => text !== '')),
    ...(found.hours && { business_hours: [...found.hours] }),
    ...(cities.length > 0 && { service_area_type: 'cities', service_area_cities: cities }),
  }
}

/** Returns the stored questions followed by the found ones that the owner takes and that are not there yet. */
export function faqsWith(stored: readonly Faq[], found: readonly FoundFaq[]): Omit<Faq, 'id'>[] {
  const known = new Set(stored.map(({ question }) => textKey(question)))
  const added = found.filter(
    ({ question, answer, isTaken }) =>
      isTaken && question.trim() && answer.trim() && !known.has(textKey(question)),
  )
  return [...stored, ...added]
    .slice(0, LIMITS.faqs)
    .map(({ question, answer }, order_index) => ({ question, answer, order_index }))
}

/** The answer to the first question of setup: a website or a phone number. Null if the text is neither. */
export type FirstAnswer = { kind: 'website' | 'phone'; text: string } | null

/** Reads the answer to the first question of setup. */
export function readFirstAnswer(text: string): FirstAnswer {
  const typed = text.trim()
  const [host = ''] = typed.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)
  if (/^[^\s@]+\.\p{L}{2,}(?::\d+)?$/u.test(host) || /^localhost(?::\d+)?$/i.test(host)) {
    return { kind: 'website', text: typed }
  }
  return isPossiblePhone(typed) && !typed.includes('@') ? { kind: 'phone', text: typed } : null
}
