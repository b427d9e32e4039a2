import './panel.css'
import { useStore } from '@nanostores/react'
import { useCallback, useId, useLayoutEffect, useRef } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { $panelLead, closeLeadPanel, openLeadDialog, openLeadPanel } from '../../../stores/leads/dialog.ts'
import { $lead, type LeadOnPage, titleOf } from '../../../stores/leads/page.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { fitToWindow } from '../../../ui/fit-to-window.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { TestTag } from '../../../ui/test-tag.tsx'
import { useEscape } from '../../../ui/use-escape.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
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
import { StatusButton } from './status-button.tsx'
import { LeadTasks } from './tasks.tsx'
import { LeadTimeline } from './timeline.tsx'

/** The lead in the URL, next to the list, or full screen on a phone. */
export default function LeadPanel() {
  const id = useStore($panelLead)
  const isPhone = useMediaQuery('(width < 768px)')
  if (isPhone) return <PhoneLead isOpen={id !== null} />
  return id !== null && <SidePanel id={id} />
}

function closeToRow(id: string): void {
  closeLeadPanel()
  focusRow(id)
}

function SidePanel({ id }: { id: string }) {
  const titleId = useId()
  const page = useStore($lead)
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => (panel.current ? fitToWindow(panel.current) : undefined), [])
  const close = useCallback(() => closeToRow(id), [id])
  useEscape(close)
  return (
    <aside className="lead-panel" aria-labelledby={titleId} ref={panel}>
      <div className="lead-panel-top">
        {page.lead ? <LeadHead lead={page.lead} titleId={titleId} /> : <h2 id={titleId}>{titleOf(page)}</h2>}
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
  return (
    <>
      <div className="lead-panel-reach">
        <ContactActions lead={lead}>
          <PanelMenu lead={lead} />
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

function PanelMenu({ lead, className }: { lead: Lead; className?: string }) {
  const view = { key: 'view', label: 'All details', onSelect: () => openLeadDialog(lead.id) }
  return <MoreMenu lead={lead} items={[view]} {...(className && { className })} />
}

function Missing(page: LeadOnPage) {
  if (page.status === 'loading') return <LeadPageSkeleton />
  return (
    <LeadNotFound {...page}>
      <Button quiet text="Close" onClick={closeLeadPanel} />
    </LeadNotFound>
  )
}

function PhoneLead({ isOpen }: { isOpen: boolean }) {
  const page = useStore($lead)
  const { lead } = page
  return (
    <Dialog
      className="lead-sheet phone-dialog"
      open={isOpen}
      title={
        <span className="lead-sheet-name" dir="auto">
          {titleOf(page)}
          <TestTag of={lead} />
        </span>
      }
      actions={
        lead && (
          <>
            <StatusButton lead={lead} />
            <PanelMenu lead={lead} className="icon-button" />
          </>
        )
      }
      footer={lead && <ContactActions lead={lead} />}
      onCancel={closeLeadPanel}
    >
      {lead ? (
        <div className="lead-sheet-body" key={lead.id}>
          <LeadFacts lead={lead} />
          <LeadTasks />
          <LeadNotificationsInView />
          <hr />
          <LeadTimeline lead={lead} />
          <LeadComposer lead={lead} />
        </div>
      ) : (
        <Missing {...page} />
      )}
    </Dialog>
  )
}
