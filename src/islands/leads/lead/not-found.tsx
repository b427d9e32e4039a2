import './actions.css'
import type { ReactNode } from 'react'
import type { LeadOnPage } from '../../../stores/leads/page.ts'
import { failureOf } from '../../../stores/shell/failures.ts'

interface Props extends Omit<LeadOnPage, 'lead'> {
  /** The link back to the list. */
  children: ReactNode
}

/**
 * Shown when a lead is missing or can't be loaded (section 2, Lead page). The page's heading is already "Lead Not
 * Found".
 */
export function LeadNotFound({ status, error, refetch, children }: Props) {
  return (
    <div className="failure-panel" role="alert">
      <p>The requested lead could not be found.</p>
      {status === 'failed' && <p className="muted">{failureOf('leads', error).reason}</p>}
      <div className="lead-actions">
        {status === 'failed' && (
          <button type="button" className="button quiet" onClick={refetch}>
            Retry
          </button>
        )}
        {children}
      </div>
    </div>
  )
}
