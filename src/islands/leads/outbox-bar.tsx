import { useStore } from '@nanostores/react'
import App from 'antd/es/app'
import { leadLabel } from '../../domain/lead-name.ts'
import { describeChange } from '../../domain/outbox-text.ts'
import { reasonOf } from '../../stores/failures.ts'
import { $leadList, EMPTY_LEAD_LIST } from '../../stores/lead-list.ts'
import { $outbox, $refusals, cancelChange, dismissRefusal, type Outbox } from '../../stores/outbox.ts'

const EMPTY: Outbox = { entries: [], count: 0, text: null }

/** What waits on this device to be sent, each change with its cancel; and what the server has refused since. */
export default function OutboxBar() {
  const { entries, text } = useStore($outbox, { ssr: () => EMPTY })
  const refusals = useStore($refusals, { ssr: 'initial' })
  const { message } = App.useApp()
  const { all = [] } = useStore($leadList, { ssr: () => EMPTY_LEAD_LIST })
  const nameOf = (leadId: string) => {
    const lead = all.find(({ id }) => id === leadId)
    return lead ? leadLabel(lead).name : 'a lead'
  }
  const cancel = async (key: number) => {
    try {
      if (!(await cancelChange(key))) message.info('This change has just been sent.')
    } catch (error) {
      message.error(reasonOf(error))
    }
  }
  return (
    <>
      {refusals.map(({ key, change, title, reason }) => (
        <div className="notice" role="alert" key={key}>
          <span>
            <strong>{title}.</strong> {describeChange(change, nameOf(change.leadId))}: {reason}
          </span>
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
            {entries.map(({ key, change }) => (
              <li key={key}>
                {describeChange(change, nameOf(change.leadId))}
                <button type="button" className="button quiet" onClick={() => void cancel(key)}>
                  Cancel
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
