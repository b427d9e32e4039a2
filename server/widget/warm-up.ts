import { respond } from '../agent/respond.ts'
import { begin } from '../agent/turn.ts'
import { businessFrom } from '../profiles/business.ts'

/** Messages that use every table of the agent: names, places, dates, holidays, and both languages. */
const MESSAGES = [
  'Hola, necesito cortar el césped el martes a las 3',
  "I'm Jane Doe, 614-555-0188. I need mowing at 12 Elm Street, Columbus, OH 43215.",
  'Are you open on Christmas?',
  'Tuesday at 3',
]

/** Loads the agent's tables, so that no visitor has to wait for them. Stores nothing. */
export async function warmUp(now: Date): Promise<void> {
  const stored = { name: 'Warm-up', fields: null, faqs: [], questions: [] }
  const context = { business: await businessFrom(stored, now), now, busy: [] }
  let { state } = begin(context)
  for (const message of MESSAGES) state = respond(context, state, message).state
}
