import './page.css'
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { renamedTitle } from '../../../domain/leads/new-lead.ts'
import { currentUrl, replaceSearch } from '../../../platform/page/navigation.ts'
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
import { LeadNotificationsInView } from '../../notifications/in-view.tsx'
import { ContactActions } from '../lead/contact-actions.tsx'
import { LeadFacts } from '../lead/facts.tsx'
import { LeadHead } from '../lead/head.tsx'
import { MoreMenu } from '../lead/more-menu.tsx'
import { LeadNeighbors } from '../lead/neighbors.tsx'
import { LeadNotFound } from '../lead/not-found.tsx'
import { LeadPageSkeleton } from '../lead/skeleton.tsx'
import { LeadSummary } from '../lead/summary.tsx'
import { LeadDialogs, LeadTasks, OutboxBar, PageHistory } from './lazy-parts.ts'

/** The root margin that excludes the area covered by a phone's bottom bars. */
const COVERED = '0px 0px -160px'

/** The URL parameter of links that start a call to the lead. */
const CALL = 'call'

/**
 * The lead page with its heading (section 2, Lead page). `children` are the banners below it. The URL contains the
 * current filter.
 */
export default function LeadPage({ children }: { children?: ReactNode }) {
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
  }, [title])
  return (
    <Boundary>
      <div className="lead-page">
        <Breadcrumbs name={page.lead && title} />
        <OutboxBar />
        {page.lead ? <Head key={page.lead.id} lead={page.lead} /> : <LoadingHead title={title} />}
        {children}
        {page.lead ? <Whole key={page.lead.id} lead={page.lead} /> : <Missing {...page} />}
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

function Head({ lead }: { lead: Lead }) {
  return (
    <LeadHead lead={lead}>
      <MoreMenu lead={lead} className="icon-button" isOnPage />
      <LeadNeighbors onTurn={goToLead} />
    </LeadHead>
  )
}

/** As high as the head of a lead with a short name. */
function LoadingHead({ title }: { title: string }) {
  return (
    <header className="lead-head lead-head-loading">
      <h1 tabIndex={-1}>{title}</h1>
    </header>
  )
}

function Missing(page: LeadOnPage) {
  const listPath = useListPath()
  return (
    <div className="card">
      {page.status === 'loading' ? (
        <LeadPageSkeleton />
      ) : (
        <LeadNotFound {...page}>
          <a className="button" href={listPath}>
            Back to Leads
          </a>
        </LeadNotFound>
      )}
    </div>
  )
}

/** The sections of the page: side by side on wide screens, and stacked on a phone. */
function Whole({ lead }: { lead: Lead }) {
  const reach = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (currentUrl().searchParams.get(CALL) !== '1') return
    replaceSearch({ [CALL]: null })
    const link = reach.current?.querySelector<HTMLAnchorElement>('a[href^="tel:"]')
    link?.focus()
    // A browser that starts calls only after a user's click leaves focus on the button.
    link?.click()
  }, [])
  return (
    <>
      <LeadSummary lead={lead} />
      <div className="lead-page-reach lead-reach-bar" ref={reach}>
        <ContactActions lead={lead} />
      </div>
      <section className="card lead-page-facts" aria-label="Details">
        <LeadFacts lead={lead} />
        <LeadTasks />
        <LeadNotificationsInView margin={COVERED} />
      </section>
      <section className="card lead-page-history" aria-label="History and notes">
        <h2 className="hidden-text">History</h2>
        <PageHistory lead={lead} />
      </section>
    </>
  )
}
