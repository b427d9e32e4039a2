import { isFinal } from '../../../api/errors.ts'
import { IMPORT_LIMITS, type ImportRow, type RowVerdict } from '../../../contract/lead-imports.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { cellsByField, type Mapping } from '../../../domain/leads/import/columns.ts'
import { SECOND_MS } from '../../../domain/time/durations.ts'
import { nextTurn } from '../../../platform/page/timing.ts'
import type { FileRow } from './read-file.ts'

/** The maximum number of characters in a request, far below the server's limit in bytes. */
const MOST_CHARACTERS = 200_000
/** The maximum number of attempts at one batch, and the first wait between them in milliseconds. */
const ATTEMPTS = 8
const FIRST_WAIT = SECOND_MS

/** Yields the rows as they are sent, in batches small enough for the server. */
export function* batchesOf(rows: readonly FileRow[], mapping: Mapping): Generator<ImportRow[]> {
  let batch: ImportRow[] = []
  let characters = 0
  for (const { row, cells } of rows) {
    const given = Object.fromEntries(
      Object.entries(cellsByField(cells, mapping)).map(([field, cell]) => [field, sendable(cell)]),
    )
    const length = JSON.stringify(given).length
    if (batch.length > 0 && (batch.length === IMPORT_LIMITS.batch || characters + length > MOST_CHARACTERS)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push({ row, cells: given })
    characters += length
  }
  if (batch.length > 0) yield batch
}

/**
 * Returns a cell without characters that the server cannot store. A cell that is too long for any field stays too long,
 * so that the server says so.
 */
function sendable(cell: string): string {
  return cell.slice(0, LIMITS.longText + 100).toWellFormed()
}

/**
 * Sends rows in batches and reports the number of rows done after each one. Retries while the server is unreachable or
 * requests a pause. Rejects with the signal's reason if it is aborted.
 */
export async function sendInBatches(
  rows: readonly FileRow[],
  mapping: Mapping,
  {
    signal,
    send,
    tell,
    beforeRetry,
  }: {
    signal: AbortSignal
    send: (batch: ImportRow[]) => Promise<RowVerdict[]>
    tell: (done: number, verdicts: RowVerdict[]) => void
    beforeRetry?: () => void
  },
): Promise<void> {
  let done = 0
  for (const batch of batchesOf(rows, mapping)) {
    const verdicts = await withRetries(() => send(batch), signal, beforeRetry)
    done += batch.length
    tell(done, verdicts)
    await nextTurn()
    signal.throwIfAborted()
  }
}

/**
 * Calls `attempt`, and retries it after a pause while it fails with a temporary error. Rejects with the signal's
 * reason if it is aborted, even during an attempt.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  signal: AbortSignal,
  beforeRetry = () => {},
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted()
    try {
      const result = await attempt()
      signal.throwIfAborted()
      return result
    } catch (error) {
      signal.throwIfAborted()
      if (isFinal(error) || failures + 1 >= ATTEMPTS) throw error
      beforeRetry()
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(FIRST_WAIT * 2 ** failures, 15 * SECOND_MS)),
      )
    }
  }
}
