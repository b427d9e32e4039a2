import type { AssociationSpec } from '@hubspot/api-client/lib/codegen/crm/contacts'
import { invalid } from './errors.ts'
import type { ObjectType } from './types.ts'

/** HubSpot's type IDs of associations, by the types that they link. */
const TYPE_IDS: readonly [from: ObjectType, to: ObjectType, typeId: number][] = [
  ['deals', 'contacts', 3],
  ['contacts', 'deals', 4],
  ['contacts', 'meetings', 199],
  ['meetings', 'contacts', 200],
  ['contacts', 'notes', 201],
  ['notes', 'contacts', 202],
  ['deals', 'meetings', 211],
  ['meetings', 'deals', 212],
  ['deals', 'notes', 213],
  ['notes', 'deals', 214],
  ['contacts', 'contacts', 449],
  ['deals', 'deals', 451],
]

export interface RecordRef {
  type: ObjectType
  id: string
}

const key = ({ type, id }: RecordRef) => `${type}/${id}`
const refOf = (text: string): RecordRef => {
  const [type, id = ''] = text.split('/')
  return { type: type as ObjectType, id }
}

export const defaultTypeId = (from: ObjectType, to: ObjectType) =>
  TYPE_IDS.find(([a, b]) => a === from && b === to)?.[2]

/** Returns the type that `specs` link to. Rejects association types that HubSpot doesn't define for `from`. */
export function targetType(from: ObjectType, specs: readonly AssociationSpec[]): ObjectType {
  const [spec] = specs
  const known = TYPE_IDS.find(([a, , id]) => a === from && id === spec?.associationTypeId)
  if (!known || `${spec?.associationCategory}` !== 'HUBSPOT_DEFINED') {
    throw invalid(`No association type ${spec?.associationCategory} ${spec?.associationTypeId} from ${from}`)
  }
  return known[1]
}

export interface Associations {
  link(from: RecordRef, to: RecordRef): void
  unlink(from: RecordRef, to: RecordRef): void
  linked(from: RecordRef, to: ObjectType): string[]
  /** Removes all associations of a record, or moves them to another record. */
  drop(record: RecordRef, heir?: RecordRef): void
  readonly links: Links
}

/** The linked records of each record. */
export type Links = Map<string, Set<string>>

/** Creates the associations of one account. All of them apply in both directions. */
export function createAssociations(links: Links = new Map()): Associations {
  const put = (from: RecordRef, to: RecordRef) => {
    const known = links.get(key(from))
    if (known) known.add(key(to))
    else links.set(key(from), new Set([key(to)]))
  }
  const associations: Associations = {
    links,
    link(from, to) {
      put(from, to)
      put(to, from)
    },
    unlink(from, to) {
      links.get(key(from))?.delete(key(to))
      links.get(key(to))?.delete(key(from))
    },
    linked: (from, to) =>
      [...(links.get(key(from)) ?? [])]
        .map(refOf)
        .filter(({ type }) => type === to)
        .map(({ id }) => id),
    drop(record, heir) {
      for (const other of [...(links.get(key(record)) ?? [])].map(refOf)) {
        associations.unlink(record, other)
        if (heir && key(heir) !== key(other)) associations.link(heir, other)
      }
      links.delete(key(record))
    },
  }
  return associations
}
