import './bars.css'
import './leads.css'
import './lead-page.css'
import { useStore } from '@nanostores/react'
import { useLayoutEffect } from 'react'
import { leadLabel } from '../../domain/lead-name.ts'
import { resumeCall } from '../../stores/lead-call.ts'
import { $leadSearch, closeLeadList, openLeadList } from '../../stores/lead-list.ts'
import { $lead, goToLead, type LeadOnPage, openLeadPage, UNKNOWN_LEAD } from '../../stores/lead-page.ts'
import { Frame } from '../../ui/frame.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { Later } from './later.tsx'
import { LeadDialogs, OutboxBar } from './lazy-parts.ts'
import { LeadFooter } from './lead-footer.tsx'
import { LeadNeighbours } from './lead-neighbours.tsx'
import { LeadNotFound, LeadPageSkeleton } from './lead-not-found.tsx'
import { LeadTabs } from './lead-tabs.tsx'

/** Section 2, Lead detail page. The page around it has the heading; the address carries the filter in force. */
export default function LeadPage() {
  useLayoutEffect(() => {
    openLeadList()
    openLeadPage()
    resumeCall()
    return closeLeadList
  }, [])
  const page = useStore($lead, { ssr: () => UNKNOWN_LEAD })
  return (
    <Frame>
      <div className="lead-page">
        <Breadcrumbs name={page.lead ? leadLabel(page.lead).name : null} />
        <Later>
          <OutboxBar />
        </Later>
        <Content {...page} />
      </div>
      <Later>
        <LeadDialogs />
      </Later>
    </Frame>
  )
}

const useListPath = () => `/leads${useStore($leadSearch, { ssr: () => '' })}`

function Breadcrumbs({ name }: { name: string | null }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumbs">
        <li>
          <a href="/">Dashboard</a>
        </li>
        <li>
          <a href={useListPath()}>Leads</a>
        </li>
        {name !== null && <li aria-current="page">{name}</li>}
      </ol>
    </nav>
  )
}

function Content(page: LeadOnPage) {
  const listPath = useListPath()
  const { status, lead } = page
  if (status === 'loading') {
    return (
      <div className="card">
        <LeadPageSkeleton />
      </div>
    )
  }
  if (!lead) {
    return (
      <div className="card">
        <LeadNotFound {...page}>
          <a className="button" href={listPath}>
            Back to Leads
          </a>
        </LeadNotFound>
      </div>
    )
  }
  return (
    <>
      <header className="lead-page-head">
        <h2>{leadLabel(lead).name}</h2>
        <StatusTag status={lead.status} />
        <LeadNeighbours onTurn={goToLead} />
      </header>
      <section className="card" aria-label="Lead">
        <LeadTabs lead={lead} />
      </section>
      <LeadFooter lead={lead} />
    </>
  )
}
