import './not-found.css'
import { useStore } from '@nanostores/react'
import { type ReactNode, useMemo } from 'react'
import { failureOf } from '../../../stores/base/failures.ts'
import { $account, type Account } from '../../../stores/base/session/account.ts'
import { forgetDraft, leadDraft } from '../../../stores/leads/drafts.ts'
import { $leadId, type LeadOnPage } from '../../../stores/leads/page.ts'
import { Button } from '../../../ui/button.tsx'
import { NOTHING_YET } from '../../../ui/failure-panel.tsx'

interface Props extends Omit<LeadOnPage, 'lead'> {
  /** The link back to the list. */
  children: ReactNode
}

/**
 * Shown when a lead is missing or can't be loaded (section 2, Lead page). The page's heading is already "Lead Not
 * Found". During an outage, which the shell reports, there is just nothing to show.
 */
export function LeadNotFound({ status, error, refetch, children }: Props) {
  const account = useStore($account)
  const id = useStore($leadId)
  if (status === 'unreachable') {
    return (
      <div className="failure-panel">
        <p className="muted">{NOTHING_YET}</p>
        <div className="lead-not-found">{children}</div>
      </div>
    )
  }
  return (
    <div className="failure-panel" role="alert">
      <p>The requested lead could not be found.</p>
      {status === 'missing' && (
        <p className="muted">
          It may have been deleted. If it belongs to another organization, switch to that organization in the
          menu.
        </p>
      )}
      {status === 'failed' && <p className="muted">{failureOf('leads', error).reason}</p>}
      {account && id && <Unsaved account={account} leadId={id} />}
      <div className="lead-not-found">
        {status === 'failed' && <Button quiet text="Retry" onClick={refetch} />}
        {children}
      </div>
    </div>
  )
}

/** What the user was writing when someone else removed the lead. */
function Unsaved({ account, leadId }: { account: Account; leadId: string }) {
  const { kind, text } = useStore(useMemo(() => leadDraft(account, leadId), [account, leadId]))
  if (text.trim() === '') return null
  return (
    <>
      <p>
        Your {kind === 'task' ? 'task' : 'note'} was not saved: “<bdi>{text}</bdi>”
      </p>
      <Button quiet text="Discard" onClick={() => forgetDraft(account, leadId)} />
    </>
  )
}
