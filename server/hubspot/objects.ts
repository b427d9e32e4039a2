import type { Client } from '@hubspot/api-client'
import type {
  AssociationSpecAssociationCategoryEnum,
  FilterOperatorEnum,
  SimplePublicObject,
} from '@hubspot/api-client/lib/codegen/crm/objects'
import { Rejected } from '../base/vendor-errors.ts'
import { answered } from './api.ts'
import { MORE_EMAILS, type Properties } from './fields.ts'

/** A contact, and when each of its properties last changed, in milliseconds since 1970. */
export interface Contact {
  id: string
  properties: Properties
  changedAt: (property: string) => number
}

/** The kinds of objects that belong to a contact, and the ids of HubSpot's associations with contacts. */
export const EXTRA_TYPES = {
  note: { type: 'notes', toContact: 202, text: 'hs_note_body' },
  deal: { type: 'deals', toContact: 3, text: 'description' },
  meeting: { type: 'meetings', toContact: 200, text: 'hs_meeting_body' },
} as const
export type ExtraKind = keyof typeof EXTRA_TYPES
const MEETING_TO_DEAL = 212

const CONTACTS = 'contacts'
/** HubSpot's maximum number of search results. */
const MOST_FOUND = 200
/** HubSpot's maximum number of objects with a history per request. */
export const MOST_READ = 50

const contactOf = ({ id, properties, propertiesWithHistory, updatedAt }: SimplePublicObject): Contact => ({
  id,
  properties,
  changedAt: (property) => {
    const time = propertiesWithHistory?.[property]?.[0]?.timestamp ?? updatedAt
    return new Date(time).getTime()
  },
})

/**
 * Reads contacts by id, at most {@link MOST_READ}. A contact into which others were merged is returned under both ids;
 * a deleted one is missing.
 */
export async function readContacts(
  client: Client,
  ids: readonly string[],
  properties: string[],
): Promise<Map<string, Contact>> {
  const found = new Map<string, Contact>()
  if (ids.length === 0) return found
  const inputs = ids.map((id) => ({ id }))
  const { results } = await answered(
    client.crm.objects.batchApi.read(CONTACTS, { inputs, properties, propertiesWithHistory: properties }),
  )
  for (const result of results) if (!result.archived) found.set(result.id, contactOf(result))
  for (const id of ids.filter((each) => !found.has(each))) {
    const contact = await readContact(client, id, properties)
    if (contact) found.set(id, contact)
  }
  return found
}

async function readContact(client: Client, id: string, properties: string[]): Promise<Contact | null> {
  try {
    const found = await answered(client.crm.objects.basicApi.getById(CONTACTS, id, properties, properties))
    return found.archived ? null : contactOf(found)
  } catch (error) {
    if (error instanceof Rejected && error.status === 404) return null
    throw error
  }
}

/** Finds the contacts that have one of the emails, also as a secondary one, or one of the phone numbers. */
export async function findContacts(
  client: Client,
  { emails, phones }: { emails: string[]; phones: string[] },
  properties: string[],
): Promise<Contact[]> {
  const group = (propertyName: string, values: string[]) =>
    values.length === 0 ? [] : [{ filters: [{ propertyName, operator: 'IN' as FilterOperatorEnum, values }] }]
  const filterGroups = [
    ...group('email', emails),
    ...group(MORE_EMAILS, emails),
    ...group('phone', phones),
    ...group('mobilephone', phones),
  ]
  if (filterGroups.length === 0) return []
  const asked = [...new Set([...properties, 'mobilephone', 'firstname', 'lastname', 'email', 'phone'])]
  const { results } = await answered(
    client.crm.objects.searchApi.doSearch(CONTACTS, { filterGroups, properties: asked, limit: MOST_FOUND }),
  )
  return results.map(contactOf)
}

/**
 * Creates contacts. Returns their ids in the order of `contacts`; if HubSpot does not report which is which, matches
 * them by email and phone.
 */
export async function createContacts(
  client: Client,
  contacts: readonly Record<string, string>[],
): Promise<(string | undefined)[]> {
  const inputs = contacts.map((properties, index) => ({
    properties,
    associations: [],
    objectWriteTraceId: String(index),
  }))
  const [only] = inputs
  if (only && inputs.length === 1) {
    const { id } = await answered(client.crm.objects.basicApi.create(CONTACTS, only))
    return [id]
  }
  const { results } = await answered(client.crm.objects.batchApi.create(CONTACTS, { inputs }))
  return inputs.map(({ properties, objectWriteTraceId }) => {
    const made =
      results.find((each) => each.objectWriteTraceId === objectWriteTraceId) ??
      results.find(({ properties: { email, phone } }) =>
        properties.email ? email === properties.email.toLowerCase() : phone === properties.phone,
      )
    return made?.id
  })
}

export async function updateContact(
  client: Client,
  id: string,
  properties: Record<string, string>,
): Promise<void> {
  await answered(client.crm.objects.basicApi.update(CONTACTS, id, { properties }))
}

const associated = (id: string, associationTypeId: number) => ({
  to: { id },
  types: [
    {
      associationCategory: 'HUBSPOT_DEFINED' as AssociationSpecAssociationCategoryEnum,
      associationTypeId,
    },
  ],
})

/** Creates an object of a contact, and returns the object's id. */
export async function createExtra(
  client: Client,
  kind: ExtraKind,
  contactId: string,
  dealId: string | null,
  properties: Record<string, string>,
): Promise<string> {
  const { type, toContact } = EXTRA_TYPES[kind]
  const toDeal = kind === 'meeting' && dealId !== null ? [associated(dealId, MEETING_TO_DEAL)] : []
  const associations = [associated(contactId, toContact), ...toDeal]
  const { id } = await answered(client.crm.objects.basicApi.create(type, { properties, associations }))
  return id
}

/** Updates an object of a contact. Returns false if it no longer exists. */
export async function updateExtra(
  client: Client,
  kind: ExtraKind,
  id: string,
  properties: Record<string, string>,
): Promise<boolean> {
  try {
    await answered(client.crm.objects.basicApi.update(EXTRA_TYPES[kind].type, id, { properties }))
    return true
  } catch (error) {
    if (error instanceof Rejected && error.status === 404) return false
    throw error
  }
}

/** Returns the contact's object whose text contains `mark`, after a request to create it got no response. */
export async function findExtra(
  client: Client,
  kind: ExtraKind,
  contactId: string,
  mark: string,
): Promise<string | null> {
  const { type, text } = EXTRA_TYPES[kind]
  const page = await answered(
    client.crm.associations.v4.basicApi.getPage(CONTACTS, contactId, type, undefined, 500),
  )
  const ids = page.results.map(({ toObjectId }) => ({ id: String(toObjectId) }))
  for (let start = 0; start < ids.length; start += 100) {
    const inputs = ids.slice(start, start + 100)
    const { results } = await answered(
      client.crm.objects.batchApi.read(type, { inputs, properties: [text], propertiesWithHistory: [] }),
    )
    const found = results.find(({ properties }) => properties[text]?.includes(mark))
    if (found) return found.id
  }
  return null
}
