import { computed, type ReadableAtom } from 'nanostores'
import { type Neighbours, NO_NEIGHBOURS, neighboursOf } from '../domain/lead-neighbours.ts'
import { $leadId } from './lead-page.ts'
import { $shownLeads } from './lead-rows.ts'

const $leads = computed($shownLeads, ({ leads }) => leads)
const $order = computed($leads, (leads = []) => leads.map(({ id }) => id))

let before = NO_NEIGHBOURS

/** What stands before and after the lead that is looked at, within the filter and the order in force. */
export const $neighbours: ReadableAtom<Neighbours> = computed([$order, $leadId], (ids, id) => {
  before = neighboursOf(ids, id, before)
  return before
})
