import './outbox-bar.css'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { conversationPath } from '../../../domain/conversations/path.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { changesCall, describeChange } from '../../../domain/outbox/outbox.ts'
import { openLeadForm } from '../../../stores/leads/form.ts'
import { $leadList, EMPTY_LEAD_LIST } from '../../../stores/leads/list.ts'
import {
  $outbox,
  $refusals,
  cancelChange,
  dismissRefusal,
  NO_OUTBOX,
  type OutboxEntry,
  sendWaiting,
  undoTimeLeft,
} from '../../../stores/outbox/outbox.ts'
import { reasonOf } from '../../../stores/shell/failures.ts'
import { useToast, withUndo } from '../../../ui/toast.tsx'

const NOT_LISTED = 'This lead is not in the list. It was removed, or the list has not loaded yet.'

/**
 * The pending changes on this device, each with Cancel; rejected changes; and deletions with Undo. A rejected message
 * keeps its text, which its conversation shows.
 */
export default function OutboxBar() {
  const { entries, text, removals } = useStore($outbox, { ssr: () => NO_OUTBOX })
  const refusals = useStore($refusals, { ssr: 'initial' })
  const toast = useToast()
  const cancel = useCancel()
  const { all = [] } = useStore($leadList, { ssr: () => EMPTY_LEAD_LIST })
  const leadOf = ({ change }: OutboxEntry) => all.find(({ id }) => id === change.leadId)
  const describe = (entry: OutboxEntry) => {
    const lead = leadOf(entry)
    return describeChange(entry.change, lead ? leadLabel(lead).name : (entry.change.name ?? 'a lead'))
  }
  const review = (entry: OutboxEntry) => {
    if (entry.change.type !== 'update') return
    const lead = leadOf(entry)
    if (!lead) {
      toast.error(NOT_LISTED)
      return
    }
    openLeadForm(lead, entry.change, () => dismissRefusal(entry.key))
  }
  return (
    <>
      {removals.map((entry) => (
        <RemovalToast key={entry.key} entry={entry} />
      ))}
      {refusals.map((entry) => (
        <div className="outbox-line" role="alert" key={entry.key}>
          <span>
            <strong>{entry.title}.</strong> {describe(entry)}: {entry.reason}
          </span>
          {entry.change.type === 'update' && entry.status === 409 && !changesCall(entry.change.fields) && (
            <button type="button" className="button quiet" onClick={() => review(entry)}>
              Review
            </button>
          )}
          {entry.change.type === 'message' ? (
            <a className="button quiet" href={conversationPath(entry.change.conversationId)}>
              Open
            </a>
          ) : (
            <button type="button" className="button quiet" onClick={() => dismissRefusal(entry.key)}>
              Dismiss
            </button>
          )}
        </div>
      ))}
      {text && (
        <details className="outbox-bar disclosure">
          <summary>
            <span role="status">{text}</span>
          </summary>
          <ul>
            {entries.map((entry) => (
              <li className="outbox-line" key={entry.key}>
                <span>{describe(entry)}</span>
                <button
                  type="button"
                  className="button quiet"
                  onClick={() => void cancel(entry, { late: 'This change has just been sent.' })}
                >
                  Cancel
                </button>
              </li>
            ))}
            <li className="outbox-line">
              <span>They are sent automatically.</span>
              <button type="button" className="button quiet" onClick={() => void sendWaiting()}>
                Retry now
              </button>
            </li>
          </ul>
        </details>
      )}
    </>
  )
}

/** Returns a function that cancels a change and shows whether the cancellation was in time. */
function useCancel() {
  const toast = useToast()
  return async (entry: OutboxEntry, texts: { done?: string; late: string }) => {
    try {
      const text = (await cancelChange(entry)) ? texts.done : texts.late
      if (text) toast.info(text)
    } catch (error) {
      toast.error(reasonOf(error))
    }
  }
}

/** Shows a toast with Undo while the user can still undo a deletion. */
function RemovalToast({ entry }: { entry: OutboxEntry }) {
  const toast = useToast()
  const cancel = useCancel()
  const undo = () => void cancel(entry, { done: 'The lead is restored', late: 'The lead is already deleted' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry opens its toast only once.
  useEffect(() => {
    const key = `removal-${entry.key}`
    const text = `${entry.change.type === 'delete' ? entry.change.name : 'Lead'} deleted`
    toast.success({
      key,
      duration: undoTimeLeft(entry) / 1000,
      content: withUndo(text, undo),
    })
    return () => toast.destroy(key)
  }, [])
  return null
}
