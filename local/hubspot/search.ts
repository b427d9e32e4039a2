import type {
  CollectionResponseWithTotalSimplePublicObjectForwardPaging,
  Filter,
  PublicObjectSearchRequest,
} from '@hubspot/api-client/lib/codegen/crm/contacts'
import type { Account, HubRecord } from './account.ts'
import { invalid } from './errors.ts'
import { CREATED, parseTime } from './properties.ts'
import { type ObjectType, objectType } from './types.ts'

const MOST_A_PAGE = 200
const MOST_IN_ALL = 10_000
const MOST_GROUPS = 5
const MOST_FILTERS = 6

/** The properties that `query` searches. */
const QUERIED: Record<ObjectType, readonly string[]> = {
  contacts: [
    'firstname',
    'lastname',
    'email',
    'phone',
    'hs_additional_emails',
    'company',
    'hs_searchable_calculated_phone_number',
  ],
  deals: ['dealname', 'description', 'dealtype', 'dealstage'],
  notes: ['hs_note_body'],
  meetings: ['hs_meeting_title', 'hs_meeting_body'],
}

/** The body that the API accepts. The client's model allows sorts only as strings. */
export type SearchBody = Omit<PublicObjectSearchRequest, 'sorts'> & {
  sorts?: (string | { propertyName: string; direction?: 'ASCENDING' | 'DESCENDING' })[]
}

/** Runs a search as of `now`. Records that changed less than `delayMs` ago are not in the index yet. */
export function search(
  account: Account,
  type: ObjectType,
  body: SearchBody,
  { now, delayMs }: { now: Date; delayMs: number },
): CollectionResponseWithTotalSimplePublicObjectForwardPaging {
  const { filterGroups = [], sorts = [], query, properties, limit = 10, after } = body
  const start = after === undefined || after === '' ? 0 : Number(after)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_A_PAGE) {
    throw invalid(`limit must be between 1 and ${MOST_A_PAGE}`)
  }
  if (!Number.isInteger(start) || start < 0) throw invalid('after must be a number')
  if (start + limit > MOST_IN_ALL) {
    throw invalid(`The maximum number of results that can be paged is ${MOST_IN_ALL}`)
  }
  if (filterGroups.length > MOST_GROUPS) throw invalid(`No more than ${MOST_GROUPS} filterGroups are allowed`)
  if (filterGroups.some(({ filters }) => filters.length > MOST_FILTERS)) {
    throw invalid(`No more than ${MOST_FILTERS} filters are allowed in a filterGroup`)
  }
  if (sorts.length > 1) throw invalid('Only one sort is allowed')

  const { value } = account
  const groups = filterGroups.map(({ filters }) => filters.map((filter) => matcher(account, type, filter)))
  const words = query?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const found = account.list(type).filter((record) => {
    if (now.getTime() - record.updatedAt.getTime() < delayMs) return false
    if (groups.length > 0 && !groups.some((all) => all.every((matches) => matches(record)))) return false
    const text = words.length > 0 ? QUERIED[type].map((name) => value(record, name) ?? '').join(' ') : ''
    return words.every((word) => text.toLowerCase().includes(word))
  })

  const [sort] = sorts
  const by = typeof sort === 'string' ? sort.replace(/^-/, '') : (sort?.propertyName ?? CREATED[type])
  const isDown = typeof sort === 'string' ? sort.startsWith('-') : sort?.direction === 'DESCENDING'
  const property = known(account, type, by)
  const ordered = found
    .map((record) => ({ record, rank: rank(property.type, value(record, by)) }))
    .sort((a, b) => compare(a.rank, b.rank) * (isDown ? -1 : 1) || Number(a.record.id) - Number(b.record.id))
  const page = ordered.slice(start, start + limit)
  const end = start + page.length
  return {
    total: ordered.length,
    results: page.map(({ record }) => account.present(record, { properties })),
    ...(end < ordered.length && { paging: { next: { after: String(end) } } }),
  }
}

function known(account: Account, type: ObjectType, name: string) {
  const property = account.properties.find(type, name)
  if (!property) throw invalid(`Property "${name}" does not exist`)
  return property
}

type Rank = number | string | null

/** Returns a value in a form that sorts according to its type. Text ignores case. */
function rank(type: string, value: string | null | undefined): Rank {
  if (value === null || value === undefined || value === '') return null
  if (type === 'number') return Number(value)
  if (type === 'datetime' || type === 'date') return parseTime(value)?.getTime() ?? null
  return type === 'enumeration' ? value : value.toLowerCase()
}

function compare(a: Rank, b: Rank): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return a < b ? -1 : 1
}

function matcher(account: Account, type: ObjectType, filter: Filter): (record: HubRecord) => boolean {
  const { propertyName, operator, value, values = [], highValue } = filter
  const [pseudo, target] = propertyName.split('.')
  if (pseudo === 'associations' && target) {
    const to = objectType(target)
    if (!to) throw invalid(`Unknown object type ${target}`)
    const wanted = `${operator}` === 'IN' ? values : [value]
    return (record) => account.associations.linked(record, to).some((id) => wanted.includes(id))
  }
  const property = known(account, type, propertyName)
  const of = (text: string | null | undefined) => rank(property.type, text)
  const own = (record: HubRecord) => of(account.value(record, propertyName))
  const ordered = (holds: (order: number) => boolean, than: string | undefined) => {
    const other = of(than)
    return (record: HubRecord) => {
      const mine = own(record)
      return mine !== null && holds(compare(mine, other))
    }
  }
  const has = (record: HubRecord) => own(record) !== null
  const listed = new Set(values.map(of))
  const isOneOf = (record: HubRecord) => {
    const mine = own(record)
    return mine !== null && listed.has(mine)
  }
  const containsToken = (record: HubRecord) => {
    const pattern = (value ?? '').toLowerCase().split('*').map(escaped).join('.*')
    const whole = new RegExp(`(^|[^\\p{L}\\p{N}])${pattern}($|[^\\p{L}\\p{N}])`, 'u')
    return whole.test(String(own(record) ?? '').toLowerCase())
  }
  if (
    ['IN', 'NOT_IN'].includes(operator) ? values.length === 0 : needsValue(operator) && value === undefined
  ) {
    throw invalid(`Operator ${operator} on ${propertyName} needs a value`)
  }
  switch (`${operator}`) {
    case 'EQ':
      return ordered((order) => order === 0, value)
    case 'NEQ':
      return ordered((order) => order !== 0, value)
    case 'LT':
      return ordered((order) => order < 0, value)
    case 'LTE':
      return ordered((order) => order <= 0, value)
    case 'GT':
      return ordered((order) => order > 0, value)
    case 'GTE':
      return ordered((order) => order >= 0, value)
    case 'BETWEEN': {
      const low = ordered((order) => order >= 0, value)
      const high = ordered((order) => order <= 0, highValue)
      return (record) => low(record) && high(record)
    }
    case 'IN':
      return isOneOf
    case 'NOT_IN':
      return (record) => has(record) && !isOneOf(record)
    case 'HAS_PROPERTY':
      return has
    case 'NOT_HAS_PROPERTY':
      return (record) => !has(record)
    case 'CONTAINS_TOKEN':
      return containsToken
    case 'NOT_CONTAINS_TOKEN':
      return (record) => !containsToken(record)
    default:
      throw invalid(`Unknown operator ${operator}`)
  }
}

const needsValue = (operator: string) => !/HAS_PROPERTY$/.test(operator)
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
