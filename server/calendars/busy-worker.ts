import { answerWith } from '../base/in-thread.ts'
import { TooLarge } from './appointments.ts'
import { busyIn, type Interval, type Window } from './busy-in.ts'

export interface BusyInput {
  text: string
  window: Window
}

/** When a calendar has appointments, or why it is too large. */
export type BusyOutput = { busy: Interval[] } | { problem: string }

answerWith(({ text, window }: BusyInput): BusyOutput => {
  try {
    return { busy: busyIn(text, window) }
  } catch (error) {
    if (error instanceof TooLarge) return { problem: error.message }
    throw error
  }
})
