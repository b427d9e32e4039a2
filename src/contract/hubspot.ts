import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DaysQuery, Instant, ReadValues, text } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** The fields shared between a lead and a contact, in this order. The name is HubSpot's first and last name. */
export const SHARED_FIELDS = [
  'name',
  'email',
  'phone',
  'address',
  'status',
  'service',
  'property_size',
  'timeline',
  'budget',
] as const
export type SharedField = (typeof SHARED_FIELDS)[number]

/** The fields for which the owner chooses the HubSpot property. */
export const MAPPED_FIELDS = ['address', 'status', 'service', 'property_size', 'timeline', 'budget'] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

/** The internal name of a contact property; blank if the field is not shared. */
const Property = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(?:[a-z][a-z0-9_]{0,99})?$/, 'Use the internal name: lower-case letters, digits, and _'),
)
const mapFields = v.object({
  address: Property,
  status: Property,
  service: Property,
  property_size: Property,
  timeline: Property,
  budget: Property,
})
const areDistinct = (map: v.InferOutput<typeof mapFields>) => {
  const mapped = MAPPED_FIELDS.map((field) => map[field]).filter(Boolean)
  const used = [...mapped, 'firstname', 'lastname', 'email', 'phone']
  return new Set(used).size === used.length
}
const NOT_DISTINCT = 'Each property can hold one field'
export const FieldMap = v.pipe(mapFields, v.check(areDistinct, NOT_DISTINCT))
export type FieldMap = v.InferOutput<typeof FieldMap>

/**
 * HubSpot's built-in contact properties. The other fields have no counterpart in HubSpot, so they appear only in the
 * note.
 */
export const DEFAULT_FIELD_MAP: FieldMap = {
  address: 'address',
  status: 'hs_lead_status',
  service: '',
  property_size: '',
  timeline: '',
  budget: '',
}

const StoredFieldMap = tolerant(
  v.object({
    address: v.string(),
    status: v.string(),
    service: v.string(),
    property_size: v.string(),
    timeline: v.string(),
    budget: v.string(),
  }),
  { defaults: () => DEFAULT_FIELD_MAP },
)

/** `waiting` includes a reason and the time of the next attempt. `revoked` requires the owner's consent again. */
export const HubspotConnection = tolerant(
  v.object({
    state: v.picklist(['active', 'waiting', 'revoked']),
    reason: v.nullable(v.string()),
    retry_at: v.nullable(Instant),
    account: v.nullable(v.string()),
    account_url: v.nullable(v.string()),
    connected_at: v.nullable(Instant),
    /**
     * The number of leads in the organization, leads in HubSpot, and leads that HubSpot rejected or that have no
     * contact details.
     */
    leads: v.number(),
    in_hubspot: v.number(),
    refused: v.number(),
    is_importing: v.boolean(),
    field_map: StoredFieldMap,
  }),
  {
    defaults: () => ({
      state: 'active' as const,
      reason: null,
      retry_at: null,
      account: null,
      account_url: null,
      connected_at: null,
      leads: 0,
      in_hubspot: 0,
      refused: 0,
      is_importing: false,
      field_map: DEFAULT_FIELD_MAP,
    }),
  },
)
export type HubspotConnection = v.InferOutput<typeof HubspotConnection>

const HUBSPOT = '/api/v1/organizations/:orgId/integrations/hubspot'

export const getHubspotConnection = endpoint({
  method: 'GET',
  path: HUBSPOT,
  summary: 'Get the connection to HubSpot: state, progress, and field map',
  access: 'member',
  reply: HubspotConnection,
  errors: [404],
})

/** A contact property of the account: its internal name, and the fields that it can hold. */
export const ContactProperty = tolerant(
  v.object({ id: v.string(), label: v.string(), fields: v.array(v.string()) }),
  { defaults: ({ id }) => ({ label: id, fields: [] }) },
)
export type ContactProperty = v.InferOutput<typeof ContactProperty>

/** `problem` is a sentence that explains why HubSpot does not provide the properties. It is null if it does. */
export const ContactProperties = tolerant(
  v.object({ properties: v.array(ContactProperty), problem: v.nullable(v.string()) }),
  { defaults: () => ({ properties: [], problem: null }) },
)
export type ContactProperties = v.InferOutput<typeof ContactProperties>

export const listHubspotProperties = endpoint({
  method: 'GET',
  path: `${HUBSPOT}/properties`,
  summary: 'List the contact properties of the HubSpot account that can hold a field, by label',
  access: 'member',
  reply: ContactProperties,
  errors: [404],
})

export const updateHubspotFields = endpoint({
  method: 'PUT',
  path: `${HUBSPOT}/fields`,
  summary: 'Set the HubSpot property of each field; compares all leads again',
  access: 'admin',
  body: v.pipe(
    v.object({ ...mapFields.entries, read: ReadValues }),
    v.check((body) => areDistinct(body), NOT_DISTINCT),
  ),
  reply: FieldMap,
  errors: [404, 409],
})

/** The kind of transfer. Later versions can add kinds. */
export const TRANSFER_KINDS = [
  'contact_created',
  'contact_found',
  'contact_updated',
  'contact_merged',
  'contact_gone',
  'lead_updated',
  'note',
  'deal',
  'meeting',
  'connection',
] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

export const Transfer = tolerant(
  v.object({
    id: v.string(),
    at: Instant,
    /** `out` to HubSpot, or `in` from HubSpot. */
    direction: v.string(),
    kind: v.string(),
    /** `done`, `failed`, or `retried`: failed, and scheduled for a later retry. */
    status: v.string(),
    /** The affected fields, or the reason for a failure. Null if there is nothing to report. */
    detail: v.nullable(v.string()),
    lead_id: v.nullable(v.string()),
    lead_name: v.nullable(v.string()),
  }),
  {
    defaults: () => ({
      at: '',
      direction: 'out',
      kind: '',
      status: 'done',
      detail: null,
      lead_id: null,
      lead_name: null,
    }),
  },
)
export type Transfer = v.InferOutput<typeof Transfer>

export const TransferPage = tolerant(
  v.object({ transfers: v.array(Transfer), next_cursor: v.nullable(v.string()) }),
  { defaults: () => ({ transfers: [], next_cursor: null }) },
)
export type TransferPage = v.InferOutput<typeof TransferPage>

export const listHubspotTransfers = endpoint({
  method: 'GET',
  path: `${HUBSPOT}/transfers`,
  summary:
    'List the transfers to and from HubSpot, newest first, 50 at a time; filter by days, or list only the last failure of each lead that HubSpot does not have',
  access: 'member',
  query: v.object({
    cursor: v.optional(text(20)),
    only: v.optional(v.picklist(['refused'])),
    ...DaysQuery.entries,
  }),
  reply: TransferPage,
})

export const retryHubspotTransfer = endpoint({
  method: 'POST',
  path: `${HUBSPOT}/transfers/:transferId/retry`,
  summary: 'Retry a failed transfer; recreates a contact that was deleted in HubSpot',
  access: 'admin',
  body: v.object({}),
  reply: Transfer,
  errors: [404, 409],
})

/** The HubSpot state of a lead. */
export const LeadInHubspot = tolerant(
  v.object({
    /** The URL of the contact's page. Null if the lead is not in HubSpot. */
    url: v.nullable(v.string()),
    synced_at: v.nullable(Instant),
    /** Why HubSpot does not have the last change. Null if it has the change, or will receive it. */
    problem: v.nullable(v.string()),
  }),
  { defaults: () => ({ url: null, synced_at: null, problem: null }) },
)
export type LeadInHubspot = v.InferOutput<typeof LeadInHubspot>

export const getLeadInHubspot = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/leads/:leadId/hubspot',
  summary: 'Get the HubSpot record of a lead',
  access: 'member',
  reply: LeadInHubspot,
  errors: [404],
})
