import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ImportBatch, RowVerdict } from '../../src/contract/lead-imports.ts'
import { type ImportedLead, readImportRow } from '../../src/domain/leads/import/read-row.ts'
import {
  emailKey,
  finalVerdict,
  phoneKey,
  remarksText,
  SLOT_TAKEN,
} from '../../src/domain/leads/import/verdicts.ts'
import { bookedStart, isNotCanceled } from '../calendars/booking-status.ts'
import type { Database } from '../db/schema.ts'
import { isVisitors } from '../leads/tests.ts'

/** A row with its verdict and the data that it would store. */
export interface Judged {
  verdict: RowVerdict
  /** Null if the row cannot be read. */
  lead: ImportedLead | null
  fingerprint: string | null
}

interface Read extends Judged {
  email: string | null
  phone: string | null
  /** The time of its call in milliseconds since 1970, if the call occupies it. */
  slot: number | null
}

/**
 * Judges the rows of a file in order, each as if the previous ones had been imported. A row already has a lead if the
 * lead has its email address or phone number, or was imported from the same row or from a row with the same content.
 */
export async function judge(
  db: Kysely<Database>,
  { organizationId, fileHash, now }: { organizationId: string; fileHash: string; now: Date },
  { rows, timezone: timeZone, date_order: order }: ImportBatch,
): Promise<Judged[]> {
  const read = rows.map(({ row, cells }): Read => {
    const result = readImportRow(cells, { timeZone, order, now })
    if ('problem' in result) {
      const verdict = { row, outcome: 'refused', reason: result.problem, keys: [] }
      return { verdict, lead: null, fingerprint: null, email: null, phone: null, slot: null }
    }
    const { lead, remarks } = result
    const email = emailKey(lead.prospect_email)
    const phone = phoneKey(lead.prospect_phone)
    const start = bookedStart(lead)
    const slot = start === null ? null : Date.parse(start)
    // If the row has no time that can be read, the time of the import is not part of its content.
    const said = lead.created_at === now.toISOString() ? { ...lead, created_at: null } : lead
    const fingerprint = createHash('sha256').update(JSON.stringify(said)).digest('hex')
    const keys = [
      ...(email ? [`email:${email}`] : []),
      ...(phone ? [`phone:${phone}`] : []),
      `row:${fingerprint}`,
      ...(slot === null ? [] : [`slot:${slot}`]),
    ]
    return {
      verdict: { row, outcome: 'new', reason: remarksText(remarks), keys },
      lead,
      fingerprint,
      email,
      phone,
      slot,
    }
  })
  const known = await knownAmong(db, organizationId, fileHash, read)
  const seen = new Set<string>()
  return read.map((each) => {
    const { lead, fingerprint } = each
    return { verdict: finalVerdict(againstKnown(each, known), seen), lead, fingerprint }
  })
}

interface Known {
  emails: Set<string>
  phones: Set<string>
  fingerprints: Set<string>
  rows: Set<number>
  slots: Set<number>
}

function againstKnown({ verdict, email, phone, fingerprint, slot }: Read, known: Known): RowVerdict {
  if (verdict.outcome !== 'new') return verdict
  if (email && known.emails.has(email)) return { ...verdict, outcome: 'email', reason: null }
  if (phone && known.phones.has(phone)) return { ...verdict, outcome: 'phone', reason: null }
  if (known.rows.has(verdict.row) || (fingerprint && known.fingerprints.has(fingerprint))) {
    return { ...verdict, outcome: 'row', reason: null }
  }
  if (slot !== null && known.slots.has(slot)) return { ...verdict, outcome: 'refused', reason: SLOT_TAKEN }
  return verdict
}

/** Returns which of the rows' data the organization's leads already have. */
async function knownAmong(
  db: Kysely<Database>,
  organizationId: string,
  fileHash: string,
  read: readonly Read[],
): Promise<Known> {
  const given = <T>(values: readonly (T | null)[]) =>
    values.filter((value): value is T & {} => value !== null)
  const keys = async (kind: 'email' | 'phone', among: string[]) => {
    if (among.length === 0) return new Set<string>()
    const key = sql.ref(`lead_${kind}_key`)
    const from = (column: string) => sql`select ${key}(${sql.ref(column)}) as key from leads
      where organization_id = ${organizationId} and ${isVisitors} and ${sql.ref(column)} is not null
        and ${key}(${sql.ref(column)}) = any(${among})`
    const { rows } = await sql<{ key: string }>`
      ${from(`prospect_${kind}`)} union ${from(`contact_${kind}`)}`.execute(db)
    return new Set(rows.map((row) => row.key))
  }
  const imported = db
    .selectFrom('lead_import_rows')
    .where('lead_import_rows.organization_id', '=', organizationId)
    .where('lead_import_rows.lead_id', 'is not', null)
  const fingerprints = await imported
    .select('fingerprint')
    .where('fingerprint', '=', sql<string>`any(${given(read.map(({ fingerprint }) => fingerprint))}::text[])`)
    .execute()
  const rows = await imported
    .innerJoin('lead_imports', (join) =>
      join
        .onRef('lead_imports.organization_id', '=', 'lead_import_rows.organization_id')
        .onRef('lead_imports.id', '=', 'lead_import_rows.import_id'),
    )
    .select('lead_import_rows.row')
    .where('lead_imports.file_hash', '=', fileHash)
    .where('lead_import_rows.row', '=', sql<number>`any(${read.map(({ verdict }) => verdict.row)}::int[])`)
    .execute()
  const starts = given(read.map(({ slot }) => slot)).map((slot) => new Date(slot))
  const slots =
    starts.length === 0
      ? []
      : await db
          .selectFrom('leads')
          .select('booking_start_time')
          .where('organization_id', '=', organizationId)
          .where('booking_start_time', 'in', starts)
          .where(isVisitors)
          .where(isNotCanceled)
          .execute()
  return {
    emails: await keys('email', given(read.map(({ email }) => email))),
    phones: await keys('phone', given(read.map(({ phone }) => phone))),
    fingerprints: new Set(given(fingerprints.map(({ fingerprint }) => fingerprint))),
    rows: new Set(rows.map(({ row }) => row)),
    slots: new Set(given(slots.map(({ booking_start_time }) => booking_start_time?.getTime() ?? null))),
  }
}
