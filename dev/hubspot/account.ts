import type {
  PublicAssociationsForObject,
  SimplePublicObjectWithAssociations,
  ValueWithTimestamp,
} from '@hubspot/api-client/lib/codegen/crm/contacts'
import { type Associations, createAssociations, type Links, targetType } from './associations.ts'
import { type BadValue, badValues, HubSpotError, invalid, notFound } from './errors.ts'
import {
  CREATED,
  type CustomProperties,
  createProperties,
  DEFAULT_PROPERTIES,
  MODIFIED,
  type Properties,
} from './properties.ts'
import type { AccountOptions, Author, ObjectType } from './types.ts'

export interface HubRecord {
  id: string
  type: ObjectType
  values: Map<string, string>
  history: Map<string, ValueWithTimestamp[]>
  createdAt: Date
  updatedAt: Date
  archivedAt: Date | null
}

type Values = Readonly<Record<string, unknown>>

/** A change to a record, for webhooks. */
export type Change = { account: Account; record: HubRecord; author: Author } & (
  | { kind: 'creation' | 'deletion' }
  | { kind: 'propertyChange'; name: string; value: string }
  | { kind: 'merge'; primaryId: string; mergedIds: string[]; moved: number }
)

/** The requested form of a record. */
export interface View {
  properties?: readonly string[] | undefined
  history?: readonly string[] | undefined
}

/** A HubSpot account with its records, properties, and associations, in memory. */
export interface Account extends AccountOptions {
  properties: Properties
  associations: Associations
  /** Lists the records that aren't archived. */
  list(type: ObjectType): HubRecord[]
  /** Finds a record by its ID or the ID of a record that was merged into it. */
  find(type: ObjectType, id: string): HubRecord | undefined
  /** Like `find`, but throws HubSpot's error if there is no such record or it is archived. */
  get(type: ObjectType, id: string): HubRecord
  /** Throws HubSpot's error for values that it rejects for a new record. Returns the email address, if there is one. */
  check(type: ObjectType, values: Values): string | undefined
  create(
    type: ObjectType,
    values: Values,
    links: readonly PublicAssociationsForObject[],
    author: Author,
  ): HubRecord
  update(record: HubRecord, values: Values, author: Author): HubRecord
  archive(record: HubRecord, author: Author): void
  merge(type: ObjectType, primaryId: string, otherId: string, author: Author): HubRecord
  value(record: HubRecord, name: string): string | null
  present(record: HubRecord, view?: View): SimplePublicObjectWithAssociations
  state(): AccountState
}

export interface AccountState {
  records: Map<ObjectType, Map<string, HubRecord>>
  /** The ID of the surviving record for the ID of each merged one. */
  heirs: Map<string, string>
  links: Links
  custom: CustomProperties
  nextId: number
}

const REQUIRED: Partial<Record<ObjectType, string>> = { notes: 'hs_timestamp', meetings: 'hs_timestamp' }
const FIRST_ID = 30_100_000_001

export function createAccount(
  options: AccountOptions,
  clock: () => Date,
  changed: (change: Change) => void,
  kept?: AccountState,
): Account {
  const properties = createProperties(clock, kept?.custom)
  const associations = createAssociations(kept?.links)
  const records = kept?.records ?? new Map<ObjectType, Map<string, HubRecord>>()
  const heirs = kept?.heirs ?? new Map<string, string>()
  /** Contacts by each of their email addresses. */
  const owners = new Map<string, HubRecord>()
  let nextId = kept?.nextId ?? FIRST_ID

  const of = (type: ObjectType) => {
    const known = records.get(type) ?? new Map<string, HubRecord>()
    records.set(type, known)
    return known
  }
  const emailsOf = ({ values }: HubRecord) =>
    [values.get('email') ?? '', ...(values.get('hs_additional_emails') ?? '').split(';')].filter(Boolean)
  const unindex = (record: HubRecord) => {
    for (const email of emailsOf(record)) owners.delete(email)
  }
  const index = (record: HubRecord) => {
    for (const email of emailsOf(record)) owners.set(email, record)
  }
  for (const type of records.keys()) {
    for (const record of of(type).values()) if (!record.archivedAt) index(record)
  }

  function checked(type: ObjectType, values: Values, own?: HubRecord) {
    const refused: BadValue[] = []
    const stored = properties.normalize(type, values, refused)
    const required = REQUIRED[type]
    if (required && !own && !stored.get(required)) {
      refused.push({ name: required, error: 'REQUIRED_FIELD', message: `${required} is required` })
    }
    if (refused.length > 0) throw badValues(refused)
    // Only contacts have an email address.
    const owner = owners.get(stored.get('email') ?? '')
    if (owner && owner !== own) {
      throw new HubSpotError(409, 'CONFLICT', `Contact already exists. Existing ID: ${owner.id}`)
    }
    return stored
  }

  /** Stores values and returns the names of those that changed. */
  function store(record: HubRecord, values: Map<string, string>, author: Author): string[] {
    const changes = [...values].filter(([name, value]) => (record.values.get(name) ?? '') !== value)
    unindex(record)
    for (const [name, value] of changes) {
      record.values.set(name, value)
      const past = record.history.get(name) ?? []
      const entry = { value, timestamp: clock(), sourceType: author.source, sourceId: author.sourceId }
      record.history.set(name, [entry, ...past])
    }
    index(record)
    if (changes.length > 0) record.updatedAt = clock()
    return changes.map(([name]) => name)
  }

  const announceValues = (record: HubRecord, names: readonly string[], author: Author) => {
    for (const name of names) {
      changed({
        account,
        record,
        author,
        kind: 'propertyChange',
        name,
        value: record.values.get(name) ?? '',
      })
    }
  }

  function open(type: ObjectType): HubRecord {
    const now = clock()
    const record: HubRecord = {
      id: String(nextId),
      type,
      values: new Map(),
      history: new Map(),
      createdAt: now,
      updatedAt: now,
      archivedAt: null,
    }
    nextId += 1
    of(type).set(record.id, record)
    return record
  }

  const read = (record: HubRecord, name: string): string | null => {
    if (name === 'hs_object_id') return record.id
    if (name === CREATED[record.type]) return record.createdAt.toISOString()
    if (name === MODIFIED[record.type]) return record.updatedAt.toISOString()
    return record.values.get(name) || null
  }

  const account: Account = {
    ...options,
    properties,
    associations,
    list: (type) => [...of(type).values()].filter(({ archivedAt }) => archivedAt === null),

    find(type, id) {
      let current = id
      for (let heir = heirs.get(current); heir; heir = heirs.get(current)) current = heir
      return of(type).get(current)
    },
    get(type, id) {
      const record = account.find(type, id)
      if (!record || record.archivedAt) throw notFound()
      return record
    },
    check: (type, values) => checked(type, values).get('email'),
    create(type, values, links, author) {
      const stored = checked(type, values)
      const targets = links.map(({ to, types }) => account.get(targetType(type, types), to.id))
      if (type === 'deals' && !stored.has('pipeline')) stored.set('pipeline', 'default')
      const record = open(type)
      const names = store(record, stored, author)
      record.updatedAt = record.createdAt
      for (const target of targets) associations.link(record, target)
      changed({ account, record, author, kind: 'creation' })
      announceValues(record, names, author)
      return record
    },
    update(record, values, author) {
      announceValues(record, store(record, checked(record.type, values, record), author), author)
      return record
    },
    archive(record, author) {
      if (record.archivedAt) return
      record.archivedAt = clock()
      unindex(record)
      associations.drop(record)
      changed({ account, record, author, kind: 'deletion' })
    },
    merge(type, primaryId, otherId, author) {
      const primary = account.get(type, primaryId)
      const other = account.get(type, otherId)
      if (primary === other) throw invalid('Cannot merge an object into itself')
      const survivor = open(type)
      survivor.createdAt = primary.createdAt < other.createdAt ? primary.createdAt : other.createdAt
      const moved = [...other.values].filter(([name, value]) => value && !primary.values.get(name))
      survivor.values = new Map([...primary.values, ...moved])
      survivor.history = new Map([...other.history, ...primary.history])
      if (type === 'contacts') {
        const [email, ...more] = [...emailsOf(primary), ...emailsOf(other)]
        const additional = more.filter((each) => each !== email)
        if (additional.length > 0) survivor.values.set('hs_additional_emails', additional.join(';'))
      }
      const mergedBefore = [primary, other].map(({ values }) => values.get('hs_merged_object_ids') ?? '')
      const merged = [...mergedBefore, primary.id, other.id].filter(Boolean)
      survivor.values.set('hs_merged_object_ids', merged.join(';'))
      for (const each of [primary, other]) unindex(each)
      for (const { id } of [primary, other]) {
        heirs.set(id, survivor.id)
        associations.drop({ type, id }, survivor)
        of(type).delete(id)
      }
      index(survivor)
      changed({
        account,
        record: survivor,
        author,
        kind: 'merge',
        primaryId: primary.id,
        mergedIds: [other.id],
        moved: moved.length,
      })
      return survivor
    },
    value: read,
    state: () => ({ records, heirs, links: associations.links, custom: properties.custom(), nextId }),
    present(record, { properties: wanted, history = [] } = {}) {
      const { id, type, createdAt, updatedAt, archivedAt } = record
      const names = new Set([...(wanted ?? DEFAULT_PROPERTIES[type]), ...history, 'hs_object_id'])
      for (const name of [CREATED[type], MODIFIED[type]]) names.add(name)
      const known = [...names].filter((name) => properties.find(type, name))
      const withHistory = history.map((name): [string, ValueWithTimestamp[]] => [
        name,
        record.history.get(name) ?? [],
      ])
      return {
        id,
        properties: Object.fromEntries(known.map((name) => [name, read(record, name)])),
        ...(history.length > 0 && { propertiesWithHistory: Object.fromEntries(withHistory) }),
        createdAt,
        updatedAt,
        archived: archivedAt !== null,
      }
    },
  }
  return account
}
