import { answerWith } from '../base/in-thread.ts'
import { busyIn, type Interval, type Window } from './busy-in.ts'
import { TooLarge } from './components.ts'
import { unreadInWords } from './unread.ts'

export interface BusyInput {
  text: string
  window: Window
}

/** When a calendar has appointments and, in words, what of it could not be read; or why it is too large. */
export type BusyOutput = { busy: Interval[]; unread: string | null } | { problem: string }

answerWith(({ text, window }: BusyInput): BusyOutput => {
  try {
    const { busy, unread } = busyIn(text, window)
    return { busy, unread: unreadInWords(unread, window.timezone) }
  } catch (error) {
    if (error instanceof TooLarge) return { problem: error.message }
    throw error
  }
})
