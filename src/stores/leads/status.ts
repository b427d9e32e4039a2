import { atom, type ReadableAtom } from 'nanostores'
import type { Lead, LeadStatus, StatusChange } from '../../contract/leads.ts'
// Imported statically, because the network may be down by the time it is needed.
import { hasWaitingChange, type Outcome } from '../base/outbox/outbox.ts'
import { type Account, onAccountLeft, ownedAtom } from '../base/session/account.ts'
import { submitChange } from './sending.ts'

type LossReason = Omit<StatusChange, 'status'>

interface LossQuestion {
  /** The number of affected leads. */
  count: number
  /** Call this once; null leaves the leads unchanged. */
  answer: (reason: LossReason | null) => void
}

// Resolves the pending promise before the store drops the question.
onAccountLeft(() => $question.get()?.answer(null))
const $question = ownedAtom<LossQuestion | null>(null)

/** The open question about why leads were lost; null if there is none. */
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

/**
 * Returns the change that sets several leads to a status. For lost leads, asks for the reason; returns null if the
 * owner cancels.
 */
export async function statusChange(status: LeadStatus, count: number): Promise<StatusChange | null> {
  const reason = status === 'lost' ? await askLossReason(count) : {}
  return reason && { status, ...reason }
}

const $changing = atom<ReadonlySet<string>>(new Set())

/** Ids of the leads whose status is being changed. */
export const $changingLeads: ReadableAtom<ReadonlySet<string>> = $changing

/**
 * Sets the status of a lead. Lists show it immediately. If the server rejects it, for example because someone else has
 * changed the status since the lead was read, lists show the old status again and the promise rejects. If the server is
 * unreachable, the change stays in the outbox and counts as done. If another change to the same lead is pending, does
 * nothing and returns null.
 */
export async function setStatus(
  account: Account | null,
  { id: leadId, status, updated_at }: Pick<Lead, 'id' | 'status' | 'updated_at'>,
  change: StatusChange,
): Promise<Outcome | null> {
  if ($changing.get().has(leadId)) return null
  $changing.set(new Set([...$changing.get(), leadId]))
  try {
    const isCurrent = updated_at && !hasWaitingChange(leadId)
    const base = isCurrent ? { status, updated_at } : undefined
    return await submitChange(account, { type: 'status', leadId, base, ...change })
  } finally {
    $changing.set(new Set([...$changing.get()].filter((id) => id !== leadId)))
  }
}
