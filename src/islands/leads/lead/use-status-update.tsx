import App from 'antd/es/app'
import type { Lead, LeadStatus } from '../../../contract/leads.ts'
import { STATUS_OPTIONS } from '../../../domain/leads/status.ts'
import { askLossReason } from '../../../stores/leads/loss.ts'
import { detailsBefore, lossDetails, type StatusDetails, setStatus } from '../../../stores/leads/status.ts'
import { $owner, type Owner } from '../../../stores/session/owner.ts'
import { failureOf } from '../../../stores/shell/failures.ts'

/** Seconds in which a change can be undone by its toast. */
const UNDO_TIME = 8

const statusOf = (text: string) => STATUS_OPTIONS.find(({ value }) => value === text)?.value

/** Sets a lead's status to one of the three, and says how it went in the words of section 8. Lost asks for a reason. */
export function useStatusUpdate() {
  const { message } = App.useApp()

  async function set(
    owner: Owner | null,
    lead: Lead,
    status: LeadStatus,
    details: StatusDetails,
    undo?: () => void,
  ) {
    const key = `status-${lead.id}`
    try {
      if (!(await setStatus(owner, lead.id, status, details))) return
      message.success({
        key,
        duration: undo ? UNDO_TIME : undefined,
        content: (
          <>
            {`Lead status updated to ${status}`}
            {undo && (
              <button type="button" className="toast-action" onClick={undo}>
                Undo
              </button>
            )}
          </>
        ),
      })
    } catch (error) {
      const { title, reason } = failureOf('leadStatus', error)
      message.error({
        key,
        content: (
          <>
            {title}
            <br />
            <small>{reason}</small>
          </>
        ),
      })
    }
  }

  return async (lead: Lead, chosen: string): Promise<void> => {
    const status = statusOf(chosen)
    if (!status || status === lead.status) return
    const owner = $owner.get()
    const answer = status === 'lost' ? await askLossReason(1) : null
    if (status === 'lost' && !answer) return
    const details = answer ? lossDetails(answer) : {}
    const before = statusOf(lead.status)
    const undo = before && (() => void set(owner, lead, before, detailsBefore(lead)))
    await set(owner, lead, status, details, undo)
  }
}
