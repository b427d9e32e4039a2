import type {
  CollectionResponseWithTotalSimplePublicObjectForwardPaging,
  Filter,
  PublicObjectSearchRequest,
} from '@hubspot/api-client/lib/codegen/crm/contacts'
import type { Account, HubRecord } from './account.ts'
import { invalid } from './errors.ts'
import type { ObjectType } from './types.ts'

const MOST_FOUND = 200
const MOST_GROUPS = 5

/** Finds the records that match one of the groups of filters. Later changes than `before` are not in the index yet. */
export function search(
  account: Account,
  type: ObjectType,
  { filterGroups = [], properties, limit = 10 }: Partial<PublicObjectSearchRequest>,
  before: Date,
): CollectionResponseWithTotalSimplePublicObjectForwardPaging {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_FOUND) {
    throw invalid(`limit must be between 1 and ${MOST_FOUND}`)
  }
  if (filterGroups.length > MOST_GROUPS) throw invalid(`No more than ${MOST_GROUPS} filterGroups are allowed`)
  const groups = filterGroups.map(({ filters }) => filters.map((filter) => matcher(account, type, filter)))
  const found = account
    .list(type)
    .filter(
      (record) =>
        record.updatedAt <= before &&
        (groups.length === 0 || groups.some((all) => all.every((matches) => matches(record)))),
    )
  return {
    total: found.length,
    results: found.slice(0, limit).map((record) => account.present(record, { properties })),
  }
}

/**
 * Returns what matches a filter with the operator `IN`, the only one that the product uses. Ignores case. A property
 * with several values matches if it has one of the wanted ones.
 */
function matcher(
  account: Account,
  type: ObjectType,
  { propertyName, operator, values = [] }: Filter,
): (record: HubRecord) => boolean {
  const property = account.properties.find(type, propertyName)
  if (!property) {
    throw invalid(`Property "${propertyName}" does not exist`)
  }
  if (`${operator}` !== 'IN') throw invalid(`Unknown operator ${operator}`)
  if (values.length === 0) throw invalid(`Operator ${operator} on ${propertyName} needs a value`)
  const wanted = new Set(values.map((each) => each.toLowerCase()))
  return (record) => {
    const value = account.value(record, propertyName)?.toLowerCase() ?? ''
    return (property.fieldType === 'checkbox' ? value.split(';') : [value]).some((each) => wanted.has(each))
  }
}
