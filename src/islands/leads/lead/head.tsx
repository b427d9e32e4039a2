import './head.css'
import '../../../ui/clamped.css'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { sourceLabel } from '../../../domain/dashboard/insights.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { $now } from '../../../stores/base/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { TestTag } from '../../../ui/test-tag.tsx'
import { StatusButton } from './status-button.tsx'

interface Props {
  lead: Lead
  /** The id of the name if it labels a panel. Without it, the name is the page's heading. */
  titleId?: string
  /** Controls at the end of the header. */
  children?: ReactNode
}

/** The header of a lead: avatar, name, source, age, and status. */
export function LeadHead({ lead, titleId, children }: Props) {
  const now = useStore($now)
  const { name } = leadLabel(lead)
  const Name = titleId === undefined ? 'h1' : 'h2'
  return (
    <header className="lead-head">
      <Avatar name={name} id={lead.id} />
      <div className="lead-who">
        <Name className="clamped" dir="auto" id={titleId} tabIndex={-1}>
          {name}
        </Name>
        <p className="muted">
          <TestTag of={lead} /> {sourceLabel(lead.source)} ·{' '}
          <RelativeTime instant={lead.created_at} now={now} />
        </p>
      </div>
      <StatusButton lead={lead} />
      {children}
    </header>
  )
}
