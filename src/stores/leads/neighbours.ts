import { computed, type ReadableAtom } from 'nanostores'
import { type Neighbours, NO_NEIGHBOURS, neighboursOf } from '../../domain/leads/neighbours.ts'
import { $leadId } from './page.ts'
import { $shownLeads } from './rows.ts'

const $leads = computed($shownLeads, ({ leads }) => leads)
const $order = computed($leads, (leads = []) => leads.map(({ id }) => id))

let before = NO_NEIGHBOURS

/** The leads before and after the open one, in the current filter and order. */
export const $neighbours: ReadableAtom<Neighbours> = computed([$order, $leadId], (ids, id) => {
  before = neighboursOf(ids, id, before)
  return before
})
