import type { MessageAuthor } from '../../../src/contract/conversations.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { cutText } from '../../../src/domain/common/cut-text.ts'
import { ASKED } from '../../../src/domain/leads/agent-notes.ts'
import { freeSlots, slotLabel } from '../../call-times/slots.ts'
import type { AskModel } from '../../model/client.ts'
import type { ModelMessage } from '../../model/completions.ts'
import { aboutPlace } from '../about.ts'
import { Agenda } from '../agenda.ts'
import { calendarOfCalls } from '../call-hours.ts'
import { handOff, needsFixedWords } from '../handoff.ts'
import { mostImportant } from '../needs.ts'
import { noteAsked, noteOnce, shareNotes } from '../notes.ts'
import { closing, corrected, questionFor } from '../phrases.ts'
import { questionsIn } from '../questions.ts'
import { readText } from '../read-text.ts'
import { respond } from '../respond.ts'
import { allowed, datesOf, offerSlots, proposeSlot, quickReplies } from '../schedule/offer.ts'
import { wishIn } from '../schedule/relate.ts'
import { Scheduler } from '../schedule/scheduler.ts'
import { isWish } from '../schedule/wish.ts'
import { type Source, sourcesOf } from '../sources.ts'
import type { AgentContext, AgentState } from '../state.ts'
import { say } from '../texts/dialogue.ts'
import { saySafety } from '../texts/safety.ts'
import { say as sayCall } from '../texts/schedule.ts'
import { knowsPlace } from '../topics.ts'
import { factsOf } from '../trace.ts'
import type { Turn } from '../turn.ts'
import { sayPassedOn, sayUnanswered, unsay } from '../vary.ts'
import { addFacts } from './facts.ts'
import { type ModelAnswer, readAnswer, SCHEMA, sentencesSoFar } from './form.ts'
import { answerPrompt, INSTRUCTIONS } from './prompt.ts'
import { sendsToHelp } from './safety-advice.ts'
import { Writing } from './writing.ts'

/** One message of the conversation so far, without notes. */
export interface ChatMessage {
  author: MessageAuthor
  content: string
}

/** The maximum number of messages of the conversation that the model receives. */
const MAX_HISTORY = 30
/** How long a visitor waits for the first sentence before the agent asks for a moment. */
const FILLER_MS = 2_500
const MOST_OF_TEAM = 5

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
  /** Receives all sentences so far that can be sent, whenever there is another one. */
  show?: (text: string) => void
  signal?: AbortSignal
  fillerMs?: number
}

/** Returns everything that an answer can rest on: the settings, the place that the visitor names, and the team's words. */
export function groundsFor(
  context: AgentContext,
  state: AgentState,
  history: readonly ChatMessage[],
  content: string,
): Source[] {
  const place = aboutPlace(context, { ...state, language: 'en' }, content)
  const team = history.filter(({ author }) => author === 'person').slice(-MOST_OF_TEAM)
  return [
    ...sourcesOf(context),
    ...(place?.isCertain ? [{ id: 'place', text: place.text }] : []),
    ...team.map(({ content: text }, at) => ({ id: `team.${at + 1}`, text })),
  ]
}

/**
 * Returns a model's turn. Only what the sources support is sent (`claims.ts`); the rest is replaced by the owner's words
 * or left to the team. Bookings, changes, cancellations, danger, and opt-outs have fixed wording, which the script
 * writes. It also answers if the model fails, is slow, or says nothing that can be sent. The turn always begins with the
 * text that was shown.
 */
export async function answerByModel(
  ask: AskModel,
  context: AgentContext,
  before: AgentState,
  history: readonly ChatMessage[],
  content: string,
  { show, signal, fillerMs = FILLER_MS }: Options = {},
): Promise<ModelTurn> {
  const scripted = respond(context, before, content)
  // A yes to a proposed time books it, so the visitor must read the script's own question.
  const { minor, noContact } = scripted.state
  const isFixed = minor || noContact || scripted.needs === 'danger' || needsFixedWords(readText(content))
  if (scripted.booking || scripted.state.proposed || isFixed)
    return { turn: scripted, fallback: null, shown: '' }

  const { language } = scripted.state
  const visitor = [
    ...history.filter(({ author }) => author === 'visitor').map((each) => each.content),
    content,
  ]
  const sources = groundsFor(context, before, history, content)
  const writing = new Writing({
    business: context.business,
    sources,
    visitor,
    known: Object.values(scripted.state.known).filter((value) => value !== null),
    isBooked: scripted.state.booked !== null,
    instructions: INSTRUCTIONS,
  })
  let shown = ''
  const onShown = () => {
    if (writing.text() === shown) return
    shown = writing.text()
    show?.(shown)
  }
  const waits = setTimeout(() => {
    if (shown !== '') return
    writing.put(say(language, 'moment'))
    onShown()
  }, fillerMs)
  try {
    const { timezone } = context.business
    const slots = datesOf(before.offered).map((start) => slotLabel(start, timezone, before.language))
    const text = await ask({
      messages: [
        { role: 'system', content: answerPrompt(context, scripted.state, sources, slots) },
        ...latest(history),
        { role: 'user', content },
      ],
      schema: SCHEMA,
      onText: (part) => {
        writing.add(sentencesSoFar(part))
        onShown()
      },
      signal,
    })
    const answer = readAnswer(text)
    const turn = new Completion(context, before, scripted, visitor, writing).complete(answer)
    if (turn) return { turn: startingWith(shown, turn), fallback: null, shown }
    return continued(scripted, writing, shown, 'nothing to send')
  } catch (error) {
    return continued(scripted, writing, shown, error instanceof Error ? error.name : 'failure')
  } finally {
    clearTimeout(waits)
  }
}

/** Returns the script's turn, with the reason for it, after what was shown. */
function continued(
  turn: Turn,
  { dropped, isHelp, isPromise }: Writing,
  shown: string,
  fallback: string,
): ModelTurn {
  const promised = isPromise && shown !== '' ? 'unanswered' : null
  const own = {
    ...turn,
    needs: mostImportant(isHelp ? 'emergency' : null, promised, turn.needs),
    trace: turn.trace && { ...turn.trace, fallback, dropped },
  }
  return { turn: startingWith(shown, own), fallback, shown }
}

/** Turns a model's answer into a turn, based on the script's turn for the same message. */
class Completion {
  readonly #context: AgentContext
  readonly #before: AgentState
  readonly #turn: Turn
  readonly #visitor: readonly string[]
  readonly #writing: Writing

  constructor(
    context: AgentContext,
    before: AgentState,
    scripted: Turn,
    visitor: readonly string[],
    writing: Writing,
  ) {
    this.#context = context
    this.#before = before
    this.#turn = structuredClone(scripted)
    // The script's own words are not sent.
    const { state } = this.#turn
    unsay(state, state.language === before.language ? before.said : {})
    this.#visitor = visitor
    this.#writing = writing
  }

  /** Returns the turn, or null if the script's is better. */
  complete(answer: ModelAnswer): Turn | null {
    const { state } = this.#turn
    if (answer.risk !== 'none') return this.#warned(answer.risk)
    const changes = addFacts(state, answer, this.#visitor)
    const writing = this.#writing
    writing.add(answer.sentences)
    const lacksAnswer = this.#asks() && writing.sources.length === 0 && writing.dropped.length > 0
    const isOpen = answer.unanswered.trim() !== '' || writing.isIncomplete || writing.isPromise || lacksAnswer
    const isScripted = (this.#turn.trace?.sources.length ?? 0) > 0 && writing.sources.length === 0
    if (isOpen && isScripted) return null
    if (isOpen) this.#passOn(answer)
    else if (writing.sources.length > 0) this.#answered()
    if (writing.isHelp) this.#need('emergency')
    const stated = changes.length > 0 ? [corrected(changes, this.#context.business, state.language)] : []
    const offer = this.#act(answer)
    if (!writing.hasContent && !isOpen && stated.length === 0 && offer === '') return null
    shareNotes(state)
    const replies = [...this.#turn.stated, ...stated, writing.text(), offer || this.#question()]
    return {
      ...this.#turn,
      replies: replies.filter((text) => text !== ''),
      extracted: state.known,
      quickReplies: quickReplies(state, this.#context.business),
      trace: this.#turn.trace && {
        ...this.#turn.trace,
        maker: 'model',
        facts: factsOf(this.#before.known, state.known, this.#visitor.at(-1) ?? ''),
        sources: [...new Set(writing.sources)].map(({ id, text }) => ({
          id,
          text: cutText(text, LIMITS.line),
          question: '',
        })),
        dropped: writing.dropped,
      },
    }
  }

  /** Returns whether the visitor's last message asks something. */
  #asks = () => questionsIn(readText(this.#visitor.at(-1) ?? '')).length > 0

  #need(needs: Turn['needs']): void {
    this.#turn.needs = mostImportant(needs, this.#turn.needs)
  }

  /** Answers a danger that the script didn't recognize with the fixed text. */
  #warned(danger: Exclude<ModelAnswer['risk'], 'none'>): Turn {
    const { state, trace } = this.#turn
    const content = this.#visitor.at(-1) ?? ''
    const message = { acts: new Set<never>(), danger, facts: {}, questions: [] }
    const isMinor = danger === 'minor'
    if (isMinor) this.#forget()
    const handoff = handOff(message, this.#context, state, content)
    state.asked = null
    shareNotes(state)
    this.#need(handoff?.needs ?? 'danger')
    return {
      ...this.#turn,
      replies: [handoff?.reply ?? saySafety(state.language, 'soft')],
      extracted: state.known,
      quickReplies: [],
      trace: trace && { ...trace, maker: 'model', danger, facts: isMinor ? [] : trace.facts },
    }
  }

  /** Discards what the script has stored of a minor's message. */
  #forget(): void {
    const { known, notes } = structuredClone(this.#before)
    Object.assign(this.#turn.state, { known, notes, minor: true })
    Object.assign(this.#turn.state, { proposed: null, offered: [], wish: null, dialed: '' })
  }

  /** Leaves a question to the team. The visitor reads that once. */
  #passOn({ unanswered, action }: ModelAnswer): void {
    const { state } = this.#turn
    const question = this.#visitor.at(-1) ?? ''
    const isNoted = state.notes.length > this.#before.notes.length
    if (!isNoted) noteAsked(state, question)
    this.#need('unanswered')
    if (!this.#writing.isPromise && action !== 'hand_over')
      this.#writing.put(sayUnanswered(state, unanswered || question))
  }

  /** Removes the script's note about a question that the model has answered from a source. */
  #answered(): void {
    const { state } = this.#turn
    const earlier = this.#before.notes.length
    state.notes = state.notes.filter((note, at) => at < earlier || !note.startsWith(ASKED))
    if (this.#turn.needs === 'unanswered') this.#turn.needs = null
  }

  /** Does what the model asks for, as far as the visitor has allowed it. Returns what the visitor reads about it. */
  #act({ action, when }: ModelAnswer): string {
    const { state } = this.#turn
    const { language, booked, known } = state
    const isReachable = Boolean(known.phone || known.email)
    if (action === 'hand_over') {
      noteOnce(state, `Customer: ${this.#visitor.at(-1) ?? ''}`)
      this.#need('asked')
      return this.#writing.isPromise ? '' : sayPassedOn(state)
    }
    if (action === 'cancel' && booked) {
      Object.assign(state, {
        asked: { topic: 'slot', tries: 1, question: null },
        offered: [],
        proposed: null,
      })
      return sayCall(language, 'moveOrCancel', { kind: this.#context.business.appointment.kind })
    }
    if (action === 'propose') return this.#propose(when)
    const isWanted = action === 'move' ? booked !== null : action === 'offer' && booked === null
    if (!isWanted || !isReachable || state.handoff) return ''
    if (!knowsPlace(this.#context.business, state)) return ''
    const wish = wishIn(when, this.#context, state)
    const offer = offerSlots(this.#context, state, this.#free(), isWish(wish) ? wish : 'same')
    if (offer) Object.assign(state, { asked: { topic: 'slot', tries: 1, question: null }, closed: null })
    return offer
  }

  #free() {
    const slots = freeSlots(calendarOfCalls(this.#context), this.#context.now)
    return allowed(slots, this.#turn.state.excluded)
  }

  /** Asks the visitor to confirm a time. It must have been on offer before they wrote. */
  #propose(label: string): string {
    const { timezone } = this.#context.business
    const start = datesOf(this.#before.offered).find(
      (each) => slotLabel(each, timezone, this.#before.language) === label.trim(),
    )
    const isFree = this.#free().some((each) => each.start.getTime() === start?.getTime())
    if (!start || !isFree) return ''
    const { state } = this.#turn
    state.asked = { topic: 'slot', tries: 1, question: null }
    return proposeSlot(this.#context, state, start)
  }

  /** Returns the open question if the model asks none, worked out again if the model has read its answer. */
  #question(): string {
    const { state, replies, stated } = this.#turn
    const { asked, known, language } = state
    if (asked === null) {
      const isClosing = state.closed !== null && state.closed !== this.#before.closed
      return isClosing ? closing(this.#context, state) : ''
    }
    if (asked.topic === 'slot') {
      const offer = replies.at(-1) ?? ''
      return stated.reduce((text, each) => text.replace(each, '').trim(), offer)
    }
    const facts: Partial<Record<string, string | null>> = {
      ...known,
      contact: known.phone ?? known.email,
      service: known.service_needs,
    }
    if (facts[asked.topic]) {
      const scheduler = new Scheduler(this.#context, state, '')
      return new Agenda(this.#context, state, scheduler).advance('')
    }
    if (this.#writing.text().includes('?')) return ''
    return questionFor(asked.topic, asked.question, this.#context, language)
  }
}

/** Returns a turn that begins with the text that the visitor has already seen, so that none of it is lost. */
export function startingWith(shown: string, turn: Turn): Turn {
  if (shown === '' || turn.replies[0]?.startsWith(shown)) return turn
  const isHelp = shown.split(/(?<=[.!?])\s+/).some(sendsToHelp)
  const needs = isHelp ? mostImportant('emergency', turn.needs) : turn.needs
  const own = turn.replies.find((reply) => reply.startsWith(shown)) ?? shown
  return { ...turn, replies: [own, ...turn.replies.filter((reply) => reply !== own)], needs }
}
