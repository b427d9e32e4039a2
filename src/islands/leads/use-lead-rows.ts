import { useStore } from '@nanostores/react'
import { useDeferredValue, useMemo } from 'react'
import type { Lead } from '../../contract/leads.ts'
import { sortLeads } from '../../domain/lead-sort.ts'
import { type LeadView, pageOf } from '../../domain/lead-view.ts'
import { $leadList, $leadView, EMPTY_LEAD_LIST, type LeadList, matchView } from '../../stores/lead-list.ts'

export interface LeadRows {
  list: LeadList
  /** The view that the rows are for; a little behind what is being typed. */
  view: LeadView
  /** How many leads match; undefined until any are loaded. */
  total: number | undefined
  /** The page that shows, and its rows. */
  page: number
  rows: Lead[]
}

/** The rows of the current page. Filtering, sorting and paging happen before anything is drawn, each only when it must. */
export function useLeadRows(): LeadRows {
  const list = useStore($leadList, { ssr: () => EMPTY_LEAD_LIST })
  const view = useDeferredValue(useStore($leadView, { ssr: 'initial' }))
  const { all, found, foundFor } = list
  const { search, status, from, to } = view
  const matching = useMemo(
    () => matchView({ all, found, foundFor }, { search, status, from, to }),
    [all, found, foundFor, search, status, from, to],
  )
  const sorted = useMemo(() => matching && sortLeads(matching, view.sort), [matching, view.sort])
  const { page, rows } = pageOf(sorted ?? [], view)
  return { list, view, total: sorted?.length, page, rows }
}
