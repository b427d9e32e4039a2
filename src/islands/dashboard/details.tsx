import type { LeadStats } from '../../contract/leads.ts'
import { Breakdown } from './breakdown.tsx'
import { LeadPanels } from './lead-panels.tsx'

/** The part below the cards once there are leads; `stats` is null if it could not be loaded. */
export function Details({ stats }: { stats: LeadStats | null }) {
  return (
    <>
      <LeadPanels />
      {stats && <Breakdown stats={stats} />}
    </>
  )
}
