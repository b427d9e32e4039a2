import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'
import type { Lead } from '../../contract/leads.ts'
import { relativeTime } from '../../domain/relative-time.ts'
import { assignSlots } from '../../domain/row-slots.ts'
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

/** The element around a row, or a card, by which {@link useLeadRows} knows whose it is. */
const ROW = '[data-row-key]'

const focusedRow = () => globalThis.document?.activeElement?.closest<HTMLElement>(ROW)?.dataset.rowKey ?? null

/**
 * What the rows show, from stores that are listened to once for all of them, each with the key to draw it by. A lead
 * takes over the row of one that has gone: to change twenty rows takes a fraction of making them. A row that has the
 * focus goes with its lead, so that no key meant for one reaches another.
 */
export function useLeadRows(leads: readonly Lead[], search: string): { key: number; row: LeadRowProps }[] {
  const selected = useStore($selectedIds)
  const changing = useStore($changingLeads)
  const now = useStore($now)
  const drawn = useRef<ReadonlyMap<string, number>>(new Map())
  const slots = assignSlots(
    drawn.current,
    leads.map(({ id }) => id),
    focusedRow(),
  )
  useLayoutEffect(() => {
    drawn.current = slots
  })
  return leads.map((lead) => ({
    key: slots.get(lead.id) ?? -1,
    row: {
      lead,
      search,
      isSelected: selected.has(lead.id),
      isChanging: changing.has(lead.id),
      age: relativeTime(lead.created_at, now),
    },
  }))
}
