import type { Preference } from '../../src/domain/leads/agent-notes.ts'
import type { Act } from './acts.ts'
import { wantsBooking, wantsToCancel } from './schedule/intents.ts'
import { saysOfAppointment } from './understand/appointments.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { wishes } from './wishes/wishes.ts'

/** Returns whether a visitor asks not to be called, texted, or written to anymore, without another way of contact. */
export const wantsNoContact = (text: string): boolean =>
  wishes('nocontact', text) && !saysOfAppointment('call', text)

/** The least probability of another opt-out. */
const LEAST_STOP = 0.15

interface Read {
  acts: ReadonlySet<Act>
  facts: { phone?: string; email?: string }
  prefers: Preference | null
}

/** Returns whether a visitor who asked not to be contacted asks for it after all. */
export const wantsContact = ({ acts, facts, prefers }: Read, text: string): boolean =>
  // `Take 614-555-0126 off your list`
  chanceOf(text, ['stop', 'delete']) < LEAST_STOP &&
  (acts.has('callMe') ||
    acts.has('person') ||
    prefers !== null ||
    facts.phone !== undefined ||
    facts.email !== undefined ||
    saysOfAppointment('call', text) ||
    saysOfAppointment('visit', text) ||
    (wantsBooking(text) && !wantsToCancel(text)))
