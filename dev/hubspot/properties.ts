import type { Option, Property, PropertyCreate } from '@hubspot/api-client/lib/codegen/crm/properties'
import { type BadValue, HubSpotError, invalid } from './errors.ts'
import properties from './properties.json' with { type: 'json' }
import type { ObjectType } from './types.ts'

type Known = Pick<Property, 'name' | 'label' | 'type' | 'fieldType' | 'groupName'> & {
  options?: readonly string[]
  readOnly?: boolean
}

/** The deal stages of every new account, with their labels. */
const STAGES = [
  ['appointmentscheduled', 'Appointment Scheduled'],
  ['qualifiedtobuy', 'Qualified To Buy'],
  ['presentationscheduled', 'Presentation Scheduled'],
  ['decisionmakerboughtin', 'Decision Maker Bought-In'],
  ['contractsent', 'Contract Sent'],
  ['closedwon', 'Closed Won'],
  ['closedlost', 'Closed Lost'],
] as const

/** The properties of every new account. Those that HubSpot fills in are read-only. */
const DEFINED: Record<ObjectType, readonly Omit<Known, 'groupName'>[]> = properties

const GROUPS: Record<ObjectType, string> = {
  contacts: 'contactinformation',
  deals: 'dealinformation',
  notes: 'engagement',
  meetings: 'engagement',
}

/** The properties in a response if the request names none. */
export const DEFAULT_PROPERTIES: Record<ObjectType, readonly string[]> = {
  contacts: ['createdate', 'email', 'firstname', 'hs_object_id', 'lastmodifieddate', 'lastname'],
  deals: [
    'amount',
    'closedate',
    'createdate',
    'dealname',
    'dealstage',
    'hs_lastmodifieddate',
    'hs_object_id',
    'pipeline',
  ],
  notes: ['hs_createdate', 'hs_lastmodifieddate', 'hs_object_id'],
  meetings: ['hs_createdate', 'hs_lastmodifieddate', 'hs_object_id'],
}

export const CREATED: Record<ObjectType, string> = {
  contacts: 'createdate',
  deals: 'createdate',
  notes: 'hs_createdate',
  meetings: 'hs_createdate',
}
export const MODIFIED: Record<ObjectType, string> = {
  contacts: 'lastmodifieddate',
  deals: 'hs_lastmodifieddate',
  notes: 'hs_lastmodifieddate',
  meetings: 'hs_lastmodifieddate',
}

/** Matches parts without empty ones: HubSpot refuses `jane@localhost`, `jane@example..com`, and `jane.@example.com`. */
const EMAIL = /^[^\s@.]+(\.[^\s@.]+)*@[^\s@.]+(\.[^\s@.]+)+$/
const LARGEST_TEXT = 65_536

const toOption = (value: string, index: number): Option => ({
  label: STAGES.find(([id]) => id === value)?.[1] ?? value,
  value,
  displayOrder: index,
  hidden: false,
  description: '',
})

export type CustomProperties = [ObjectType, Property][]

export interface Properties {
  /** Lists the properties that aren't archived. */
  list(type: ObjectType): Property[]
  find(type: ObjectType, name: string): Property | undefined
  create(type: ObjectType, input: PropertyCreate): Property
  archive(type: ObjectType, name: string): void
  /** Returns the properties that the app has defined. */
  custom(): CustomProperties
  /** Returns the values as HubSpot stores them. Adds rejected values to `refused`. */
  normalize(
    type: ObjectType,
    values: Readonly<Record<string, unknown>>,
    refused: BadValue[],
  ): Map<string, string>
}

export function createProperties(clock: () => Date, custom: CustomProperties = []): Properties {
  const all = new Map<ObjectType, Map<string, Property>>()
  for (const [type, known] of Object.entries(DEFINED) as [ObjectType, typeof DEFINED.notes][]) {
    const named = known.map(({ options = [], readOnly = false, ...property }): [string, Property] => [
      property.name,
      {
        ...property,
        groupName: GROUPS[type],
        description: '',
        options: options.map(toOption),
        hubspotDefined: true,
        calculated: false,
        archived: false,
        hasUniqueValue: false,
        modificationMetadata: { archivable: false, readOnlyDefinition: true, readOnlyValue: readOnly },
      },
    ])
    all.set(type, new Map(named))
  }
  const of = (type: ObjectType) => all.get(type) ?? new Map<string, Property>()
  for (const [type, property] of custom) of(type).set(property.name, property)
  const find = (type: ObjectType, name: string) => {
    const property = of(type).get(name)
    return property?.archived ? undefined : property
  }

  return {
    find,
    custom: () =>
      [...all].flatMap(([type, named]) =>
        [...named.values()]
          .filter(({ hubspotDefined }) => !hubspotDefined)
          .map((property): CustomProperties[number] => [type, property]),
      ),
    list: (type) => [...of(type).values()].filter(({ archived }) => !archived),
    create(type, input) {
      if (!/^[a-z][a-z0-9_]{0,99}$/.test(input.name ?? '')) {
        throw invalid(
          'Property names must start with a letter and hold only lower-case letters, digits, and _',
        )
      }
      if (!input.label || !input.type || !input.fieldType || !input.groupName) {
        throw invalid('Invalid input JSON: label, type, fieldType, and groupName are required')
      }
      if (find(type, input.name)) {
        throw new HubSpotError(409, 'CONFLICT', `Property named '${input.name}' already exists.`)
      }
      const now = clock()
      const created: Property = {
        ...input,
        description: input.description ?? '',
        options: (input.options ?? []).map((option, index) => ({ displayOrder: index, ...option })),
        hubspotDefined: false,
        calculated: false,
        archived: false,
        createdAt: now,
        updatedAt: now,
        modificationMetadata: { archivable: true, readOnlyDefinition: false, readOnlyValue: false },
      }
      of(type).set(created.name, created)
      return created
    },
    archive(type, name) {
      Object.assign(find(type, name) ?? {}, { archived: true, archivedAt: clock() })
    },
    normalize(type, values, refused) {
      const stored = new Map<string, string>()
      for (const [name, value] of Object.entries(values)) {
        const property = find(type, name)
        if (!property) {
          refused.push({
            name,
            error: 'PROPERTY_DOESNT_EXIST',
            message: `Property "${name}" does not exist`,
          })
        } else if (property.modificationMetadata?.readOnlyValue) {
          refused.push({
            name,
            error: 'READ_ONLY_VALUE',
            message: `"${name}" is a read only property; its value cannot be set.`,
          })
        } else {
          const normal = normalizeValue(property, value === null ? '' : String(value))
          if (typeof normal === 'string') stored.set(name, normal)
          else refused.push({ name, ...normal })
        }
      }
      return stored
    },
  }
}

/** Parses a time in epoch milliseconds or ISO 8601; undefined if it is neither. */
function parseTime(value: string): Date | undefined {
  const date = new Date(/^-?\d+$/.test(value) ? Number(value) : value)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function normalizeValue(
  { name, type, options, externalOptions }: Property,
  value: string,
): string | Omit<BadValue, 'name'> {
  if (value === '') return ''
  switch (type) {
    case 'number':
      if (Number.isFinite(Number(value))) return value
      return { error: 'INVALID_DOUBLE', message: `${value} was not a valid number.` }
    case 'datetime':
    case 'date': {
      const date = parseTime(value)
      if (!date) return { error: 'INVALID_DATE', message: `${value} was not a valid date.` }
      return type === 'date' ? date.toISOString().slice(0, 10) : date.toISOString()
    }
    case 'bool':
      if (value === 'true' || value === 'false') return value
      return { error: 'INVALID_BOOLEAN', message: `${value} was not a valid boolean.` }
    case 'enumeration': {
      const wrong = value.split(';').filter((each) => !options.some((option) => option.value === each))
      if (wrong.length === 0 || externalOptions) return value
      const allowed = options.map((option) => option.value).join(', ')
      return { error: 'INVALID_OPTION', message: `${value} was not one of the allowed options: [${allowed}]` }
    }
    default:
      if (value.length > LARGEST_TEXT) {
        return { error: 'TOO_LONG', message: `${name} was too long (limit: ${LARGEST_TEXT})` }
      }
      if (name !== 'email') return value
      if (EMAIL.test(value)) return value.toLowerCase()
      return { error: 'INVALID_EMAIL', message: `Email address ${value} is invalid` }
  }
}
