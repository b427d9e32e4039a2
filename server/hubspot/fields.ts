import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type FieldMap, MAPPED_FIELDS, SHARED_FIELDS, type SharedField } from '../../src/contract/hubspot.ts'
import type { Lead, LeadStatus } from '../../src/contract/leads.ts'
import { firstAndLast } from '../../src/domain/common/name-parts.ts'
import { present } from '../../src/domain/common/present.ts'
import { leadEmail, leadPhone } from '../../src/domain/leads/name.ts'

/** Values of the shared fields; blank if unknown. */
export type Shared = Record<SharedField, string>
/** The values that both sides last had. A missing field was never compared. */
export type Agreed = Partial<Shared>
export type Properties = Record<string, string | null | undefined>

/** HubSpot's default lead statuses for each of ours, starting with the one that we write. */
const STATUSES: Record<LeadStatus, readonly string[]> = {
  new: ['NEW', 'OPEN', 'IN_PROGRESS', 'ATTEMPTED_TO_CONTACT', 'CONNECTED'],
  converted: ['OPEN_DEAL'],
  lost: ['UNQUALIFIED', 'BAD_TIMING'],
}

/** The statuses that we write. */
export const WRITTEN_STATUSES = Object.values(STATUSES).flatMap(([first]) => first ?? [])

/** Returns our status for a HubSpot status; blank if it corresponds to none of ours. */
export function statusOf(hubspotStatus: string): LeadStatus | '' {
  const found = Object.entries(STATUSES).find(([, theirs]) => theirs.includes(hubspotStatus.toUpperCase()))
  return (found?.[0] as LeadStatus | undefined) ?? ''
}

/** The lead's columns that receive changes from HubSpot. */
export const COLUMNS = {
  name: 'prospect_name',
  email: 'prospect_email',
  phone: 'prospect_phone',
  address: 'property_address',
  status: 'status',
  service: 'service_interest',
  property_size: 'property_size',
  timeline: 'timeline',
  budget: 'budget',
} as const satisfies Record<SharedField, keyof Lead>

/** Returns a lead's values of the shared fields. */
export function sharedOf(lead: Lead): Shared {
  return {
    name: present(lead.prospect_name) ?? present(lead.contact_name) ?? '',
    email: leadEmail(lead) ?? '',
    phone: leadPhone(lead) ?? '',
    address: present(lead.property_address) ?? present(lead.prospect_address) ?? '',
    status: lead.status,
    service: present(lead.service_interest) ?? '',
    property_size: present(lead.property_size) ?? '',
    timeline: present(lead.timeline) ?? '',
    budget: present(lead.budget) ?? '',
  }
}

export const fieldsOf = (map: FieldMap): SharedField[] =>
  SHARED_FIELDS.filter((field) => !isMapped(field) || map[field] !== '')

const isMapped = (field: SharedField): field is keyof FieldMap =>
  (MAPPED_FIELDS as readonly SharedField[]).includes(field)

/** Returns the contact properties that are read: those that hold the shared fields, and secondary email addresses. */
export const propertiesOf = (map: FieldMap): string[] => [
  ...fieldsOf(map).flatMap((field) => namesOf(field, map)),
  MORE_EMAILS,
]

/** The property with a contact's secondary email addresses, separated by semicolons. */
export const MORE_EMAILS = 'hs_additional_emails'

/** Returns a contact's email addresses, the primary one first. */
export const emailsOf = ({ email, [MORE_EMAILS]: more }: Properties): string[] =>
  [email ?? '', ...(more ?? '').split(';')].map((each) => each.trim()).filter(Boolean)

/** Returns the contact properties that hold a field. */
export function namesOf(field: SharedField, map: FieldMap): string[] {
  if (field === 'name') return ['firstname', 'lastname']
  return [isMapped(field) ? map[field] : field]
}

/**
 * Returns a contact's value of a shared field, in our terms; null if its status corresponds to none of ours, or if the
 * property is missing from HubSpot's response because it was deleted.
 */
export function readField(field: SharedField, properties: Properties, map: FieldMap): string | null {
  if (isMapped(field) && properties[map[field]] === undefined) return null
  const value = namesOf(field, map)
    .map((name) => properties[name]?.trim() ?? '')
    .filter(Boolean)
    .join(' ')
  if (field !== 'status' || value === '') return value
  return statusOf(value) || null
}

/** Returns the contact properties for a value. */
export function writeField(field: SharedField, value: string, map: FieldMap): Record<string, string> {
  if (field === 'name') {
    const { first, last } = firstAndLast(value)
    return { firstname: first, lastname: last }
  }
  const [name = field] = namesOf(field, map)
  return { [name]: field === 'status' ? (STATUSES[value as LeadStatus]?.[0] ?? '') : value }
}

export function normalized(field: SharedField, value: string): string {
  const text = value.trim().replace(/\s+/g, ' ')
  if (field === 'email') return text.toLowerCase()
  if (field === 'phone') return phoneKey(text)
  if (field === 'name') return Object.values(firstAndLast(text)).join(' ').trim()
  return text
}

/** Returns a phone number in E.164, or only its digits if it cannot be parsed. */
export function phoneKey(phone: string): string {
  return parsePhoneNumberFromString(phone, 'US')?.number ?? phone.replace(/\D/g, '')
}

/** Both sides of a contact's fields, and when each side last changed. */
export interface Sides {
  ours: Shared
  /** Null if HubSpot's value corresponds to none of ours, or its property was deleted. */
  theirs: Record<SharedField, string | null>
  /** Milliseconds since 1970. */
  ourTime: (field: SharedField) => number
  theirTime: (field: SharedField) => number
}

export interface Merged {
  /** The values for HubSpot. */
  push: Agreed
  /** The values for the lead. */
  pull: Agreed
  /** The values on which both sides agree afterward. */
  agreed: Agreed
}

/**
 * Compares both sides with the values on which they last agreed. The side that changed wins; if both changed, the newer
 * change wins. A deleted property counts as unchanged, and so does a status that HubSpot lacks or that corresponds to
 * none of ours.
 */
export function merge(fields: readonly SharedField[], agreed: Agreed, sides: Sides): Merged {
  const merged: Merged = { push: {}, pull: {}, agreed: { ...agreed } }
  for (const field of fields) {
    const mine = sides.ours[field]
    const theirs = sides.theirs[field] ?? ''
    const winner = winnerOf(field, agreed[field], sides)
    const isSettled =
      winner !== null || agreed[field] !== undefined || isEqual(field, mine, sides.theirs[field])
    if (isSettled) merged.agreed[field] = winner === 'theirs' ? theirs : mine
    if (winner === 'ours') merged.push[field] = mine
    if (winner === 'theirs') merged.pull[field] = theirs
  }
  return merged
}

const isEqual = (field: SharedField, mine: string, theirs: string | null) =>
  theirs === null || normalized(field, mine) === normalized(field, theirs)

/**
 * Returns the side whose value of a field both get; null if the values are equal, or if both keep theirs. At the first
 * comparison, the fuller value wins.
 */
function winnerOf(field: SharedField, before: string | undefined, sides: Sides): 'ours' | 'theirs' | null {
  const raw = sides.theirs[field]
  const ours = normalized(field, sides.ours[field])
  const base = before === undefined ? undefined : normalized(field, before)
  const theirs = raw === null ? (base ?? ours) : normalized(field, raw)
  if (ours === theirs) return null
  const isSilent = raw === null || (field === 'status' && raw === '')
  if (isSilent || theirs === base) return 'ours'
  if (ours === base) return 'theirs'
  const newer = sides.ourTime(field) >= sides.theirTime(field) ? 'ours' : 'theirs'
  return base === undefined ? firstWinnerOf(field, ours, theirs, newer) : newer
}

/** Returns the winner without an earlier comparison. */
function firstWinnerOf(field: SharedField, ours: string, theirs: string, newer: 'ours' | 'theirs') {
  // Nobody has chosen the status of a new lead, so it says nothing about a contact that was there before.
  if (field === 'status') return newer === 'ours' && ours === 'new' ? null : newer
  // A blank is part of any value.
  if (isPartOf(ours, theirs)) return 'theirs'
  return isPartOf(theirs, ours) ? 'ours' : newer
}

/** Returns whether a text contains all words of another. */
function isPartOf(part: string, whole: string): boolean {
  const words = new Set(wordsOf(whole))
  return wordsOf(part).every((word) => words.has(word))
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
