import type { Language } from '../base/catalogue.ts'
import type { AgentState } from './state.ts'
import { say } from './texts/dialogue.ts'
import { isNamedTopic, nameOfTopic, sayKnowledge } from './texts/knowledge.ts'
import { questionIn } from './understand/likelihoods.ts'

const NOTED = ['noted', 'noted1', 'noted2'] as const
const UNANSWERED = ['unanswered', 'unanswered1', 'unanswered2'] as const
const PASSED_ON = ['passedOn', 'passedOn1', 'passedOn2'] as const

/** Returns the next of several texts that say the same, so that none comes twice in a row. */
function varied<Key extends string>({ said }: AgentState, keys: readonly [Key, ...Key[]]): Key {
  const times = said[keys[0]] ?? 0
  said[keys[0]] = times + 1
  return keys[times % keys.length] ?? keys[0]
}

/** Takes back what the texts of this file count as said since an earlier state, because they are not sent. */
export function unsay({ said }: AgentState, earlier: AgentState['said']): void {
  const own: ReadonlySet<string> = new Set([...NOTED, ...UNANSWERED, ...PASSED_ON, 'advice'])
  for (const key of Object.keys(said)) {
    if (!own.has(key) && !isNamedTopic(key)) continue
    if (earlier[key] === undefined) delete said[key]
    else said[key] = earlier[key]
  }
}

/** Says that something was added to the request. */
export const sayNoted = (state: AgentState) => say(state.language, varied(state, NOTED))

/** The least probability at which the agent names what a question is about. */
const CLEAR = 0.6

/** Says that the team is asked a question that the agent can't answer, and names its topic if that is clear. */
export function sayUnanswered(state: AgentState, question = ''): string {
  const { language, said } = state
  const { intent, chance } = questionIn(question)
  if (chance >= CLEAR && intent === 'ask_advice' && !said.advice) {
    said.advice = 1
    return sayKnowledge(language, 'advice')
  }
  if (chance < CLEAR || said[intent] || !isNamedTopic(intent))
    return sayKnowledge(language, varied(state, UNANSWERED))
  said[intent] = 1
  return sayKnowledge(language, 'unansweredAbout', { topic: nameOfTopic(language, intent) })
}

/** Says that the team gets a message. */
export const sayPassedOn = (state: AgentState) => say(state.language, varied(state, PASSED_ON))

/** Returns whether a text is one of those that say that something was added to the request. */
export const isNoted = (text: string, language: Language) => NOTED.some((key) => say(language, key) === text)
