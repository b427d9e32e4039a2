import { computed, type ReadableAtom } from 'nanostores'
import { type Neighbours, NO_NEIGHBOURS, neighboursOf } from '../domain/lead-neighbours.ts'
import { sortLeads } from '../domain/lead-sort.ts'
import { $leadList, $leadView, matchView } from './lead-list.ts'
import { $leadId } from './lead-page.ts'

const $order = computed([$leadList, $leadView], (list, view) =>
  sortLeads(matchView(list, view) ?? [], view.sort).map(({ id }) => id),
)

let before = NO_NEIGHBOURS

/** What stands before and after the lead that is looked at, within the filter and the order in force. */
export const $neighbours: ReadableAtom<Neighbours> = computed([$order, $leadId], (ids, id) => {
  before = neighboursOf(ids, id, before)
  return before
})
