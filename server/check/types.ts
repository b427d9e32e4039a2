import type { Needs } from '../../src/contract/conversations.ts'
import type { ExtractedMetadata } from '../../src/contract/leads.ts'

/** One message of a chat. */
export interface Said {
  author: 'visitor' | 'agent'
  content: string
}

/** How a chat went. */
export interface Played {
  messages: readonly Said[]
  /** All that the agent has said, and its last words. */
  said: string
  last: string
  facts: ExtractedMetadata
  /** The start of the call that is booked at the end. */
  booked: string | null
  /** Why a person is needed. */
  needs: readonly Needs[]
}

/** What the visitor does next: a text, or a tap on the first time that is offered. */
export type Step = string | { tap: 'time' }

/** What an owner may expect of the agent in a chat, in their words. */
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
