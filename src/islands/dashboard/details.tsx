import type { LeadStats } from '../../contract/leads.ts'
import { Breakdown } from './breakdown.tsx'
import { LeadPanels } from './lead-panels.tsx'

/** What stands below the cards once there are leads; `stats` are null where they could not be had. */
export function Details({ stats }: { stats: LeadStats | null }) {
  return (
    <>
      <LeadPanels />
      {stats && <Breakdown stats={stats} />}
    </>
  )
}
