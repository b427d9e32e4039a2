import './leads.css'
import './lead-page.css'
import { useStore } from '@nanostores/react'
import { useLayoutEffect } from 'react'
import { leadLabel } from '../../domain/lead-name.ts'
import { failureOf } from '../../stores/failures.ts'
import { $lead, type LeadOnPage, openLeadPage, UNKNOWN_LEAD } from '../../stores/lead-page.ts'
import { Frame } from '../../ui/frame.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ConversationPanel } from './conversation-panel.tsx'
import { LeadDetails } from './lead-details.tsx'
import { StatusSelect } from './status-select.tsx'

/** Section 2, Lead detail page. The page around it has the heading. */
export default function LeadPage() {
  useLayoutEffect(openLeadPage, [])
  const page = useStore($lead, { ssr: () => UNKNOWN_LEAD })
  return (
    <Frame>
      <div className="lead-page">
        <Breadcrumbs name={page.lead ? leadLabel(page.lead).name : null} />
        <Content {...page} />
      </div>
    </Frame>
  )
}

function Breadcrumbs({ name }: { name: string | null }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumbs">
        <li>
          <a href="/">Dashboard</a>
        </li>
        <li>
          <a href="/leads">Leads</a>
        </li>
        {name !== null && <li aria-current="page">{name}</li>}
      </ol>
    </nav>
  )
}

function Content({ status, lead, error, refetch }: LeadOnPage) {
  if (status === 'loading') return <LeadPageSkeleton />
  if (!lead) return <LeadNotFound status={status} error={error} refetch={refetch} />
  return (
    <>
      <header className="lead-page-head">
        <h2>{leadLabel(lead).name}</h2>
        <StatusTag status={lead.status} />
        <StatusSelect lead={lead} />
      </header>
      <div className="lead-page-parts">
        <LeadDetails lead={lead} />
        <ConversationPanel />
      </div>
    </>
  )
}

function LeadPageSkeleton() {
  return (
    <div className="card lead-page-skeleton" role="status" aria-label="Loading lead">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}

function LeadNotFound({ status, error, refetch }: Omit<LeadOnPage, 'lead'>) {
  return (
    <div className="card failure-panel" role="alert">
      <h2>Lead Not Found</h2>
      <p>The requested lead could not be found.</p>
      {status === 'failed' && <p className="muted">{failureOf('leads', error).reason}</p>}
      <div className="lead-actions">
        {status === 'failed' && (
          <button type="button" className="button quiet" onClick={refetch}>
            Retry
          </button>
        )}
        <a className="button" href="/leads">
          Back to Leads
        </a>
      </div>
    </div>
  )
}
