import { NEEDS, type Needs } from '../../src/contract/conversations.ts'
import type { ExtractedMetadata } from '../../src/contract/leads.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { acknowledge, MARKED_URGENT } from './acknowledgement.ts'
import { Agenda } from './agenda.ts'
import { answerQuestions } from './answers.ts'
import { keywords } from './extract/words.ts'
import { findAnswer } from './faq.ts'
import { handOff } from './handoff.ts'
import { asksWhy, declines, isGreeting, isThanks } from './intents.ts'
import { type Interruption, isUrgent, noticesOf } from './interruptions.ts'
import { note } from './notes.ts'
import { hasFacts, type ParsedMessage, parseMessage } from './parse-message.ts'
import { corrected, greeting, hintFor } from './phrases.ts'
import { wantsBooking } from './schedule/intents.ts'
import { quickReplies } from './schedule/offer.ts'
import { type BookingChange, Scheduler } from './schedule/scheduler.ts'
import { type AgentContext, type AgentState, readState, type Topic } from './state.ts'
import { type Learned, learn, placeAddress, settleQuestion } from './state-tracking.ts'
import { voiceOf } from './voice.ts'

/** One turn of the agent: its replies and the new state. */
export interface Turn {
  state: AgentState
  /** The messages in order; none only while a person answers. */
  replies: string[]
  /** All facts from the visitor so far (section 3, extracted_metadata). */
  extracted: ExtractedMetadata
  /** The change to the estimate call; the replies are true only after it is stored. */
  booking: BookingChange | null
  /** The quick replies. */
  quickReplies: string[]
  /** Why a person is needed: set whenever the replies promise something of the team. */
  needs: Needs | null
}

/** How often the agent asks about a topic before it skips it. */
const MOST_TRIES = 2

/** The agent's first message. */
export function begin(context: AgentContext): Turn {
  const state = readState({ asked: { topic: 'service', tries: 1, question: null } })
  const replies = [greeting(context)]
  const offered = quickReplies(state, context.business)
  return { state, replies, extracted: state.known, booking: null, quickReplies: offered, needs: null }
}

/** Returns what the agent reads of a message. */
export const readText = (message: string) => message.slice(0, LIMITS.message).replace(/\s+/g, ' ').trim()

/**
 * Responds to one visitor message. Pure: uses only its arguments and does not change `previous`. Never throws. Reads
 * only the beginning of a message that exceeds the limit.
 */
export function respond(context: AgentContext, previous: AgentState, message: string): Turn {
  const text = readText(message)
  const parsed = parseMessage(text, previous, context.business)
  const turn = new Conversation(context, structuredClone(previous), text, parsed)
  return turn.answer()
}

const mostImportant = (needs: ReadonlySet<Needs>) => NEEDS.find((each) => needs.has(each)) ?? null

class Conversation {
  readonly #context: AgentContext
  readonly #state: AgentState
  readonly #text: string
  readonly #parsed: ParsedMessage
  readonly #scheduler: Scheduler
  readonly #agenda: Agenda
  readonly #notices: string[] = []
  readonly #needs = new Set<Needs>()

  constructor(context: AgentContext, state: AgentState, text: string, parsed: ParsedMessage) {
    this.#context = context
    this.#state = state
    this.#text = text
    this.#parsed = parsed
    this.#scheduler = new Scheduler(context, state, text)
    this.#agenda = new Agenda(context, state, this.#scheduler)
  }

  answer(): Turn {
    const learned = learn(this.#state, this.#text, this.#parsed)
    this.#notice()
    if (isUrgent(this.#text)) this.#needs.add('emergency')
    const { interruption } = this.#parsed
    const replies = interruption ? this.#interrupted(interruption) : this.#answerPlainly(learned)
    this.#state.known.service_additional_info = this.#state.notes.join('\n') || null
    const notices = this.#notices.join(' ')
    return {
      state: this.#state,
      replies: notices ? [notices, ...replies] : replies,
      extracted: this.#state.known,
      booking: this.#scheduler.booking,
      quickReplies: quickReplies(this.#state, this.#context.business),
      needs: mostImportant(this.#needs),
    }
  }

  /** What the visitor must read first. */
  #notice(): void {
    const area = placeAddress(this.#state, this.#context.business)
    if (area) {
      this.#notices.push(area)
      this.#needs.add('unanswered')
    }
    for (const notice of noticesOf(this.#text, this.#context, this.#state.notes)) {
      this.#notices.push(notice.text)
      note(this.#state, notice.note)
      this.#needs.add(notice.needs)
    }
  }

  /** The visitor asks for something instead of answering. */
  #interrupted(kind: Interruption): string[] {
    const { reply, next, needs } = handOff(kind, this.#context, this.#state, this.#text)
    if (needs) this.#needs.add(needs)
    return next === 'same' ? this.#agenda.resume(reply) : this.#agenda.replace(reply, next)
  }

  #answerPlainly(learned: Learned): string[] {
    const isSatisfied = settleQuestion(this.#state, this.#text, this.#parsed) || learned.isNew
    return this.#schedule(learned) ?? (isSatisfied ? this.#afterAnswer(learned) : this.#afterOther())
  }

  /** What the message means for the estimate call, or null. */
  #schedule({ changes }: Learned): string[] | null {
    const text = this.#scheduler.answer()
    if (text === null) return null
    return [this.#scheduler.hasBooked() ? this.#agenda.advance(text, changes.length > 0) : text]
  }

  #afterAnswer({ changes }: Learned): string[] {
    const answer = this.#answers()
    const wasClosed = this.#state.closed
    const acknowledgement = this.#acknowledgement(changes)
    const next = this.#agenda.advance(acknowledgement, changes.length > 0)
    const closedAgain = wasClosed === 'reachable' && next === acknowledgement
    return [...answer, closedAgain ? `${next} I've added that to your request.` : next]
  }

  #answers(): string[] {
    const { text, isOpen } = answerQuestions(this.#context, this.#state, this.#parsed)
    if (isOpen) this.#needs.add('unanswered')
    return text === null ? [] : [text]
  }

  #acknowledgement(changes: Learned['changes']): string {
    if (changes.length > 0) return corrected(changes)
    if (this.#notices.length > 0) return ''
    if (this.#parsed.unlisted.length > 0) this.#needs.add('unanswered')
    return acknowledge(this.#context, this.#state, this.#text, this.#parsed)
  }

  /** The message had no new fact: a refusal, a question, thanks, or something unclear. */
  #afterOther(): string[] {
    const { asked } = this.#agenda
    const resume = (text: string) => this.#agenda.resume(text)
    if (asksWhy(this.#text)) return resume('It lets the team get back to you with a fitting estimate.')
    const isBooking = asked !== null && wantsBooking(this.#text)
    if (isBooking) return resume('Gladly. I just need a few details first.')
    const [answer] = this.#answers()
    if (answer) return resume(answer)
    if (this.#notices.length > 0) return asked ? [this.#agenda.ask(asked)] : [this.#smallTalk()]
    if (isUrgent(this.#text)) return resume(MARKED_URGENT)
    if (hasFacts(this.#parsed)) return resume('Thanks, I have that already.')
    const faq = keywords(this.#text).size > 1 || !asked ? this.#faq() : null
    if (faq && !asked) return [faq]
    if (!asked) return [this.#smallTalk()]
    if (faq) return resume(faq)
    if (isGreeting(this.#text)) return resume('Hello!')
    if (declines(this.#text)) return this.#declined(asked.topic)
    return this.#notUnderstood(asked)
  }

  #faq(): string | null {
    return findAnswer(this.#context.business.faqs, this.#text)?.answer ?? null
  }

  #smallTalk(): string {
    if (isThanks(this.#text) || declines(this.#text)) return voiceOf(this.#context.business.tone).welcome
    if (isGreeting(this.#text)) return 'Hello again! Is there anything to add to your request?'
    note(this.#state, this.#text)
    this.#needs.add('unanswered')
    return 'Thank you, I have passed that on to the team.'
  }

  #declined(topic: Topic): string[] {
    if (topic === 'service') return ["No problem! I'm here whenever you need us."]
    this.#agenda.rest(topic, this.#text)
    return [this.#agenda.advance(`No problem.${this.#agenda.alternative()}`)]
  }

  #notUnderstood(asked: NonNullable<AgentState['asked']>): string[] {
    if (asked.tries >= MOST_TRIES) {
      if (asked.topic === 'service' && /\p{L}{2}/u.test(this.#text)) {
        this.#state.known.service_needs = this.#text.slice(0, LIMITS.line)
      } else {
        this.#agenda.rest(asked.topic, this.#text)
      }
      note(this.#state, this.#text)
      return [this.#agenda.advance(`That's all right.${this.#agenda.alternative()}`)]
    }
    this.#state.asked = { ...asked, tries: asked.tries + 1 }
    return [hintFor(asked.topic, this.#text, this.#context)]
  }
}
