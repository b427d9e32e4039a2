import './leads.css'
import { useLayoutEffect } from 'react'
import { closeLeadList, openLeadList } from '../../stores/lead-list.ts'
import { Frame } from '../../ui/frame.tsx'
import { LeadList } from './lead-list.tsx'
import { LeadToolbar } from './lead-toolbar.tsx'
import { StatsCards } from './stats-cards.tsx'

/** Section 2, Leads list. The page around it has the heading. */
export default function LeadsScreen() {
  useLayoutEffect(() => {
    openLeadList()
    return closeLeadList
  }, [])
  return (
    <Frame>
      <div className="leads">
        <StatsCards />
        <section className="leads-panel" aria-label="All leads">
          <LeadToolbar />
          <LeadList />
        </section>
      </div>
    </Frame>
  )
}
