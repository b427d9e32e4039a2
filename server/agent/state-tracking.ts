import { LIMITS } from '../../src/contract/limits.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import { areaNote, areaNotice, judgeAddress } from './area.ts'
import { isCorrection } from './intents.ts'
import { note } from './notes.ts'
import { factOfQuestion } from './owner-questions.ts'
import { answersFreely, type ParsedMessage } from './parse-message.ts'
import type { AgentState, Business, FactName } from './state.ts'

/** A first message longer than this contains more than a service's name. */
const TELLING_WORDS = 5

/** The facts that a message added. */
export interface Learned {
  isNew: boolean
  /** Facts that changed, with their new values. */
  changes: readonly (readonly [FactName, string])[]
}

/** Adds a message's facts to `state`. */
export function learn(state: AgentState, text: string, { facts }: ParsedMessage): Learned {
  const { known, asked } = state
  const changes: [FactName, string][] = []
  let isNew = false
  for (const [name, value] of Object.entries(facts) as [FactName, string][]) {
    const before = known[name]
    const after = name === 'service_needs' ? mergedServices(before, value, text) : value
    if (after === before) continue
    if (before && (name !== 'service_needs' || isCorrection(text))) changes.push([name, after])
    known[name] = after
    isNew = true
    if (name === 'service_needs') state.handoff = false
  }
  if (isNew && asked?.topic === 'service' && text.split(' ').length > TELLING_WORDS) {
    note(state, `In their words: ${text}`)
  }
  return { isNew, changes }
}

function mergedServices(before: string | null, mentioned: string, text: string): string {
  if (!before || isCorrection(text)) return mentioned
  const added = mentioned.split(', ').filter((service) => !before.includes(service))
  return cutText([before, ...added].join(', '), LIMITS.line)
}

/** Compares a new address with the service area and returns the text for the visitor. */
export function placeAddress(state: AgentState, { area }: Business): string {
  const { address } = state.known
  if (!address || address === state.placed) return ''
  state.placed = address
  const verdict = judgeAddress(area, address)
  const outside = areaNote(verdict)
  if (outside) note(state, `${outside} (${address})`)
  return areaNotice(area, verdict)
}

/** Records the answer to one of the owner's questions, or that it is skipped. Returns whether there was one. */
export function settleQuestion(state: AgentState, text: string, parsed: ParsedMessage): boolean {
  const question = state.asked?.topic === 'question' ? state.asked.question : null
  if (!question) return false
  const fact = factOfQuestion(question)
  const isSkipped = parsed.acts.has('skip') || parsed.acts.has('unsure')
  const isDeclined = fact !== null && parsed.acts.has('decline') && parsed.statement === ''
  const isAnswered = fact ? parsed.facts[fact] !== undefined : answersFreely(parsed)
  if (!isSkipped && !isDeclined && !isAnswered) return false
  state.settled.push(question)
  if (isAnswered && !isSkipped && !fact) note(state, `${question} ${text}`)
  return true
}
