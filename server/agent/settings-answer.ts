import type { Source } from './sources.ts'
import type { AgentContext, AgentState } from './state.ts'

/** An answer from the owner's settings, and whether the owner should still see the question. */
export interface SettingsAnswer {
  text: string
  isOpen: boolean
  /** The owner's words, or the setting, that the answer rests on. */
  source?: Source | undefined
  /** Another answer whose content the text includes. */
  includes?: string | undefined
}

/** A question, and the data to answer it from. */
export interface Asked {
  context: AgentContext
  state: AgentState
  question: string
}

export const sure = (text: string | null): SettingsAnswer | null =>
  text === null ? null : { text, isOpen: false }
/** Returns an answer that rests on a source, by default the setting that the answer itself repeats. */
export const citing = <Answer extends SettingsAnswer | null>(
  answer: Answer,
  id: string,
  text?: string,
): Answer => answer && { ...answer, source: answer.source ?? { id, text: text ?? answer.text } }
export const open = (text: string): SettingsAnswer => ({ text, isOpen: true })
