import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** Returns an ID as long as a real one: a prefix and 22 characters that are derived from a key and look random. */
const sqlId = (prefix: string, key: RawBuilder<unknown>) =>
  sql<string>`${sql.lit(`${prefix}_`)} || left(md5(${sql.lit(prefix)} || ${key}), 22)`

const idOf = (prefix: string, key: string | number) =>
  `${prefix}_${createHash('md5').update(`${prefix}${key}`).digest('hex').slice(0, 22)}`

/** The IDs of generated data, in SQL and in JavaScript. Organizations are numbered from 1, conversations from 0. */
export const ids = {
  organization: (n: RawBuilder<unknown>) => sqlId('org', n),
  conversation: (n: RawBuilder<unknown>) => sqlId('conv', n),
  lead: (n: RawBuilder<unknown>) => sqlId('lead', n),
  other: sqlId,
}

export const organizationId = (n: number) => idOf('org', n)
export const ownerId = (n: number) => idOf('user', n)
export const conversationId = (n: number) => idOf('conv', n)
export const leadId = (n: number) => idOf('lead', n)

export const visitorToken = (n: number) => `token${n}`
