import { useStore } from '@nanostores/react'
import type { Lead } from '../../../contract/leads.ts'
import { relativeTime, shortAge } from '../../../domain/time/relative-time.ts'
import { $now } from '../../../stores/base/time.ts'
import { $dialogLead, $panelLead } from '../../../stores/leads/dialog.ts'
import { $selectedIds } from '../../../stores/leads/selection.ts'
import { $changingLeads } from '../../../stores/leads/status.ts'

/** Everything that a row shows. Memoized rows don't render until some of it changes. */
export interface LeadRowProps {
  lead: Lead
  /** The URL's query string with the filter. */
  search: string
  isSelected: boolean
  /** Whether the lead is open next to the list or above it. */
  isCurrent: boolean
  isChanging: boolean
  /** The time since the lead was created, as text. */
  age: string
  shortAge: string
}

/** Returns the props of the rows. Reads the stores once for all rows. */
export function useLeadRows(leads: readonly Lead[], search: string): LeadRowProps[] {
  const selected = useStore($selectedIds)
  const changing = useStore($changingLeads)
  const inDialog = useStore($dialogLead)
  const inPanel = useStore($panelLead)
  const current = inDialog ?? inPanel
  const now = useStore($now)
  return leads.map((lead) => ({
    lead,
    search,
    isSelected: selected.has(lead.id),
    isCurrent: current === lead.id,
    isChanging: changing.has(lead.id),
    age: relativeTime(lead.created_at, now),
    shortAge: shortAge(lead.created_at, now),
  }))
}
