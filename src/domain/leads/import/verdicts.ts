import type { RowVerdict } from '../../../contract/lead-imports.ts'
import { writeCsv } from '../../common/csv.ts'

/**
 * Returns the digits that identify a phone number, without its extension, or null if there are too few or too many. Two
 * leads with the same number have the same key.
 */
export function phoneKey(phone: string | null): string | null {
  const digits = (phone ?? '')
    .replace(/(?:ext|x|#).*$/is, '')
    .replace(/[^0-9]/g, '')
    .replace(/^1(\d{10})$/, '$1')
  return digits.length >= 7 && digits.length <= 40 ? digits : null
}

/**
 * Returns the key of an email address. Two leads with the same address have the same key. Like PostgreSQL, lowers each
 * letter to one letter.
 */
export const emailKey = (email: string | null): string | null =>
  email?.trim().replaceAll('İ', 'i').toLowerCase().slice(0, 254) || null

/** Why a row is skipped because of another lead. */
export const PRESENT: Readonly<Record<string, string>> = {
  email: 'A lead with this email is already there',
  phone: 'A lead with this phone number is already there',
  row: 'This row was imported before, or is twice in the file',
}

/**
 * Adjusts the verdict on a row as if the new rows before it in the file had already been imported. `seen` contains the
 * keys of those rows. If this row is new, its keys are added.
 */
export function finalVerdict(verdict: RowVerdict, seen: Set<string>): RowVerdict {
  if (verdict.outcome !== 'new') return verdict
  const shared = verdict.keys.find((key) => seen.has(key))
  if (shared === undefined) {
    for (const key of verdict.keys) seen.add(key)
    return verdict
  }
  const [rule = 'row'] = shared.split(':')
  if (rule === 'slot') return { ...verdict, outcome: 'refused', reason: SLOT_TAKEN }
  return { ...verdict, outcome: rule, reason: null }
}

/** The reason for rejecting a row, because two leads cannot have a call at the same time. */
export const SLOT_TAKEN = 'Another lead has an appointment at the time of Booking'

/** The number of rows with each outcome. */
export interface Tally {
  fresh: number
  email: number
  phone: number
  row: number
  refused: number
}

/** Counts verdicts by outcome. Unknown outcomes count as refused. */
export function tally(verdicts: readonly Pick<RowVerdict, 'outcome'>[]): Tally {
  const counts: Tally = { fresh: 0, email: 0, phone: 0, row: 0, refused: 0 }
  for (const { outcome } of verdicts) {
    if (outcome === 'new' || outcome === 'imported') counts.fresh += 1
    else if (outcome === 'email' || outcome === 'phone' || outcome === 'row') counts[outcome] += 1
    else counts.refused += 1
  }
  return counts
}

/** Returns why a row was skipped, or null if it was not. */
export function whyLeftOut({ outcome, reason }: Pick<RowVerdict, 'outcome' | 'reason'>): string | null {
  if (outcome === 'new' || outcome === 'imported') return null
  return reason ?? PRESENT[outcome] ?? 'The server rejected this row'
}

/** Returns what of a new row was repaired or moved to the notes, or null if nothing was. */
export function whyChanged({ outcome, reason }: Pick<RowVerdict, 'outcome' | 'reason'>): string | null {
  return outcome === 'new' || outcome === 'imported' ? reason : null
}

/** Returns the reason of a new row that has remarks; null if it has none. */
export const remarksText = (remarks: readonly string[]): string | null => remarks.join('; ') || null

/** Returns the remarks about new rows, and how many rows have each, the most frequent first. */
export function remarkCounts(
  verdicts: readonly Pick<RowVerdict, 'outcome' | 'reason'>[],
): { remark: string; rows: number }[] {
  const counts = new Map<string, number>()
  for (const verdict of verdicts) {
    for (const remark of whyChanged(verdict)?.split('; ') ?? []) {
      counts.set(remark, (counts.get(remark) ?? 0) + 1)
    }
  }
  return [...counts].map(([remark, rows]) => ({ remark, rows })).toSorted((a, b) => b.rows - a.rows)
}

/** Returns the skipped rows as CSV: their cells as in the file, their row numbers, and the reasons. */
export function leftOutCsv(
  headings: readonly string[],
  rows: readonly { row: number; cells: readonly string[]; reason: string }[],
): string {
  const cellsOf = (cells: readonly string[]) => headings.map((_, at) => cells[at] ?? '')
  return writeCsv([
    [...headings, 'Row', 'Reason'],
    ...rows.map(({ row, cells, reason }) => [...cellsOf(cells), String(row), reason]),
  ])
}
