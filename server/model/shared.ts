import { currentOwner } from '../base/on-behalf.ts'
import { createSlots } from '../base/slots.ts'
import type { AskModel } from './client.ts'

/**
 * The maximum number of answers that one server requests at the same time, of one organization's among them, and of
 * those that can wait for their turn. `patienceMs` is how long they wait.
 */
const SHARES = { atOnce: 32, ofOne: 4, waiting: 8, patienceMs: 2_000 }

/**
 * Returns a model that organizations use in turn, so that the visitors of one can't take all answers. Rejects with
 * NoSlot if no turn comes soon enough. Then the script answers.
 */
export function sharedModel(ask: AskModel, shares = SHARES): AskModel {
  const slots = createSlots(shares)
  return (talk) => slots.run(currentOwner(), () => ask(talk))
}
