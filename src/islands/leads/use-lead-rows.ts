import { useStore } from '@nanostores/react'
import type { Lead } from '../../contract/leads.ts'
import { relativeTime } from '../../domain/relative-time.ts'
import { $leadSearch } from '../../stores/lead-list.ts'
import { $selectedIds } from '../../stores/lead-selection.ts'
import { $changingLeads } from '../../stores/lead-status.ts'
import { $now } from '../../stores/time.ts'

/** All that a row or a card of the list shows; while nothing of it changes, it need not be drawn again. */
export interface LeadRowProps {
  lead: Lead
  /** The filter in force, for the way to the lead before and after, and back. */
  search: string
  isSelected: boolean
  isChanging: boolean
  /** How long ago the lead came, in words. */
  age: string
}

/** What the rows show, from stores that are listened to once for all of them. */
export function useLeadRows(leads: readonly Lead[]): LeadRowProps[] {
  const search = useStore($leadSearch, { ssr: () => '' })
  const selected = useStore($selectedIds)
  const changing = useStore($changingLeads)
  const now = useStore($now)
  return leads.map((lead) => ({
    lead,
    search,
    isSelected: selected.has(lead.id),
    isChanging: changing.has(lead.id),
    age: relativeTime(lead.created_at, now),
  }))
}
