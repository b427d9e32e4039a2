import { computed, type ReadableAtom } from 'nanostores'
import type { Lead, StatusChange } from '../../contract/leads.ts'
import { type BulkOutcome, bulkText, type UndoOutcome, undoText } from '../../domain/leads/bulk.ts'
import { statusBefore } from '../../domain/leads/status.ts'
import { isVisitors } from '../../domain/leads/tests.ts'
import { preventReloadDuring } from '../../platform/page/page-reload.ts'
import { reasonOf } from '../base/failures.ts'
import { $account, type Account, isSameAccount, ownedAtom } from '../base/session/account.ts'
import { deleteLead } from './changes.ts'
import { $allLeads } from './list.ts'
import { selectLeads } from './selection.ts'
import { setStatus } from './status.ts'

/** A running or finished change to several leads. */
export interface BulkRun {
  /** Number of leads done, and in total, while the change runs; null once it is finished. */
  progress: { done: number; total: number } | null
  /** The result; empty while the change runs. */
  text: string
  /** Retries the failed leads; null if none failed. */
  tryAgain: (() => Promise<void>) | null
  /** Undoes the change; null if there is nothing to undo. */
  undo: (() => Promise<void>) | null
}

const $run = ownedAtom<BulkRun | null>(null)

/** The running or last bulk change; null if there is none. */
export const $bulkRun: ReadableAtom<BulkRun | null> = $run

/** Discards the result of the last change. */
export function dismissBulkRun(): void {
  if (!$run.get()?.progress) $run.set(null)
}

/**
 * Shows a run's progress unless the user has since signed out or switched organizations; the run then continues in the
 * background.
 */
function show(account: Account | null, run: BulkRun, failed: readonly string[] | null = null): void {
  if (!isSameAccount(account, $account.get())) return
  if (failed) selectLeads(failed)
  $run.set(run)
}

/** The leads that came from tests. */
export const $testLeads: ReadableAtom<readonly Lead[]> = computed($allLeads, ({ data = [] }) =>
  data.filter((lead) => !isVisitors(lead)),
)

const UNDER_WAY = 'This lead is already being updated.'

/**
 * Sets the status of several leads, one after another, and reports progress in `$bulkRun`. Skips leads that already
 * have the status, and leaves failed leads selected. `before` contains the leads that an earlier attempt changed, so
 * that undo covers them too.
 */
export async function changeStatuses(
  account: Account | null,
  leads: readonly Lead[],
  change: StatusChange,
  before: readonly Lead[] = [],
): Promise<void> {
  if ($run.get()?.progress) return
  const { status } = change
  const rest = leads.filter((lead) => lead.status !== status)
  const outcome: BulkOutcome = {
    status,
    sent: 0,
    waiting: 0,
    unchanged: leads.length - rest.length,
    failed: [],
    reason: null,
  }
  const done: Lead[] = [...before]
  await inTurn(account, rest, async (lead) => {
    const setting = setStatus(account, lead, change)
    const problem = await problemOf(setting)
    if (problem === null) {
      outcome[(await setting) ?? 'sent'] += 1
      done.push(lead)
    } else {
      outcome.failed.push(lead.id)
      outcome.reason ??= problem
    }
  })
  // A retry sets the status even if the lead has changed since.
  const failed = rest
    .filter(({ id }) => outcome.failed.includes(id))
    .map((lead) => ({ ...lead, updated_at: '' }))
  const run: BulkRun = {
    progress: null,
    text: bulkText(outcome),
    tryAgain: failed.length > 0 ? () => changeStatuses(account, failed, change, done) : null,
    undo: done.length > 0 ? () => changeBack(account, done) : null,
  }
  show(account, run, outcome.failed)
}

/** Deletes several leads like `deleteLead`. Rejects if a deletion fails; its lead then stays selected. */
export async function deleteLeads(account: Account | null, leads: readonly Lead[]): Promise<void> {
  dismissBulkRun()
  await preventReloadDuring(() => Promise.all(leads.map((lead) => deleteLead(account, lead))))
}

/** Restores the previous status of leads. Skips a status that this version cannot set. */
async function changeBack(account: Account | null, done: readonly Lead[]): Promise<void> {
  if ($run.get()?.progress) return
  const outcome: UndoOutcome = { undone: 0, failed: 0, reason: null }
  const left: Lead[] = []
  await inTurn(account, done, async (lead) => {
    const before = statusBefore(lead)
    const problem = before
      ? await problemOf(setStatus(account, { ...lead, updated_at: '' }, before))
      : `The status ${lead.status} cannot be set.`
    if (problem === null) {
      outcome.undone += 1
    } else {
      outcome.failed += 1
      outcome.reason ??= problem
      left.push(lead)
    }
  })
  const undo = left.length > 0 ? () => changeBack(account, left) : null
  show(account, { progress: null, text: undoText(outcome), tryAgain: null, undo })
}

/** Returns the reason why a change failed; null if it succeeded. */
async function problemOf(setting: ReturnType<typeof setStatus>): Promise<string | null> {
  try {
    return (await setting) === null ? UNDER_WAY : null
  } catch (error) {
    return reasonOf(error)
  }
}

/** Changes one lead after another and shows the progress. Prevents a reload of the page until the last one is done. */
function inTurn(
  account: Account | null,
  leads: readonly Lead[],
  change: (lead: Lead) => Promise<void>,
): Promise<void> {
  return preventReloadDuring(async () => {
    for (const [done, lead] of leads.entries()) {
      const progress = { done, total: leads.length }
      show(account, { progress, text: '', tryAgain: null, undo: null })
      await change(lead)
    }
  })
}
