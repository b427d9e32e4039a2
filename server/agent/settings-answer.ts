import type { AgentContext, AgentState } from './state.ts'
import type { Concept, Terms } from './terms.ts'

/** An answer from the owner's settings, and whether the owner should still see the question. */
export interface SettingsAnswer {
  text: string
  isOpen: boolean
}

/** A question, its meaning, and the data to answer it from. */
export interface Asked {
  context: AgentContext
  state: AgentState
  question: string
  terms: Terms
  has: (...concepts: Concept[]) => boolean
}

export const sure = (text: string | null): SettingsAnswer | null =>
  text === null ? null : { text, isOpen: false }
export const open = (text: string): SettingsAnswer => ({ text, isOpen: true })
