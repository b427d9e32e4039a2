import { useStore } from '@nanostores/react'
import App from 'antd/es/app'
import { leadLabel } from '../../../domain/leads/name.ts'
import { describeChange } from '../../../domain/outbox/outbox.ts'
import type { TypedLead } from '../../../stores/leads/form.ts'
import { $leadList, EMPTY_LEAD_LIST } from '../../../stores/leads/list.ts'
import {
  $outbox,
  $refusals,
  cancelChange,
  dismissRefusal,
  NO_OUTBOX,
  type OutboxEntry,
  sendWaiting,
} from '../../../stores/outbox/outbox.ts'
import { reasonOf } from '../../../stores/shell/failures.ts'
import { NOT_LOADED } from '../../../ui/lazy-part.tsx'
import { useRemovalToasts } from '../lead/use-removal-toasts.tsx'

/** The changes that wait on this device, each with Cancel; those that the server refused; and removals to undo. */
export default function OutboxBar() {
  const { entries, text, removals } = useStore($outbox, { ssr: () => NO_OUTBOX })
  const refusals = useStore($refusals, { ssr: 'initial' })
  const { message } = App.useApp()
  useRemovalToasts(removals)
  const { all = [] } = useStore($leadList, { ssr: () => EMPTY_LEAD_LIST })
  const nameOf = (leadId: string) => {
    const lead = all.find(({ id }) => id === leadId)
    return lead ? leadLabel(lead).name : 'a lead'
  }
  const cancel = async (entry: OutboxEntry) => {
    try {
      if (!(await cancelChange(entry))) message.info('This change has just been sent.')
    } catch (error) {
      message.error(reasonOf(error))
    }
  }
  const review = async (key: number, change: TypedLead) => {
    const lead = all.find(({ id }) => id === change.leadId)
    try {
      const { openLeadForm } = await import('../../../stores/leads/form.ts')
      if (lead) openLeadForm(lead, change, () => dismissRefusal(key))
    } catch {
      message.error(NOT_LOADED)
    }
  }
  return (
    <>
      {refusals.map(({ key, change, title, reason, status }) => (
        <div className="notice" role="alert" key={key}>
          <span>
            <strong>{title}.</strong> {describeChange(change, nameOf(change.leadId))}: {reason}
          </span>
          {change.type === 'update' && status === 409 && (
            <button type="button" className="button quiet" onClick={() => void review(key, change)}>
              Review
            </button>
          )}
          <button type="button" className="button quiet" onClick={() => dismissRefusal(key)}>
            Dismiss
          </button>
        </div>
      ))}
      {text && (
        <details className="notice outbox-bar">
          <summary>
            <span role="status">{text}</span>
          </summary>
          <ul>
            {entries.map((entry) => (
              <li key={entry.key}>
                {describeChange(entry.change, nameOf(entry.change.leadId))}
                <button type="button" className="button quiet" onClick={() => void cancel(entry)}>
                  Cancel
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="button quiet" onClick={() => void sendWaiting()}>
            Retry now
          </button>
        </details>
      )}
    </>
  )
}
