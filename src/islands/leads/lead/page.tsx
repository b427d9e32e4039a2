import './page.css'
import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { renamedTitle } from '../../../domain/leads/new-lead.ts'
import { resumeCall } from '../../../stores/leads/call.ts'
import { $leadSearch, closeLeadList, openLeadList } from '../../../stores/leads/list.ts'
import {
  $lead,
  goToLead,
  type LeadOnPage,
  openLeadPage,
  titleOf,
  UNKNOWN_LEAD,
} from '../../../stores/leads/page.ts'
import { Boundary } from '../../../ui/boundary.tsx'
import { LeadDialogs, LeadTasks, OutboxBar, PageHistory } from '../lazy-parts.ts'
import { ContactActions } from './contact-actions.tsx'
import { LeadFacts } from './facts.tsx'
import { LeadHead } from './head.tsx'
import { MoreMenu } from './more-menu.tsx'
import { LeadNeighbors } from './neighbors.tsx'
import { LeadNotFound, LeadPageSkeleton } from './not-found.tsx'

/** Section 2, Lead page. The page provides the heading; the URL contains the current filter. */
export default function LeadPage() {
  useLayoutEffect(() => {
    openLeadList()
    openLeadPage()
    resumeCall()
    return closeLeadList
  }, [])
  const page = useStore($lead, { ssr: () => UNKNOWN_LEAD })
  const title = titleOf(page)
  useEffect(() => {
    document.title = renamedTitle(document.title, title)
    document.querySelector('.lead-heading h1')?.replaceChildren(title)
  }, [title])
  return (
    <Boundary>
      <div className="lead-page">
        <Breadcrumbs name={page.lead && title} />
        <OutboxBar />
        <Content {...page} />
      </div>
      <LeadDialogs />
    </Boundary>
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
  return <Whole key={lead.id} lead={lead} />
}

/** The parts of the panel: beside each other on wide screens, and below each other on a phone. */
function Whole({ lead }: { lead: Lead }) {
  return (
    <>
      <div className="card lead-page-head">
        <LeadHead lead={lead}>
          <MoreMenu lead={lead} className="icon-button" isOnPage />
          <LeadNeighbors onTurn={goToLead} isCompact />
        </LeadHead>
      </div>
      <div className="lead-page-reach lead-reach-bar">
        <ContactActions lead={lead} />
      </div>
      <section className="card lead-page-facts" aria-label="Details">
        <LeadFacts lead={lead} />
        <LeadTasks />
      </section>
      <section className="card lead-page-history" aria-label="History and notes">
        <h2 className="hidden-text">History</h2>
        <PageHistory lead={lead} />
      </section>
    </>
  )
}
