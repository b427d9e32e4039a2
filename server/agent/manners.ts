import type { Needs } from '../../src/contract/conversations.ts'
import type { Language } from '../base/catalogue.ts'
import type { Act } from './acts.ts'
import { offersCalls } from './call-hours.ts'
import { languageRequest } from './language.ts'
import { ABOUT_JOB, noteOnce } from './notes.ts'
import { asksAboutDigging, isAlarmed } from './safety.ts'
import type { AgentContext, AgentState } from './state.ts'
import { FOREIGN } from './texts/foreign.ts'
import { sayManners } from './texts/manners.ts'
import { saySafety } from './texts/safety.ts'

/**
 * The reply to small talk and what follows it: the open question, contact details, or nothing. `end` closes the open
 * question, too.
 */
export interface Courtesy {
  reply: string
  next: 'same' | 'contact' | 'nothing' | 'end'
  needs: Needs | null
}

type Talk = Extract<Act, Parameters<typeof sayManners>[1]>

/** The kinds of small talk, in order of precedence within a message. */
const TALK: readonly (readonly [Talk, Courtesy['next']])[] = [
  ['job', 'contact'],
  ['praise', 'end'],
  ['vendor', 'nothing'],
  ['offtopic', 'nothing'],
  ['wrong', 'nothing'],
  ['bot', 'same'],
  ['agentName', 'same'],
  ['ability', 'same'],
  ['repeat', 'same'],
  ['frustrated', 'nothing'],
  ['joke', 'nothing'],
  ['wellbeing', 'same'],
  ['presence', 'same'],
]
const GREETINGS: readonly (readonly [Talk, Courtesy['next']])[] = [
  ['greet', 'same'],
  ['chat', 'same'],
]

/** The notes for the owner about small talk that a person should see. */
const LINES: Partial<Record<Talk, string>> = {
  job: ABOUT_JOB,
  praise: 'Compliment',
  frustrated: 'Unhappy with the chat',
}

/** What the agent says instead the second time. */
const AGAIN: Partial<Record<Talk, Parameters<typeof sayManners>[1]>> = {
  bot: 'botAgain',
  job: 'jobAgain',
  vendor: 'vendorAgain',
  frustrated: 'regretAgain',
}

/** Returns the reply to a message that is small talk or about the chat itself; null for others. */
export function courtesyFor(
  acts: ReadonlySet<Act>,
  context: AgentContext,
  state: AgentState,
  text: string,
): Courtesy | null {
  const about = aboutLanguage(state, text)
  if (about) return about
  const { agentName: agent, name: business } = context.business
  const [kind, next] = TALK.find(([act]) => acts.has(act)) ?? []
  if (kind && next) {
    const line = LINES[kind] ?? null
    const needs = line ? 'asked' : null
    if (line) noteOnce(state, `${line}: ${text}`)
    if (kind === 'job') state.handoff = true
    const key = wordingOf(kind, context, state)
    state.said[kind] = 1
    return {
      reply: sayManners(state.language, key, { kind: context.business.appointment.kind, agent, business }),
      next,
      needs,
    }
  }
  if (asksAboutDigging(text)) return { reply: saySafety(state.language, 'dig'), next: 'same', needs: null }
  return null
}

function wordingOf(kind: Talk, { business }: AgentContext, { said }: AgentState) {
  const again = AGAIN[kind]
  if (again && said[kind]) return again
  return kind === 'ability' && !offersCalls(business) ? 'abilityWithoutCalls' : kind
}

/** Returns the reply to a greeting or to a message without words. Nobody who waits for urgent help gets a smile. */
export function greetingFor(acts: ReadonlySet<Act>, { language, said, notes }: AgentState): Courtesy | null {
  const [kind, next] = GREETINGS.find(([act]) => acts.has(act)) ?? []
  if (kind === 'chat' && (said.urgent || isAlarmed(notes))) return null
  return kind && next ? { reply: sayManners(language, kind), next, needs: null } : null
}

function aboutLanguage(state: AgentState, text: string): Courtesy | null {
  const wanted = languageRequest(text)
  if (wanted === null) return null
  if (wanted === 'en' || wanted === 'es') {
    state.language = wanted satisfies Language
    state.english = 0
    state.foreign = null
    // Nothing has been asked in this language.
    state.said = {}
    return { reply: sayManners(wanted, wanted === 'es' ? 'spanish' : 'english'), next: 'same', needs: null }
  }
  if (wanted === 'any')
    return { reply: sayManners(state.language, 'languages'), next: 'nothing', needs: null }
  const foreign = Object.hasOwn(FOREIGN, wanted) ? FOREIGN[wanted as keyof typeof FOREIGN] : null
  noteOnce(state, `Would prefer another language: ${foreign?.name ?? text}`)
  const reply = foreign
    ? `${foreign.ask} (${sayManners('en', 'otherLanguage')})`
    : sayManners(state.language, 'otherLanguage')
  return { reply, next: 'nothing', needs: 'unanswered' }
}
