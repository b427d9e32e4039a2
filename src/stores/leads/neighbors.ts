import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { type Neighbors, NO_NEIGHBORS, neighborsOf } from '../../domain/leads/neighbors.ts'
import { $leadId } from './page.ts'
import { $shownLeads } from './rows.ts'

const $leads = computed($shownLeads, ({ leads }) => leads)
const $order = computed($leads, (leads = []) => leads.map(({ id }) => id))
const $position = computed([$order, $leadId], (ids, id) => ({ ids, id }))
const $known = atom(NO_NEIGHBORS)

// A lead that has left the list keeps its neighbors.
onMount($known, () => $position.subscribe(({ ids, id }) => $known.set(neighborsOf(ids, id, $known.get()))))

/** The leads before and after the open one, in the current filter and order. */
export const $neighbors: ReadableAtom<Neighbors> = $known
