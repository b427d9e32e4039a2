import type { Needs } from '../../src/contract/conversations.ts'
import type { ExtractedMetadata } from '../../src/contract/leads.ts'

export interface Said {
  author: 'visitor' | 'agent'
  content: string
}

/** The outcome of a chat. */
export interface Played {
  messages: readonly Said[]
  /** Everything the agent said in the chat. `last` is the agent's last message. */
  said: string
  last: string
  facts: ExtractedMetadata
  /** The start of the call that is booked when the chat ends. */
  booked: string | null
  /** The reasons why a person is needed. */
  needs: readonly Needs[]
}

/** The visitor's next step: a message, or a tap on the first time offered. */
export type Step = string | { tap: 'time' }

/** What an owner can expect of the agent in a chat, in the owner's words. */
export interface Expectation {
  text: string
  isMet: (played: Played) => boolean
}

export interface Chat {
  id: string
  title: string
  steps: readonly Step[]
  expectations: readonly Expectation[]
}
