import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { type Entry, hashWith, nameOfSalt } from './entries.ts'

const pairOf = ({ organization, subject }: Entry) => `${organization ?? ''} ${subject}`

/** Compares entries with the rows of a database whose salt is `salt`; null if it has none. */
export function createMatcher(salt: string | null) {
  const name = salt === null ? null : nameOfSalt(salt)
  const isPlain = (entry: Entry) => entry.salt == null
  const isOurs = (entry: Entry) => entry.salt != null && entry.salt === name
  const hashOf = (subject: RawBuilder<string>) =>
    sql<string>`encode(sha256(convert_to(${salt ?? ''} || ' ' || ${subject}, 'UTF8')), 'hex')`

  return {
    /** Returns the hash of a subject. */
    hashOf,

    /** Returns whether no row can match an entry, because its hash was made with another salt. */
    isForeign: (entry: Entry): boolean => !isPlain(entry) && !isOurs(entry),

    /** Returns the condition that an entry is about the subject, in the organization if there is one. */
    among(
      entries: readonly Entry[],
      subject: RawBuilder<string>,
      organization: RawBuilder<string | null>,
    ): RawBuilder<boolean> {
      const owner = sql`coalesce(${organization}, '') || ' ' || `
      const conditions = [
        { found: entries.filter(isPlain), value: subject },
        { found: entries.filter(isOurs), value: hashOf(subject) },
      ].flatMap(({ found, value }) =>
        found.length === 0 ? [] : [sql`${owner}${value} = any(${found.map(pairOf)}::text[])`],
      )
      return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
    },

    /** Returns whether an entry is about the subject. */
    names: (entry: Entry, subject: string): boolean =>
      isPlain(entry)
        ? entry.subject === subject
        : salt !== null && isOurs(entry) && entry.subject === hashWith(salt, subject),
  }
}
export type Matcher = ReturnType<typeof createMatcher>

/** The organization of a row `t` as text; null for tables of all organizations. */
export const ownerOfRow = sql<string | null>`to_jsonb(t) ->> 'organization_id'`

/** Returns the subject of a row `t`: its columns without nulls, as the triggers write them. The time zone must be UTC. */
export const subjectOfRow = (columns: readonly string[]): RawBuilder<string> =>
  sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`to_jsonb(t) ->> ${column}`))})`

/** Deletes the rows of a table that entries are about. Returns their number. */
export async function deleteNamed(
  tx: Kysely<Database>,
  matcher: Matcher,
  table: keyof Database,
  columns: readonly string[],
  entries: readonly Entry[],
): Promise<number> {
  if (entries.length === 0) return 0
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} t
    where ${matcher.among(entries, subjectOfRow(columns), ownerOfRow)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
