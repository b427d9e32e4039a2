import type { ReadableAtom } from 'nanostores'
import {
  fetchImports,
  postCheck,
  postFinish,
  postImport,
  postRows,
  postUndo,
} from '../../../api/lead-imports.ts'
import type { DateOrder, ImportRow, LeadImport, RowVerdict } from '../../../contract/lead-imports.ts'
import {
  guessMapping,
  type Mapping,
  type WrittenDates,
  writtenDates,
} from '../../../domain/leads/import/columns.ts'
import type { Target } from '../../../domain/leads/import/targets.ts'
import { finalVerdict, leftOutCsv, whyChanged, whyLeftOut } from '../../../domain/leads/import/verdicts.ts'
import { saveFile } from '../../../platform/page/download.ts'
import { preventReloadDuring } from '../../../platform/page/page-reload.ts'
import { deviceTimeZone } from '../../../platform/time-zone.ts'
import { reasonOf } from '../../base/failures.ts'
import { optional } from '../../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../../base/query/query.ts'
import { refetchAfter } from '../../base/query/stale.ts'
import {
  $account,
  type Account,
  isSameAccount,
  onAccountLeft,
  ownedAtom,
  requireAccount,
} from '../../base/session/account.ts'
import { sendInBatches, withRetries } from './batches.ts'
import { FileProblem, type LeadFile, readLeadFile, withHeadings } from './read-file.ts'

/** A file that is being imported: its owner, content, column mapping, and the server's verdicts. */
export interface ImportWork {
  account: Account
  file: LeadFile
  mapping: Mapping
  /** The date format of the file. */
  dates: WrittenDates
  /** The server's verdict on each row, in order. */
  verdicts: readonly RowVerdict[]
}

/**
 * The dialog's current step. `readShare` is the share of the file that has been read, from 0 to 1, and `done` the
 * number of rows that are done. A `problem` stops the step until the user continues it.
 * `isRetrying` is set if the last attempt failed.
 */
export type ImportState =
  | { step: 'choose'; isReading: boolean; readShare: number; problem: string | null }
  | { step: 'map'; work: ImportWork; problem: string | null }
  | { step: 'check' | 'import'; work: ImportWork; done: number; problem: string | null; isRetrying?: boolean }
  | { step: 'review'; work: ImportWork }
  | { step: 'done'; work: ImportWork; result: LeadImport }

const FIRST = { step: 'choose', isReading: false, readShare: 0, problem: null } as const
/** The fields that contain times. */
const DATES: readonly (Target | null)[] = ['created_at', 'booking_start_time']
/** The number of rows used to guess the columns. */
const GUESSED_ROWS = 200

const $state = ownedAtom<ImportState>(FIRST)

/** The import on this page; it continues while the dialog is closed. */
export const $import: ReadableAtom<ImportState> = $state

/** A running Undo: the import, and how many of its leads remain to be checked. */
export const $undoing = ownedAtom<{ id: string; left: number } | null>(null)

/** The reason why the last Undo stopped, and its import; null if it did not stop. */
export const $undoProblem = ownedAtom<{ id: string; text: string } | null>(null)

/** The recent imports, newest first; null if the API does not support imports. */
export const $imports: ReadableAtom<QueryState<LeadImport[] | null>> = organizationQuery<LeadImport[] | null>(
  {
    kind: 'lead-imports',
    read: optional(fetchImports),
  },
)

let running = new AbortController()
let removing = new AbortController()
onAccountLeft(() => {
  running.abort()
  removing.abort()
})

/** Goes back to choosing a file. Rows that have already been imported stay. */
export function startOver(): void {
  running.abort()
  $state.set(FIRST)
}

/** Reads a file and guesses its columns. */
export async function chooseFile(name: string, read: () => Promise<ArrayBuffer>): Promise<void> {
  const account = requireAccount()
  const { signal } = restart()
  $state.set({ ...FIRST, isReading: true })
  const tell = (readShare: number) => {
    if (!signal.aborted) $state.set({ ...FIRST, isReading: true, readShare })
  }
  try {
    const file = await readLeadFile(name, await read(), tell)
    if (signal.aborted) return
    $state.set({ step: 'map', work: newWork(account, file), problem: null })
  } catch (error) {
    if (signal.aborted) return
    const problem = error instanceof FileProblem ? error.message : 'The file could not be read'
    $state.set({ ...FIRST, problem })
  }
}

function newWork(account: Account, file: LeadFile): ImportWork {
  const mapping = guessMapping(
    file.headings,
    file.rows.slice(0, GUESSED_ROWS).map(({ cells }) => cells),
  )
  return { account, file, mapping, dates: datesOf(file, mapping), verdicts: [] }
}

/** Chooses the row with the headings, by its index among the file's rows, and guesses the columns again. */
export function chooseHeadings(at: number): void {
  const state = $state.get()
  if (state.step !== 'map') return
  const { account, file } = state.work
  $state.set({ step: 'map', work: newWork(account, withHeadings(file, at)), problem: null })
}

export function rejectFile(problem: string): void {
  $state.set({ ...FIRST, problem })
}

/** Chooses what a column fills; null omits the column. */
export function mapColumn(at: number, field: Target | null): void {
  const state = $state.get()
  if (state.step !== 'map') return
  const { file, dates: before } = state.work
  const mapping = state.work.mapping.map((known, each) => (each === at ? field : known))
  const found = datesOf(file, mapping)
  // The user's choice stays until the dates show their order.
  const dates = found.isShown || before.isShown ? found : before
  $state.set({ ...state, work: { ...state.work, mapping, dates }, problem: null })
}

/** Chooses the order of day and month for dates that do not show it. */
export function chooseDateOrder(order: DateOrder): void {
  const state = $state.get()
  if (state.step !== 'map' || state.work.dates.isShown) return
  $state.set({ ...state, work: { ...state.work, dates: { order, isShown: false } }, problem: null })
}

/** Goes back from the dry run to the columns. */
export function changeColumns(): void {
  const state = $state.get()
  if (state.step !== 'check' && state.step !== 'review') return
  running.abort()
  $state.set({ step: 'map', work: { ...state.work, verdicts: [] }, problem: null })
}

/** Asks the server for a verdict on every row without importing it. */
export async function checkRows(): Promise<void> {
  const state = $state.get()
  if (state.step !== 'map' && state.step !== 'check') return
  const { work } = state
  if (isOthers(work)) return startOver()
  const { organizationId } = work.account
  const { signal } = restart()
  const seen = new Set<string>()
  const judge = (rows: ImportRow[]) =>
    postCheck(organizationId, { ...timesOf(work), file_hash: work.file.hash, rows })
  const verdicts = await run('check', work, signal, judge, (verdict) => finalVerdict(verdict, seen))
  if (verdicts) $state.set({ step: 'review', work: { ...work, verdicts } })
}

/**
 * Imports the rows, and prevents a reload of the page until it is done. Continues an interrupted import of the same
 * file.
 */
export async function importFile(): Promise<void> {
  const state = $state.get()
  if (state.step !== 'review' && state.step !== 'import') return
  const work = { ...state.work, verdicts: [] }
  if (isOthers(work)) return startOver()
  const { signal } = restart()
  $state.set({ step: 'import', work, done: 0, problem: null })
  await preventReloadDuring(() => sendFile(work, signal))
}

async function sendFile(work: ImportWork, signal: AbortSignal): Promise<void> {
  const { file } = work
  const { organizationId } = work.account
  const body = { file_name: file.name.slice(0, 255), file_hash: file.hash, rows: file.rows.length }
  try {
    const begun = await withRetries(
      () => postImport(organizationId, { id: crypto.randomUUID(), ...body }),
      signal,
      sayRetrying,
    )
    const send = (rows: ImportRow[]) => postRows(organizationId, begun.id, { ...timesOf(work), rows })
    const verdicts = await run('import', work, signal, send)
    if (!verdicts) return
    const result = await withRetries(() => postFinish(organizationId, begun.id), signal, sayRetrying)
    $state.set({ step: 'done', work: { ...work, verdicts }, result })
  } catch (error) {
    if (!signal.aborted) stopWith('import', work, error)
  } finally {
    refetchAfter(organizationId, 'leads-imported')
  }
}

/**
 * Returns whether the file was chosen by another user or in another organization. Such a file must not be sent here.
 */
const isOthers = ({ account }: ImportWork): boolean => !isSameAccount(account, $account.get())

/** Saves the rows that were, or would be, left out or changed, with the reasons, as CSV. */
export function saveLeftOut({ file, verdicts }: ImportWork): void {
  const cellsOf = new Map(file.rows.map(({ row, cells }) => [row, cells]))
  const rows = verdicts.flatMap((verdict) => {
    const reason = whyLeftOut(verdict) ?? whyChanged(verdict)
    return reason === null ? [] : [{ row: verdict.row, cells: cellsOf.get(verdict.row) ?? [], reason }]
  })
  saveFile(`check-${file.name.replace(/\.\w+$/, '')}.csv`, 'text/csv', leftOutCsv(file.headings, rows))
}

/**
 * Removes the leads of an import that nobody has changed, and prevents a reload of the page until it is done. Resolves
 * with the import, or null if the removal stopped.
 */
export async function undo(importId: string): Promise<LeadImport | null> {
  if ($undoing.get()) return null
  const { organizationId } = requireAccount()
  removing = new AbortController()
  const { signal } = removing
  $undoProblem.set(null)
  $undoing.set({ id: importId, left: Number.POSITIVE_INFINITY })
  try {
    const one = await preventReloadDuring(async () => {
      for (;;) {
        const rest = await withRetries(() => postUndo(organizationId, importId), signal)
        if (rest.undoable === 0) return rest
        $undoing.set({ id: importId, left: rest.undoable })
      }
    })
    const state = $state.get()
    if (state.step === 'done' && state.result.id === importId) $state.set({ ...state, result: one })
    return one
  } catch (error) {
    if (!signal.aborted) {
      $undoProblem.set({ id: importId, text: `The import could not be undone. ${reasonOf(error)}` })
    }
    return null
  } finally {
    if (!signal.aborted) $undoing.set(null)
    refetchAfter(organizationId, 'leads-imported')
  }
}

function restart(): AbortController {
  running.abort()
  running = new AbortController()
  return running
}

/** Sends every row and tracks the progress. Returns the verdicts in order; null if it stopped. */
async function run(
  step: 'check' | 'import',
  work: ImportWork,
  signal: AbortSignal,
  send: (rows: ImportRow[]) => Promise<RowVerdict[]>,
  judge: (verdict: RowVerdict) => RowVerdict = (verdict) => verdict,
): Promise<RowVerdict[] | null> {
  const verdicts: RowVerdict[] = []
  $state.set({ step, work, done: 0, problem: null })
  try {
    await sendInBatches(work.file.rows, work.mapping, {
      signal,
      send,
      beforeRetry: sayRetrying,
      tell(done, found) {
        for (const verdict of found) verdicts.push(judge(verdict))
        $state.set({ step, work, done, problem: null })
      },
    })
    return verdicts
  } catch (error) {
    if (!signal.aborted) stopWith(step, work, error)
    return null
  }
}

function sayRetrying(): void {
  const state = $state.get()
  if (state.step === 'check' || state.step === 'import') $state.set({ ...state, isRetrying: true })
}

function stopWith(step: 'check' | 'import', work: ImportWork, error: unknown): void {
  const state = $state.get()
  if (state.step !== step) return
  $state.set({ step, work, done: state.done, problem: reasonOf(error) })
}

/** Returns the time zone and date order for reading the times in a file: this device's zone and the file's order. */
export function timesOf({ dates }: ImportWork): { timezone: string; date_order: DateOrder } {
  return { timezone: deviceTimeZone(), date_order: dates.order }
}

function datesOf({ rows }: LeadFile, mapping: Mapping): WrittenDates {
  const columns = [...mapping.keys()].filter((at) => DATES.includes(mapping[at] ?? null))
  return writtenDates(rows.flatMap(({ cells }) => columns.map((at) => cells[at] ?? '')))
}
