import type { AnsweredCall, CallOutcome } from '../../contract/calls.ts'
import { capitalized } from '../common/capitalized.ts'
import { MINUTE_MS, SECOND_MS } from '../time/durations.ts'

const OUTCOMES: Readonly<Record<CallOutcome, string>> = {
  booked: 'Booked',
  message: 'Message taken',
  transferred: 'Transferred',
  abandoned: 'Hung up before saying anything',
  spam: 'Spam',
}

const isKnown = (outcome: string): outcome is CallOutcome => Object.hasOwn(OUTCOMES, outcome)

/** Returns how a call ended, or that it goes on. */
export function outcomeText({ outcome }: Pick<AnsweredCall, 'outcome'>): string {
  if (outcome === null) return 'On the phone now'
  return isKnown(outcome) ? OUTCOMES[outcome] : capitalized(outcome.replaceAll('_', ' ').trim())
}

/** Returns how long a call took, such as "3 min"; empty while it goes on. */
export function durationText({ seconds }: Pick<AnsweredCall, 'seconds'>): string {
  if (seconds === null) return ''
  const minutes = Math.round((seconds * SECOND_MS) / MINUTE_MS)
  return minutes < 1 ? 'under a minute' : `${minutes} min`
}
