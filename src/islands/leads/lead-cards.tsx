import { useStore } from '@nanostores/react'
import type { Lead } from '../../contract/leads.ts'
import { present } from '../../domain/lead-name.ts'
import { $now } from '../../stores/time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { LeadActions } from './lead-actions.tsx'
import { LeadTitle } from './lead-title.tsx'

/** One page of leads on a phone: the rows of the table, each as a card. */
export function LeadCards({ leads }: { leads: readonly Lead[] }) {
  const now = useStore($now)
  return (
    <ul className="lead-cards">
      {leads.map((lead) => (
        <li key={lead.id}>
          <div className="lead-card-head">
            <LeadTitle lead={lead} />
            <StatusTag status={lead.status} />
          </div>
          <p className="muted">
            {present(lead.service_interest) ?? 'No service named'} ·{' '}
            <RelativeTime instant={lead.created_at} now={now} />
          </p>
          <LeadActions lead={lead} />
        </li>
      ))}
    </ul>
  )
}
