import './bulk-bar.css'
import './leads-screen.css'
import { useStore } from '@nanostores/react'
import { useLayoutEffect } from 'react'
import { resumeCall } from '../../../stores/leads/call.ts'
import { $panelLead, followLeadDialog } from '../../../stores/leads/dialog.ts'
import { trackFocusedLead } from '../../../stores/leads/focused-lead.ts'
import { closeLeadList } from '../../../stores/leads/list.ts'
import { Boundary } from '../../../ui/boundary.tsx'
import { LeadDialogs, LeadPanel, ListBars } from './lazy-parts.ts'
import { LeadList } from './lead-list.tsx'
import { LeadToolbar, openListAndFields } from './lead-toolbar.tsx'
import { StatsStrip } from './stats-strip.tsx'

/** The leads screen (section 2, Leads list). The page provides the heading. */
export default function LeadsScreen() {
  useLayoutEffect(() => {
    openListAndFields()
    resumeCall()
    const ends = [followLeadDialog(), trackFocusedLead()]
    return () => {
      for (const end of ends) end()
      closeLeadList()
    }
  }, [])
  const isPanelOpen = useStore($panelLead, { ssr: () => null }) !== null
  return (
    <Boundary>
      <div className="leads" data-panel={isPanelOpen || undefined}>
        <StatsStrip />
        <section className="leads-panel" aria-label="All leads">
          <LeadToolbar />
          <ListBars />
          <LeadList />
        </section>
        {isPanelOpen && <LeadPanel />}
      </div>
      <LeadDialogs />
    </Boundary>
  )
}
