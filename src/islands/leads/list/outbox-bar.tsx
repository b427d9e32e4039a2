import './outbox-bar.css'
import { useStore } from '@nanostores/react'
import { conversationPath } from '../../../domain/conversations/path.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { changesCall, describeChange, elsewhereText } from '../../../domain/outbox/outbox.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import {
  $changesElsewhere,
  $outbox,
  $refusals,
  cancelChange,
  dismissRefusal,
  NO_OUTBOX,
  type OutboxEntry,
  sendWaiting,
} from '../../../stores/base/outbox/outbox.ts'
import { openLeadForm } from '../../../stores/leads/form.ts'
import { $leadList, EMPTY_LEAD_LIST } from '../../../stores/leads/list.ts'
import { $otherOrganizations, switchTo } from '../../../stores/organization/switch.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { RemovalToast } from '../../common/removal-toast.tsx'

const NOT_LISTED = 'This lead is not in the list. It was removed, or the list has not loaded yet.'

const NOT_ACCEPTED =
  'The server has not accepted them. They are sent again from time to time until you cancel them.'

/**
 * The pending changes on this device, each with Cancel; rejected changes; and deletions with Undo. A rejected message
 * keeps its text, which its conversation shows.
 */
export default function OutboxBar() {
  return (
    <>
      <RemovalToast />
      <PendingChanges />
    </>
  )
}

/** The bar without Undo, for screens that don't list leads. */
export function PendingChanges() {
  const { entries, text } = useStore($outbox, { ssr: () => NO_OUTBOX })
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
      <Elsewhere />
      {refusals.map((entry) => (
        <div className="outbox-line" role="alert" key={entry.key}>
          <span>
            <strong>{entry.title}.</strong> {describe(entry)}: {entry.reason}
          </span>
          {entry.change.type === 'update' && entry.status === 409 && !changesCall(entry.change.fields) && (
            <Button quiet text="Review" onClick={() => review(entry)} />
          )}
          {entry.change.type === 'message' ? (
            <a className="button quiet" href={conversationPath(entry.change.conversationId)}>
              Open
            </a>
          ) : (
            <Button quiet text="Dismiss" onClick={() => dismissRefusal(entry.key)} />
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
                <span>
                  {describe(entry)}
                  {entry.reason && `: ${entry.reason}`}
                </span>
                <Button quiet text="Cancel" onClick={() => void cancel(entry)} />
              </li>
            ))}
            <li className="outbox-line">
              <span>
                {entries.some(({ reason }) => reason) ? NOT_ACCEPTED : 'They are sent automatically.'}
              </span>
              <Button quiet text="Retry now" onClick={() => void sendWaiting()} />
            </li>
          </ul>
        </details>
      )}
    </>
  )
}

const NOWHERE: readonly never[] = []

/** The changes in the user's other organizations, which only those show in detail. */
function Elsewhere() {
  const elsewhere = useStore($changesElsewhere, { ssr: () => NOWHERE })
  const others = useStore($otherOrganizations, { ssr: () => NOWHERE })
  return elsewhere.map((changes) => {
    const organization = others.find(({ id }) => id === changes.organizationId)
    return (
      <div className="outbox-line" role="status" key={changes.organizationId}>
        <span>{elsewhereText(changes, organization?.name)}</span>
        {organization && (
          <Button quiet text={`Go to ${organization.name}`} onClick={() => switchTo(organization)} />
        )}
      </div>
    )
  })
}

/** Returns a function that cancels a change and shows if it is too late. */
function useCancel() {
  const toast = useToast()
  return async (entry: OutboxEntry) => {
    try {
      if (!(await cancelChange(entry))) toast.info('This change has just been sent.')
    } catch (error) {
      toast.error(reasonOf(error))
    }
  }
}
