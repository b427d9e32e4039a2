import { respond } from '../../../server/agent/respond.ts'
import { type AgentState, readState } from '../../../server/agent/state.ts'
import type { Turn } from '../../../server/agent/turn.ts'
import { aContext } from './business.ts'

/** Friday, November 20, 2026, 9 AM in Austin; open Monday to Friday 8 to 5, Saturday 9 to 3. */
export const context = aContext()
export const KNOWN = {
  name: 'Jane Doe',
  phone: '(512) 555-0147',
  service_needs: 'mowing',
  address: '12 Elm St',
}
export const TUESDAY_3 = '2026-11-24T21:00'

type Stored = Partial<Omit<AgentState, 'known'>> & { known?: Partial<AgentState['known']> }

/** Plays the messages of a visitor who has been offered times, or is in the state that is given. */
export function play(messages: readonly string[], stored: Stored = {}, within = context): Turn[] {
  let state = readState({ known: KNOWN, asked: { topic: 'slot', tries: 1, question: null }, ...stored })
  return messages.map((message) => {
    const turn = respond(within, readState(JSON.parse(JSON.stringify(state))), message)
    state = turn.state
    return turn
  })
}

export const booked = (turns: readonly Turn[]) =>
  turns.flatMap(({ booking }) => (booking?.kind === 'book' ? [booking.start.toISOString().slice(0, 16)] : []))
