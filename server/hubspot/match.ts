import { type Kysely, sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { FieldMap, SharedField } from '../../src/contract/hubspot.ts'
import type { Database } from '../db/schema.ts'
import { isVisitors } from '../leads/tests.ts'
import { type Agreed, emailsOf, normalized, readField, type Shared, sharedOf } from './fields.ts'
import type { Connected, Due } from './links.ts'
import type { Contact } from './objects.ts'

/** A contact that may be the same person as a lead. */
export interface Candidate {
  id: string
  known: Pick<Agreed, 'name'>
  emails: readonly string[]
  phones: readonly string[]
  /** Whether it belongs to another lead. */
  isTaken: boolean
}

/** The contact of a lead, if any, and whether the lead's email belongs to another contact. */
export interface Choice {
  id: string | null
  isEmailTaken: boolean
}

type Person = Pick<Agreed, 'name' | 'email' | 'phone'>

function isSame(field: SharedField & keyof Person, a: Person, b: Person): boolean {
  const value = normalized(field, a[field] ?? '').toLowerCase()
  return value !== '' && value === normalized(field, b[field] ?? '').toLowerCase()
}

export const hasEmail = ({ emails }: Pick<Candidate, 'emails'>, lead: Shared) =>
  emails.some((email) => isSame('email', lead, { email }))

const hasPhone = ({ phones }: Candidate, lead: Shared) =>
  phones.some((phone) => isSame('phone', lead, { phone }))

/**
 * Chooses the contact of a lead: by its email, otherwise by its phone number. If another lead has the same email or
 * contact, the name or the other detail must match as well. The name must also match if the emails differ.
 */
export function choose(lead: Shared, candidates: readonly Candidate[], isEmailShared: boolean): Choice {
  const byEmail = candidates.find((candidate) => hasEmail(candidate, lead))
  if (byEmail) {
    const isSure =
      (!byEmail.isTaken && !isEmailShared) || hasPhone(byEmail, lead) || isSame('name', lead, byEmail.known)
    if (isSure) return { id: byEmail.id, isEmailTaken: false }
  }
  const byPhone = candidates.find((candidate) => {
    const { id, known, emails, isTaken } = candidate
    if (id === byEmail?.id || !hasPhone(candidate, lead)) return false
    const differ = lead.email !== '' && emails.length > 0
    return isTaken || differ ? isSame('name', lead, known) : true
  })
  return { id: byPhone?.id ?? null, isEmailTaken: byEmail !== undefined }
}

/** Returns the formats that a phone number can have in HubSpot, because HubSpot's search compares text. */
export function phoneForms(phone: string): string[] {
  const parsed = parsePhoneNumberFromString(phone, 'US')
  if (!parsed) return [phone]
  const national = parsed.formatNational()
  const digits = national.replace(/\D+/g, ' ').trim()
  const separated = ['-', '.', ' '].map((separator) => digits.replaceAll(' ', separator))
  const withCode = [...separated, national].map((form) => `+${parsed.countryCallingCode} ${form}`)
  const forms = [parsed.number, national, parsed.nationalNumber, parsed.formatInternational()]
  return [...new Set([phone, ...forms, ...separated, ...withCode])]
}

/** Returns a contact's values of the fields that identify a person. */
export function candidateOf(contact: Contact, map: FieldMap, isTaken: boolean): Candidate {
  const { properties } = contact
  const phones = [properties.phone, properties.mobilephone].map((phone) => phone ?? '')
  const read = (field: SharedField) => readField(field, properties, map) ?? ''
  return { id: contact.id, known: { name: read('name') }, emails: emailsOf(properties), phones, isTaken }
}

/**
 * Finds the contacts of other leads with the same email or phone number, because HubSpot's search finds new ones late.
 */
export async function takenContacts(
  db: Kysely<Database>,
  { organizationId }: Connected,
  leads: readonly Shared[],
): Promise<Candidate[]> {
  const emails = leads.map(({ email }) => email.toLowerCase()).filter(Boolean)
  const phones = leads.flatMap(({ phone }) => (phone ? phoneForms(phone) : []))
  const rows = await db
    .selectFrom('hubspot_links')
    .select(['contact_id', 'agreed'])
    .where('organization_id', '=', organizationId)
    .where('contact_id', 'is not', null)
    .where('is_gone', '=', false)
    .where(sql<boolean>`(lower(agreed->>'email') = any(${emails}) or agreed->>'phone' = any(${phones}))`)
    .execute()
  return rows.flatMap(({ contact_id, agreed }) =>
    contact_id === null
      ? []
      : [
          {
            id: contact_id,
            known: { name: agreed?.name ?? '' },
            emails: agreed?.email ? [agreed.email] : [],
            phones: [agreed?.phone ?? ''],
            isTaken: true,
          },
        ],
  )
}

/** Returns which of the contacts belong to leads. */
export async function takenIds(
  db: Kysely<Database>,
  { organizationId }: Connected,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('hubspot_links')
    .select('contact_id')
    .where('organization_id', '=', organizationId)
    .where('contact_id', 'in', ids)
    .execute()
  return new Set(rows.flatMap(({ contact_id }) => contact_id ?? []))
}

/** Returns the emails, in lowercase, that more than one lead of the organization has. */
export async function sharedEmails(
  db: Kysely<Database>,
  { organizationId }: Connected,
  leads: readonly Shared[],
): Promise<Set<string>> {
  const emails = leads.map(({ email }) => email.toLowerCase()).filter(Boolean)
  if (emails.length === 0) return new Set()
  const email = sql<string>`lower(coalesce(prospect_email, contact_email))`
  const rows = await db
    .selectFrom('leads')
    .select(email.as('email'))
    .where('organization_id', '=', organizationId)
    .where(isVisitors)
    .where(sql<boolean>`${email} = any(${emails})`)
    .groupBy(email)
    .having(sql<number>`count(*)`, '>', 1)
    .execute()
  return new Set(rows.map((row) => row.email))
}

/**
 * Omits leads that share an email or phone number with an earlier one, because that lead's contact is decided first.
 */
export function onePerPerson(due: readonly Due[]): Due[] {
  const seen = new Set<string>()
  return due.filter(({ contact_id, lead }) => {
    if (contact_id !== null) return true
    const { email, phone } = sharedOf(lead)
    const keys = [normalized('email', email), normalized('phone', phone)].filter(Boolean)
    if (keys.some((key) => seen.has(key))) return false
    for (const key of keys) seen.add(key)
    return true
  })
}
