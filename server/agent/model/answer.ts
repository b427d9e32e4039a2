import type { MessageAuthor } from '../../../src/contract/conversations.ts'
import { needsFixedWords } from '../handoff.ts'
import { mostImportant } from '../needs.ts'
import { questionFor } from '../phrases.ts'
import { readText } from '../read-text.ts'
import { respond } from '../respond.ts'
import { quickReplies } from '../schedule/offer.ts'
import type { AgentContext, AgentState } from '../state.ts'
import { withoutOpenTopics } from '../texts/knowledge.ts'
import { saySafety } from '../texts/safety.ts'
import type { Turn } from '../turn.ts'
import type { AskModel } from './client.ts'
import type { ModelMessage } from './completions.ts'
import { faultOf } from './guards.ts'
import { INSTRUCTIONS, systemPrompt } from './prompt.ts'
import { sendsToHelp } from './safety-advice.ts'
import { wholeSentences } from './sentences.ts'
import { TOOLS, toolbox } from './tools.ts'

/** One message of the conversation so far, without notes. */
export interface ChatMessage {
  author: MessageAuthor
  content: string
}

/** Matches a promise on the team's behalf. The rules tell the model to write that the team will get in touch. */
const TEAM_PROMISE = new RegExp(
  [
    '\\b(?:pass(?:ed|ing)?|forward(?:ed|ing)?|relay(?:ed|ing)?) (?:it|that|this|your \\w+(?: \\w+)?)(?: on| along)?\\b',
    "\\b(?:(?:the|our) (?:team|owner|crew|office)|someone|somebody|a (?:person|colleague|(?:team )?member)|they|we)(?: \\w+){0,4}(?: will|['’]ll)(?: \\w+)? (?:tell|call|contact|email|text|reach|get|be in touch|follow|let|look|confirm|answer|send|give|check|review|see)\\b",
    '\\blet (?:the|our) (?:team|owner|crew|office) know\\b',
    "\\bI(?:['’]ve| have|['’]ll| will) (?:note|noted|flag|flagged|mark|marked|ask|asked|tell|told|notify|notified|alert|alerted|check with|make sure|have (?:someone|somebody))\\b",
  ].join('|'),
  'i',
)

/** The maximum number of messages of the conversation that the model receives. */
const MAX_HISTORY = 30

/** Returns the latest messages of a conversation, as a model receives them. */
export const latest = (history: readonly ChatMessage[]) =>
  history.slice(-MAX_HISTORY).map(({ author, content }): ModelMessage => {
    return { role: author === 'visitor' ? 'user' : 'assistant', content }
  })

/** A turn, and why the script wrote it or its ending although a model was available. */
export interface ModelTurn {
  turn: Turn
  fallback: string | null
  /** The text that `show` received; empty if none. */
  shown: string
}

interface Options {
  /** Receives all complete sentences so far, checked against the rules, whenever another one is complete. */
  show?: (text: string) => void
  signal?: AbortSignal
}

class BrokenRule extends Error {}

/**
 * Returns a model's turn, checked against the business's facts. The script answers instead if the model fails, is slow,
 * or breaks a rule, and always for bookings, changes, cancellations, danger, and opt-outs, which have fixed wording.
 * The turn always begins with the text that was shown; the script continues it if necessary.
 */
export async function answerByModel(
  ask: AskModel,
  context: AgentContext,
  before: AgentState,
  history: readonly ChatMessage[],
  content: string,
  { show, signal }: Options = {},
): Promise<ModelTurn> {
  const scripted = respond(context, before, content)
  // A yes to a proposed time books it, so the visitor must read the script's own question.
  const { minor, noContact } = scripted.state
  const isFixed = minor || noContact || scripted.needs === 'danger' || needsFixedWords(readText(content))
  if (scripted.booking || scripted.state.proposed || isFixed)
    return { turn: scripted, fallback: null, shown: '' }
  const visitor = [
    ...history.filter(({ author }) => author === 'visitor').map((each) => each.content),
    content,
  ]
  const team = history.filter(({ author }) => author === 'person').map((each) => each.content)
  const tools = toolbox(context, before, structuredClone(scripted), visitor)
  const messages: ModelMessage[] = [
    { role: 'system', content: systemPrompt(context, scripted, team) },
    ...latest(history),
    { role: 'user', content },
  ]
  const check = (text: string) => {
    const { state } = tools.turn()
    const grounds = {
      business: context.business,
      now: context.now,
      state,
      scripted: scripted.replies.map(withoutOpenTopics),
      visitor,
      team,
    }
    const fault = faultOf(text, { ...grounds, instructions: INSTRUCTIONS })
    if (fault) throw new BrokenRule(fault)
  }
  let shown = ''
  let written = ''
  const onText = (text: string) => {
    written = text
    const sentences = wholeSentences(text)
    // For a booking, only the script's text is shown.
    if (sentences.length <= shown.length || tools.turn().booking) return
    check(sentences)
    shown = sentences
    show?.(shown)
  }
  try {
    const text = (await ask({ messages, tools: TOOLS, run: tools.run, onText, signal })).trim()
    written = text
    const turn = tools.turn()
    if (turn.booking) return { turn: startingWith(shown, turn), fallback: null, shown }
    check(text)
    const replies = repliesOf(text, tools.offer(), turn, context)
    const needs = mostImportant(helpOf(text), turn.needs ?? promiseOf(text))
    return {
      turn: { ...turn, replies, quickReplies: quickReplies(turn.state, context.business), needs },
      fallback: null,
      shown,
    }
  } catch (error) {
    const fallback =
      error instanceof BrokenRule ? error.message : error instanceof Error ? error.name : 'failure'
    const warned =
      scripted.needs !== 'emergency' && sendsToHelp(written) ? withWarning(scripted, shown) : scripted
    return { turn: startingWith(shown, warned), fallback, shown }
  }
}

/** Returns why a person is needed if the text sends people to help. */
const helpOf = (text: string) => (sendsToHelp(text) ? 'emergency' : null)

/** Returns a turn that sends people in danger to help, because the model saw a danger that the script didn't. */
function withWarning(turn: Turn, shown: string): Turn {
  const warning = sendsToHelp(shown) ? [] : [saySafety(turn.state.language, 'urgent')]
  return { ...turn, replies: [...warning, ...turn.replies], needs: 'emergency' }
}

/** Returns why a person is needed if the text makes a promise on the team's behalf. */
export const promiseOf = (text: string) => (TEAM_PROMISE.test(text) ? 'unanswered' : null)

/** Returns a turn that begins with the text that the visitor has already seen, so that none of it is lost. */
export function startingWith(shown: string, turn: Turn): Turn {
  if (shown === '' || turn.replies[0]?.startsWith(shown)) return turn
  return {
    ...turn,
    replies: [shown, ...turn.replies],
    needs: mostImportant(helpOf(shown), turn.needs ?? promiseOf(shown)),
  }
}

/** Returns the model's text, plus the script's pending question if the text lacks it. */
function repliesOf(text: string, offer: string, { state, replies }: Turn, context: AgentContext): string[] {
  if (offer) return [text, offer]
  const { asked } = state
  if (asked === null || (text.includes('?') && asked.topic !== 'slot')) return [text]
  if (asked.topic === 'slot') return [text, replies.at(-1) ?? '']
  return [text, questionFor(asked.topic, asked.question, context, state.language)]
}
