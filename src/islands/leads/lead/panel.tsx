import './panel.css'
import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import {
  $enteredLead,
  $panelLead,
  closeLeadPanel,
  leaveEntry,
  openLeadDialog,
  openLeadPanel,
} from '../../../stores/leads/dialog.ts'
import { $lead, type LeadOnPage, titleOf } from '../../../stores/leads/page.ts'
import { Button } from '../../../ui/button.tsx'
import { fitToWindow } from '../../../ui/fit-to-window.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { useEscape } from '../../../ui/use-escape.ts'
import { LeadNotificationsInView } from '../../notifications/in-view.tsx'
import { LeadComposer } from './composer.tsx'
import { ContactActions } from './contact-actions.tsx'
import { LeadFacts } from './facts.tsx'
import { focusRow } from './focus-row.ts'
import { LeadHead } from './head.tsx'
import { MoreMenu } from './more-menu.tsx'
import { LeadNeighbors } from './neighbors.tsx'
import { LeadNotFound } from './not-found.tsx'
import { LeadPageSkeleton } from './skeleton.tsx'
import { LeadSummary } from './summary.tsx'
import { LeadTasks } from './tasks.tsx'
import { LeadTimeline } from './timeline.tsx'

/** The lead in the URL, next to the list. */
export default function LeadPanel() {
  const id = useStore($panelLead)
  return id !== null && <SidePanel id={id} />
}

function SidePanel({ id }: { id: string }) {
  const titleId = useId()
  const page = useStore($lead)
  const panel = useRef<HTMLElement>(null)
  const shown = useRef(id)
  useLayoutEffect(() => {
    shown.current = id
  }, [id])
  useLayoutEffect(() => {
    const place = panel.current
    if (!place) return
    const stop = fitToWindow(place)
    return () => {
      stop()
      // The focus would be lost with the panel.
      if (place.contains(document.activeElement)) focusRow(shown.current)
    }
  }, [])
  const entered = useStore($enteredLead)
  useEffect(() => {
    const title = entered === id ? document.getElementById(titleId) : null
    if (!title) return
    title.focus()
    leaveEntry()
  })
  const close = useCallback(() => {
    closeLeadPanel()
    focusRow(id)
  }, [id])
  useEscape(close)
  return (
    <aside className="lead-panel" aria-labelledby={titleId} ref={panel}>
      <div className="lead-panel-top">
        {page.lead ? (
          <LeadHead lead={page.lead} titleId={titleId} />
        ) : (
          <h2 id={titleId} tabIndex={-1}>
            {titleOf(page)}
          </h2>
        )}
        <div className="lead-panel-turn">
          <LeadNeighbors onTurn={openLeadPanel} />
          <button type="button" className="icon-button" aria-label="Close" onClick={close}>
            <Glyph name="close" />
          </button>
        </div>
      </div>
      {page.lead ? <Body key={id} lead={page.lead} /> : <Missing {...page} />}
    </aside>
  )
}

function Body({ lead }: { lead: Lead }) {
  const view = { key: 'view', label: 'All details', onSelect: () => openLeadDialog(lead.id) }
  return (
    <>
      <div className="lead-panel-reach">
        <LeadSummary lead={lead} />
        <ContactActions lead={lead}>
          <MoreMenu lead={lead} items={[view]} />
        </ContactActions>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="lead-panel-body" aria-label="Details" tabIndex={0}>
        <LeadFacts lead={lead} />
        <LeadTasks />
        <LeadNotificationsInView />
        <hr />
        <LeadTimeline lead={lead} />
      </section>
      <div className="lead-panel-foot">
        <LeadComposer lead={lead} />
      </div>
    </>
  )
}

function Missing(page: LeadOnPage) {
  if (page.status === 'loading') return <LeadPageSkeleton />
  return (
    <LeadNotFound {...page}>
      <Button quiet text="Close" onClick={closeLeadPanel} />
    </LeadNotFound>
  )
}
