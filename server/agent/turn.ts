import type { Needs } from '../../src/contract/conversations.ts'
import type { ExtractedMetadata } from '../../src/contract/leads.ts'
import type { AgentTrace } from '../../src/contract/trace.ts'
import type { BookingChange } from '../call-times/slots.ts'
import { pausedGreeting } from './paused.ts'
import { greeting } from './phrases.ts'
import { quickReplies } from './schedule/offer.ts'
import { type AgentContext, type AgentState, readState } from './state.ts'

export interface Turn {
  state: AgentState
  /** The messages in order; empty only while a person answers. */
  replies: string[]
  /** The replies' sentences about what was stored or compared, which no other text may replace. */
  stated: string[]
  /** All facts that the visitor has given so far (section 3, extracted_metadata). */
  extracted: ExtractedMetadata
  /** The change to the estimate call. The replies are true only after the change is stored. */
  booking: BookingChange | null
  quickReplies: string[]
  /** Why a person is needed. Set whenever the replies make a promise on the team's behalf. */
  needs: Needs | null
  /** Why the agent says this; null if it didn't read a message. */
  trace: AgentTrace | null
}

/** Returns the agent's first message. */
export function begin(context: AgentContext): Turn {
  const isPaused = context.business.isPaused ?? false
  const state = readState(
    isPaused ? {} : { asked: { topic: 'service', tries: 1, question: null }, said: { service: 1 } },
  )
  const replies = [isPaused ? pausedGreeting(context, state) : greeting(context, state.language)]
  const offered = quickReplies(state, context.business)
  return {
    state,
    replies,
    stated: [],
    extracted: state.known,
    booking: null,
    quickReplies: offered,
    needs: null,
    trace: null,
  }
}
