import { atom, type ReadableAtom } from 'nanostores'
import type { Lead, LeadStatus } from '../contract/leads.ts'
import { type BulkOutcome, bulkText, type UndoOutcome, undoText } from '../domain/lead-bulk.ts'
import type { LossAnswer } from '../domain/lead-loss.ts'
import { STATUS_OPTIONS } from '../domain/lead-status.ts'
import { reasonOf } from './failures.ts'
import { selectLeads } from './lead-selection.ts'
import { detailsBefore, lossDetails, type StatusDetails, setStatus } from './lead-status.ts'

/** What several leads are going through, or have gone through. */
export interface BulkRun {
  /** How many of how many leads are done with, while it runs; null when it is over. */
  progress: { done: number; total: number } | null
  /** How it ended; blank while it runs. */
  text: string
  /** Sets those that failed once more; null when none did. */
  tryAgain: (() => Promise<void>) | null
  /** Takes the change back; null when there is nothing to take back. */
  undo: (() => Promise<void>) | null
}

const $run = atom<BulkRun | null>(null)

/** The change of several leads that is under way or has just ended; null without one. */
export const $bulkRun: ReadableAtom<BulkRun | null> = $run

/** Forgets how the last change ended. */
export function dismissBulkRun(): void {
  if (!$run.get()?.progress) $run.set(null)
}

/** A lead as it was, and what was set with its new status. */
interface Done {
  lead: Lead
  details: StatusDetails
}

const UNDER_WAY = 'Another change of this lead is under way.'

/**
 * Sets the status of many leads, one after another, and shows in `$bulkRun` how it goes; those that failed are ticked
 * then. Leads that have the status are left alone. `before` are leads that an earlier attempt has changed, for the undo.
 */
export async function changeStatuses(
  leads: readonly Lead[],
  status: LeadStatus,
  answer: LossAnswer,
  before: readonly Done[] = [],
): Promise<void> {
  if ($run.get()?.progress) return
  const rest = leads.filter((lead) => lead.status !== status)
  const outcome: BulkOutcome = {
    status,
    sent: 0,
    waiting: 0,
    unchanged: leads.length - rest.length,
    failed: [],
    reason: null,
  }
  const done: Done[] = [...before]
  for (const [index, lead] of rest.entries()) {
    showProgress(index, rest.length)
    const details = lossDetails(lead, answer)
    const setting = setStatus(lead.id, status, details)
    const problem = await problemOf(setting)
    if (problem === null) {
      outcome[(await setting) ?? 'sent'] += 1
      done.push({ lead, details })
    } else {
      outcome.failed.push(lead.id)
      outcome.reason ??= problem
    }
  }
  const failed = rest.filter(({ id }) => outcome.failed.includes(id))
  selectLeads(outcome.failed)
  $run.set({
    progress: null,
    text: bulkText(outcome),
    tryAgain: failed.length > 0 ? () => changeStatuses(failed, status, answer, done) : null,
    undo: done.length > 0 ? () => changeBack(done) : null,
  })
}

/** Gives leads the status that they had; one that this version cannot set stays as it is. */
async function changeBack(done: readonly Done[]): Promise<void> {
  if ($run.get()?.progress) return
  const outcome: UndoOutcome = { undone: 0, failed: 0, reason: null }
  const left: Done[] = []
  for (const [index, one] of done.entries()) {
    showProgress(index, done.length)
    const { lead, details } = one
    const status = STATUS_OPTIONS.find(({ value }) => value === lead.status)?.value
    const problem = status
      ? await problemOf(setStatus(lead.id, status, detailsBefore(lead, details)))
      : `The status ${lead.status} cannot be set.`
    if (problem === null) {
      outcome.undone += 1
    } else {
      outcome.failed += 1
      outcome.reason ??= problem
      left.push(one)
    }
  }
  $run.set({
    progress: null,
    text: undoText(outcome),
    tryAgain: null,
    undo: left.length > 0 ? () => changeBack(left) : null,
  })
}

/** Why a change did not go through; null when it did. */
async function problemOf(setting: ReturnType<typeof setStatus>): Promise<string | null> {
  try {
    return (await setting) === null ? UNDER_WAY : null
  } catch (error) {
    return reasonOf(error)
  }
}

function showProgress(done: number, total: number): void {
  $run.set({ progress: { done, total }, text: '', tryAgain: null, undo: null })
}
