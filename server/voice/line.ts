import type { CallOrder } from '../../src/contract/calls.ts'
import { readState } from '../agent/state.ts'
import type { Turn } from '../agent/turn.ts'
import type { Language } from '../base/catalogue.ts'
import { failureForLog } from '../base/log.ts'
import { onBehalfOf } from '../base/on-behalf.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { type SpokenManner, takeMessage } from '../widget/chat.ts'
import { visitorConversation } from '../widget/visitor-conversation.ts'
import { budgetOf, createMeter, VISITOR_LIMITS } from '../widget/visitor-limits.ts'
import { type CallState, readCallState } from './call-state.ts'
import { type Call, cutMessage, Superseded, saveCall, shownPhone, storeSaid } from './calls.ts'
import { cutToHeard } from './ear/heard.ts'
import { wordsIn } from './ear/pieces.ts'
import { isListening, isSound } from './ear/sounds.ts'
import { type Frame, readFrame } from './frames.ts'
import { KeyPad } from './key-pad.ts'
import { answerCaller, interrupted } from './talk.ts'
import { SPOKEN, sayOnPhone } from './texts.ts'
import { canTransfer } from './transfer.ts'

/** The times of a call, in milliseconds. */
export interface VoiceTimes {
  /** How long a caller may be silent before the agent asks, or hangs up. */
  silence: number
  /** The pause between the pieces of an answer, in which the caller can speak. */
  pause: number
  /** How long an answer may take before a filler. */
  filler: number
  /** How long a word takes, until the carrier reports that the agent has stopped speaking. */
  word: number
  /** How long a caller may take between two keys. */
  keys: number
}

export const VOICE_TIMES: VoiceTimes = { silence: 6_000, pause: 700, filler: 700, word: 400, keys: 2_500 }

/** Why the agent ends a connection, as the carrier reports it afterwards. */
export type Ending = 'silence' | 'failed' | 'person'

/** What a line needs of its socket. */
interface Socket {
  send(order: CallOrder): void
  close(code: number): void
}

const NUDGES = ['stillThere', 'canYouHear'] as const
/** The code of a socket whose other end breaks the rules. */
const BROKEN = 1008

class Interrupted extends Error {
  override name = 'Interrupted'
}

/**
 * Leads a call over one connection of the carrier: answers what the caller says, stops when the caller interrupts, and
 * asks when the caller is silent. Everything that matters is stored before it is said, so that another connection, also
 * of another server, can continue.
 */
export class Line {
  readonly #deps: Deps
  readonly #call: Call
  readonly #connection: string
  readonly #times: VoiceTimes
  readonly #socket: Socket
  readonly #keys: KeyPad
  #state: CallState
  #language: Language = 'en'
  #canTransfer = false
  #isSetUp = false
  #isOver = false
  #isSpeaking = false
  /** Whether the caller may not have heard the end of what was said last. */
  #canCut = true
  /** What an interruption has cut off of that. */
  #cutOff: string | null = null
  /** Whether the caller has interrupted the agent, and not yet said with what. */
  #hasBrokenIn = false
  #nudges = 0
  /** What the caller has said since the last answer. */
  readonly #waiting: string[] = []
  #thinking: AbortController | null = null
  #quiet: NodeJS.Timeout | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(deps: Deps, call: Call, connection: string, times: VoiceTimes, socket: Socket) {
    this.#deps = deps
    this.#call = call
    this.#connection = connection
    this.#times = times
    this.#socket = socket
    this.#state = readCallState(call.state)
    this.#keys = new KeyPad(times.keys, (keys) => this.#pressed(keys))
  }

  /** Handles a frame of the carrier. Ignores those that it doesn't know. */
  receive(text: string): void {
    const frame = readFrame(text)
    if (!frame || this.#isOver) return
    if (frame.type === 'setup') this.#setUp(frame)
    else if (this.#isSetUp) this.#take(frame)
  }

  /** Stops without a word, because the connection is closed. */
  close(): void {
    this.#isOver = true
    this.#keys.stop()
    clearTimeout(this.#quiet)
    this.#thinking?.abort(new Interrupted())
  }

  /** Resolves once everything that was received is handled. */
  done = (): Promise<void> => this.#work

  #setUp({ callSid, callControlId }: Extract<Frame, { type: 'setup' }>): void {
    if (this.#isSetUp) return
    if (callSid !== this.#call.id && callControlId !== this.#call.id) {
      this.#socket.close(BROKEN)
      return
    }
    this.#isSetUp = true
    this.#do(async () => {
      const { state } = await visitorConversation(
        this.#deps.db,
        this.#call.conversation_id,
        null,
      ).executeTakeFirstOrThrow()
      this.#language = readState(state).language
      this.#canTransfer = await canTransfer(this.#deps, this.#call)
      const { last, drops, transfer } = this.#state
      if (transfer === 'failed') {
        const text = sayOnPhone(this.#language, 'nobodyFree')
        return this.#say(text, (before) => ({ ...before, transfer: 'told' }))
      }
      if (drops === 0 || !last) return this.#wait(last?.text ?? '')
      this.#send(`${sayOnPhone(this.#language, 'dropped')} ${last.text}`)
      await this.#save({ ...this.#state, last: { ...last, isCut: false } })
    })
  }

  #take(frame: Exclude<Frame, { type: 'setup' }>): void {
    if (frame.type === 'prompt') this.#hear(frame)
    else if (frame.type === 'interrupt') this.#breakIn(frame.utteranceUntilInterrupt)
    else if (frame.type === 'info') this.#note(frame)
    else if (frame.type === 'dtmf') {
      clearTimeout(this.#quiet)
      this.#keys.press(frame.digit)
    } else {
      const description = frame.description.slice(0, 200)
      this.#deps.log.warn({ description }, 'the carrier reports an error of a call')
    }
  }

  /** Notes who is speaking, if the carrier reports that. */
  #note({ name, value }: Extract<Frame, { type: 'info' }>): void {
    if (name === 'clientSpeaking' && value === 'on') clearTimeout(this.#quiet)
    if (name !== 'agentSpeaking') return
    this.#isSpeaking = value === 'on'
    if (this.#isSpeaking) clearTimeout(this.#quiet)
    else if (value === 'off') this.#listen()
  }

  #hear({ voicePrompt, last, agentSpeaking }: Extract<Frame, { type: 'prompt' }>): void {
    clearTimeout(this.#quiet)
    const said = voicePrompt.trim()
    // The caller is still speaking.
    if (!last || said === '') return
    this.#nudges = 0
    const isOverAgent = agentSpeaking || this.#isSpeaking || this.#hasBrokenIn
    const isListener = isSound(said) || (isOverAgent && isListening(said))
    const wasCut = this.#hasBrokenIn
    this.#hasBrokenIn = false
    if (isListener) this.#do(() => this.#continue(wasCut, isOverAgent))
    else this.#answer(said)
  }

  /** Goes on after a sound that is no answer: with what the sound has cut off, or with what is still to say. */
  async #continue(wasCut: boolean, isOverAgent: boolean): Promise<void> {
    const { last, rest, asks } = this.#state
    if (this.#waiting.length > 0) return this.#answerWaiting()
    if (wasCut && last) await this.#repeat()
    else if (isOverAgent) this.#listen()
    else if (rest.length > 0) await this.#sayRest()
    else if (asks !== null) await this.#say(sayOnPhone(this.#language, 'wasThatYes'))
    else this.#listen()
  }

  /** Says again what was cut off; of a question to confirm, everything, because the caller must hear all of it. */
  async #repeat(): Promise<void> {
    const { last, asks } = this.#state
    const text = (asks === null ? this.#cutOff : null) ?? last?.text ?? ''
    await this.#say(text, (state) => ({
      ...state,
      proposal: asks === 'time' && state.proposal ? { ...state.proposal, isHeard: true } : state.proposal,
    }))
  }

  /** Stops the answer in progress, and cuts what was said last after what the caller heard. */
  #breakIn(reported: string): void {
    clearTimeout(this.#quiet)
    this.#isSpeaking = false
    this.#thinking?.abort(new Interrupted())
    const { last } = this.#state
    if (last && this.#canCut) {
      const cut = cutToHeard(last.text, reported)
      if (cut.unheard !== '') {
        this.#hasBrokenIn = true
        this.#do(() => this.#cut(last.position, cut))
      }
    }
    // If no words follow, the caller only made a noise.
    this.#listen(this.#times.silence)
  }

  async #cut(position: number | null, cut: { heard: string; unheard: string }): Promise<void> {
    // By now, something else may have been said.
    if (this.#state.last?.position !== position) return
    if (position !== null) {
      await cutMessage(this.#deps.db, this.#call, position, { ...cut, heard: cut.heard || '…' })
    }
    this.#cutOff = cut.unheard
    await this.#save(interrupted(this.#state))
  }

  #pressed(keys: string): void {
    this.#nudges = 0
    if (keys === '0') this.#answer(sayOnPhone(this.#language, 'person'))
    else if (keys.length >= 7) this.#answer(keys)
    else this.#listen()
  }

  /** Answers what the caller says, together with what an unfinished answer was for. */
  #answer(said: string): void {
    this.#canCut = false
    this.#waiting.push(said)
    this.#thinking?.abort(new Interrupted())
    this.#do(() => this.#answerWaiting())
  }

  async #answerWaiting(): Promise<void> {
    const heard = this.#waiting.length
    if (heard === 0) return
    const thinking = new AbortController()
    this.#thinking = thinking
    const filler = setTimeout(() => this.#fill(), this.#times.filler)
    try {
      const next = await this.#answerTo(this.#waiting.join(' '), thinking.signal)
      this.#waiting.splice(0, heard)
      this.#state = next.state
      this.#cutOff = null
      if (next.language !== this.#language) this.#speak(next.language)
      const text = next.state.last?.text ?? ''
      this.#send(text)
      if (next.state.transfer === 'ringing') this.#endAfter(text, 'person')
    } catch (error) {
      // More words follow, with which these are answered.
      if (error instanceof Interrupted) return
      this.#waiting.splice(0, heard)
      if (!(error instanceof HttpError) || error.status !== 403) throw error
      await this.#say(sayOnPhone(this.#language, 'leftOpen'))
    } finally {
      clearTimeout(filler)
      this.#thinking = null
    }
  }

  /** Has the agent answer, and stores the answer with the call's state. */
  async #answerTo(content: string, signal: AbortSignal): Promise<{ state: CallState; language: Language }> {
    const { db } = this.#deps
    const {
      id,
      conversation_id: conversationId,
      organization_id: organizationId,
      is_test: isTest,
    } = this.#call
    const before = this.#state
    let after = before
    let stored = before
    let language = this.#language
    const manner: SpokenManner = {
      signal,
      answer: async (situation, said, write) => {
        const talk = { ...situation, call: before, phone: shownPhone(this.#call) }
        const { turn, call } = await answerCaller(talk, said, write)
        after = call
        if (turn.needs !== 'asked' || !this.#canTransfer || call.transfer !== null) return turn
        after = { ...call, rest: [], asks: null, transfer: isTest ? 'told' : 'ringing' }
        const reply = isTest ? 'wouldConnect' : 'connecting'
        return { ...turn, replies: [sayOnPhone(turn.state.language, reply)] }
      },
      store: async (tx, { turn, exchange }) => {
        const reply = exchange.stored.find(({ message_type: type }) => type === 'outgoing')
        const last = { text: reply?.content ?? '', position: reply?.position ?? null, isCut: false }
        stored = { ...after, count: before.count + 1, last }
        language = languageOf(turn)
        await saveCall({ ...this.#deps, db: tx }, this.#leading, stored)
      },
    }
    const conversation = await visitorConversation(db, conversationId, null).executeTakeFirstOrThrow()
    // The number of tests is the same for all businesses.
    const caller = isTest ? id : (this.#call.phone ?? id)
    const budget = budgetOf(createMeter(this.#deps, VISITOR_LIMITS), caller, organizationId)
    const message = { client_id: `${id}-${before.count}`, content }
    await takeMessage(this.#deps, conversation, null, message, budget, manner)
    return { state: stored, language }
  }

  #speak(language: Language): void {
    this.#language = language
    const code = SPOKEN[language]
    this.#socket.send({ type: 'language', ttsLanguage: code, transcriptionLanguage: code })
  }

  #fill(): void {
    const token = sayOnPhone(this.#language, 'moment')
    this.#socket.send({ type: 'text', token: `${token} `, last: false, lang: SPOKEN[this.#language] })
  }

  /** Says and stores something that isn't an answer to a message. */
  async #say(text: string, change: (state: CallState) => CallState = (state) => state): Promise<void> {
    const isCut = false
    await this.#deps.db.transaction().execute(async (tx) => {
      const position = await storeSaid(tx, this.#call, text, this.#deps.clock())
      const state = { ...change(this.#state), last: { text, position, isCut } }
      await saveCall({ ...this.#deps, db: tx }, this.#leading, state)
      this.#state = state
    })
    this.#cutOff = null
    this.#send(text)
  }

  async #sayRest(): Promise<void> {
    const [next = '', ...rest] = this.#state.rest
    await this.#say(next, (state) => ({ ...state, rest }))
  }

  #send(text: string): void {
    this.#canCut = true
    this.#socket.send({ type: 'text', token: text, last: true, lang: SPOKEN[this.#language] })
    this.#wait(text)
  }

  /** Waits until something is said and the caller has been silent. */
  #wait(text: string): void {
    this.#listen(wordsIn(text).length * this.#times.word + this.#patience())
  }

  #patience = () => (this.#state.rest.length > 0 ? this.#times.pause : this.#times.silence)

  #listen(ms = this.#patience()): void {
    this.#after(ms, () => this.#do(() => this.#breakSilence()))
  }

  #after(ms: number, then: () => void): void {
    clearTimeout(this.#quiet)
    if (this.#isOver) return
    this.#quiet = setTimeout(then, ms)
  }

  async #breakSilence(): Promise<void> {
    const { last, rest, asks } = this.#state
    if (this.#waiting.length > 0) return this.#answerWaiting()
    this.#hasBrokenIn = false
    const isCut = last?.isCut ?? false
    if (rest.length > 0 && !isCut) return this.#sayRest()
    const nudge = NUDGES[this.#nudges]
    this.#nudges += 1
    if (!nudge) return this.#end('silence', sayOnPhone(this.#language, 'goodbye'))
    // A yes to another question would be taken for one to this.
    if (isCut || asks !== null) return this.#repeat()
    await this.#say(sayOnPhone(this.#language, nudge))
  }

  /** Says goodbye, and ends the connection once that is said. */
  async #end(reason: Ending, text: string): Promise<void> {
    await this.#say(text)
    this.#endAfter(text, reason)
  }

  #endAfter(text: string, reason: Ending): void {
    this.#after(wordsIn(text).length * this.#times.word, () => this.#finish(reason))
    this.#isOver = true
  }

  async #save(state: CallState): Promise<void> {
    await saveCall(this.#deps, this.#leading, state)
    this.#state = state
  }

  get #leading() {
    return { id: this.#call.id, connection: this.#connection }
  }

  /** Does work after what was received before. */
  #do(work: () => Promise<void> | void): void {
    this.#work = this.#work
      .then(() => (this.#isOver ? undefined : onBehalfOf(this.#call.organization_id, work)))
      .catch((error: unknown) => this.#fail(error))
  }

  /** Ends the call because of an error, unless another connection leads it by now. */
  #fail(error: unknown): void {
    if (error instanceof Superseded) {
      this.close()
      this.#socket.close(BROKEN)
      return
    }
    this.#deps.log.error({ error: failureForLog(error, { inRequest: true }) }, 'a call failed')
    this.#finish('failed')
  }

  /** Ends the connection. The carrier then asks what to do. */
  #finish(reason: Ending): void {
    this.close()
    this.#socket.send({ type: 'end', handoffData: JSON.stringify({ reason }) })
  }
}

const languageOf = ({ state }: Turn): Language => state.language
