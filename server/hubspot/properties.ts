import type { Client } from '@hubspot/api-client'
import type { Property } from '@hubspot/api-client/lib/codegen/crm/properties'
import { type ContactProperty, MAPPED_FIELDS, type MappedField } from '../../src/contract/hubspot.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { Deps } from '../kernel/deps.ts'
import { answered } from './api.ts'
import { callHubspot } from './connection.ts'
import { WRITTEN_STATUSES } from './fields.ts'

/** How long the properties of an account are cached, so that a reopened dialog shows them immediately. */
const KEPT_MS = MINUTE_MS

/** The properties of the fields that cannot be mapped. */
const RESERVED = ['firstname', 'lastname', 'email', 'phone']
const TEXTS = ['text', 'textarea']

/**
 * Returns the fields that a property can hold: a text property can hold any field, and a choice with our statuses can
 * hold the status.
 */
function fieldsFor(property: Property): MappedField[] {
  const { name, type, fieldType, options, modificationMetadata } = property
  const isWritable =
    !property.archived &&
    !property.hidden &&
    !property.calculated &&
    !property.hasUniqueValue &&
    !modificationMetadata?.readOnlyValue &&
    /^[a-z][a-z0-9_]{0,99}$/.test(name) &&
    !RESERVED.includes(name)
  if (!isWritable) return []
  if (type === 'string' && TEXTS.includes(fieldType)) return [...MAPPED_FIELDS]
  const values = options.map(({ value }) => value)
  return type === 'enumeration' && WRITTEN_STATUSES.every((each) => values.includes(each)) ? ['status'] : []
}

async function readProperties(client: Client): Promise<ContactProperty[]> {
  const { results } = await answered(client.crm.properties.coreApi.getAll('contacts', false))
  return results
    .map((property) => ({ id: property.name, label: property.label, fields: fieldsFor(property) }))
    .filter(({ fields }) => fields.length > 0)
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}

/**
 * Reads the contact properties of accounts that can hold a field, sorted by label, from HubSpot or from a cache of the
 * last minute.
 */
export function createPropertyReader(deps: Deps) {
  const kept = new Map<string, { at: number; properties: ContactProperty[] }>()
  return {
    /** Rejects with a VendorError. */
    async read(
      organizationId: string,
      portalId: string,
      { isFresh = false } = {},
    ): Promise<ContactProperty[]> {
      const now = deps.clock().getTime()
      for (const [key, { at }] of kept) if (now - at >= KEPT_MS) kept.delete(key)
      const key = `${organizationId} ${portalId}`
      const known = isFresh ? undefined : kept.get(key)
      if (known) return known.properties
      const properties = await callHubspot(deps, organizationId, readProperties)
      kept.set(key, { at: now, properties })
      return properties
    },
  }
}
