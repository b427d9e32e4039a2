import type { Lead, StatusChange } from '../../../contract/leads.ts'
import { knownStatus, statusBefore } from '../../../domain/leads/status.ts'
import { failureOf } from '../../../stores/base/failures.ts'
import { $account, type Account } from '../../../stores/base/session/account.ts'
import { setStatus, statusChange } from '../../../stores/leads/status.ts'
import { UNDO_TIME, useToast, withReason, withUndo } from '../../../ui/toast.tsx'

/**
 * Returns a function that sets a lead's status and shows the result (section 8). Asks for a reason before marking a
 * lead as lost.
 */
export function useStatusUpdate() {
  const toast = useToast()

  async function set(
    account: Account | null,
    lead: Pick<Lead, 'id' | 'status' | 'updated_at'>,
    change: StatusChange,
    undo?: () => void,
  ) {
    const key = `status-${lead.id}`
    try {
      if (!(await setStatus(account, lead, change))) return
      const text = `Lead status updated to ${change.status}`
      toast.success({
        key,
        duration: undo ? UNDO_TIME : undefined,
        content: undo ? withUndo(text, undo) : text,
      })
    } catch (error) {
      const { title, reason } = failureOf('leadStatus', error)
      toast.error({ key, content: withReason(title, reason) })
    }
  }

  return async (lead: Lead, chosen: string): Promise<void> => {
    const status = knownStatus(chosen)
    if (!status || status === lead.status) return
    const account = $account.get()
    const change = await statusChange(status, 1)
    if (!change) return
    const before = statusBefore(lead)
    // Undo is available for only 8 seconds, so it overwrites newer values.
    const undo = before && (() => void set(account, { ...lead, updated_at: '' }, before))
    await set(account, lead, change, undo ?? undefined)
  }
}
