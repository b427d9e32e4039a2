import { atom, type ReadableAtom } from 'nanostores'
import type { LeadStatus, StatusChange } from '../../contract/leads.ts'
// Part of the page, not fetched when needed: by then the network may be gone.
import { type Outcome, submitChange } from '../outbox/outbox.ts'
import { type Owner, onOwnerLeft, ownedAtom } from '../session/owner.ts'

type LossReason = Omit<StatusChange, 'status'>

interface LossQuestion {
  /** How many leads it is about. */
  count: number
  /** To be called once; null leaves the leads as they are. */
  answer: (reason: LossReason | null) => void
}

// Answers the caller before the store drops the question.
onOwnerLeft(() => $question.get()?.answer(null))
const $question = ownedAtom<LossQuestion | null>(null)

/** The open question why leads were lost. */
export const $lossQuestion: ReadableAtom<LossQuestion | null> = $question

function askLossReason(count: number): Promise<LossReason | null> {
  $question.get()?.answer(null)
  return new Promise((resolve) => {
    const answer = (reason: LossReason | null) => {
      $question.set(null)
      resolve(reason)
    }
    $question.set({ count, answer })
  })
}

/** The change of several leads to a status. For lost leads, asks for the reason; null if the owner cancels. */
export async function statusChange(status: LeadStatus, count: number): Promise<StatusChange | null> {
  const reason = status === 'lost' ? await askLossReason(count) : {}
  return reason && { status, ...reason }
}

const $changing = atom<ReadonlySet<string>>(new Set())

/** Ids of the leads whose status is being changed. */
export const $changingLeads: ReadableAtom<ReadonlySet<string>> = $changing

/**
 * Sets the status of a lead. Lists show it immediately. If the server refuses it, lists show the old status again, and
 * the promise rejects. If the server is unreachable, the change stays in the outbox and counts as done. If another
 * change to the same lead is pending, does nothing and returns null.
 */
export async function setStatus(
  owner: Owner | null,
  leadId: string,
  change: StatusChange,
): Promise<Outcome | null> {
  if ($changing.get().has(leadId)) return null
  $changing.set(new Set([...$changing.get(), leadId]))
  try {
    return await submitChange(owner, { type: 'status', leadId, ...change })
  } finally {
    $changing.set(new Set([...$changing.get()].filter((id) => id !== leadId)))
  }
}
