import './lead-cards.css'
import { memo } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { automaticNote } from '../../../domain/leads/automatic-loss.ts'
import { present } from '../../../domain/leads/name.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { LeadActions } from '../lead/actions.tsx'
import { LeadTitle } from '../lead/title.tsx'
import { type LeadRowProps, useLeadRows } from './use-lead-rows.ts'

/** One page of leads on a narrow screen: each table row as a card. */
export function LeadCards({ leads, search }: { leads: readonly Lead[]; search: string }) {
  return (
    <ul className="lead-cards">
      {useLeadRows(leads, search).map((row) => (
        <LeadCard key={row.lead.id} {...row} />
      ))}
    </ul>
  )
}

const LeadCard = memo(function LeadCard(row: LeadRowProps) {
  const { lead, age } = row
  return (
    <li data-row-key={lead.id}>
      <div className="lead-card-head">
        <LeadTitle {...row} />
        <StatusTag status={lead.status} note={automaticNote(lead)} />
      </div>
      <p className="muted">
        {present(lead.service_interest) ?? 'No service specified'} ·{' '}
        <time dateTime={lead.created_at} title={exactTime(lead.created_at)}>
          {age}
        </time>
      </p>
      <LeadActions {...row} />
    </li>
  )
})
