import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import type { Database } from '../db/schema.ts'

/** The kinds of entries. Triggers record them, except for `journal_opened`, which says that a server runs. */
const KINDS = [
  'journal_opened',
  'lead_erased',
  'conversation_erased',
  'organization_data_erased',
  'organization_erased',
  'organization_deleted',
  'api_key_revoked',
  'webhook_deleted',
  'calendar_feed_deleted',
  'calendar_source_removed',
  'calendar_disconnected',
  'integration_disconnected',
  'number_disconnected',
  'device_removed',
  'person_removed',
  'person_added',
  'membership_ended',
  'membership_begun',
  'admin_removed',
  'admin_appointed',
  'mail_opt_out',
  'mail_opt_out_ended',
  'text_opt_out',
  'text_opt_out_ended',
  'text_consent_ended',
  'text_consent_given',
] as const
export type Kind = (typeof KINDS)[number]

/**
 * The number of days before a backup whose entries it can lack, because their transactions had not ended: much longer
 * than any transaction, and than the clocks of the servers differ.
 */
export const OVERLAP_DAYS = 1

/**
 * The number of days for which the database keeps entries: those that the journal has, so that a backup tells which ones
 * it reflects (longer than `OVERLAP_DAYS`), and those that wait for it.
 */
export const JOURNAL_KEPT_DAYS = { appended: 7, waiting: 90 } as const

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** A line of the journal. `at` is in UTC, with microseconds, so that text order is the order of time. */
const Entry = v.object({
  id: v.pipe(v.string(), v.uuid()),
  at: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)),
  kind: v.string(),
  organization: v.nullish(text),
  subject: text,
  salt: v.nullish(text),
})
/** Later versions can add kinds. */
export type Entry = Omit<v.InferOutput<typeof Entry>, 'kind'> & { kind: Kind }

const isKind = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind)

/** Returns the entry in a line, or null if it can't be read. */
export function parseLine(line: string): Entry | null {
  try {
    const { output, success } = v.safeParse(Entry, JSON.parse(line))
    return success && isKind(output.kind) ? { ...output, kind: output.kind } : null
  } catch {
    return null
  }
}

const AT = sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Selects entries of the database, in the form of the journal. */
export const selectEntries = (db: Kysely<Database>) =>
  db.selectFrom('journal_entries').select(['id', AT.as('at'), 'kind', 'organization', 'subject', 'salt'])

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

/** Returns the line of an entry. */
export const lineOf = ({ id, at, kind, organization, subject, salt }: Row): string =>
  JSON.stringify({
    ...{ id, at, kind },
    ...(organization !== null && { organization }),
    subject,
    ...(salt !== null && { salt }),
  })

/** Returns the hash that the database's triggers store for a text. */
export const hashWith = (salt: string, subject: string): string =>
  createHash('sha256').update(`${salt} ${subject}`).digest('hex')

/** Returns the name of a salt in entries. */
export const nameOfSalt = (salt: string): string =>
  createHash('sha256').update(salt).digest('hex').slice(0, 8)

/** Returns the salt of a database; null if it has none yet. */
export async function saltOf(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom('journal_salt').select('salt').executeTakeFirst()
  return row?.salt ?? null
}
