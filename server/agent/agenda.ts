import { mentionsEmail, mentionsPhone } from './intents.ts'
import { closing, questionFor } from './phrases.ts'
import type { Scheduler } from './schedule/scheduler.ts'
import type { AgentContext, AgentState } from './state.ts'
import { say } from './texts/dialogue.ts'
import { type NextTopic, nextTopic } from './topics.ts'

/** The number of times in a row that the agent asks for the service of a visitor who tells it other things. */
const MOST_IN_A_ROW = 2

/** Matches refusals of contact details: `no email sorry`. */
const REFUSES_CONTACT =
  /(?:\b(?:no|not|rather|without)\b|n['’]?t\b).{0,40}\b(?:phone|e-?mail|correo|tel[eé]fono)(?!\p{L})/iu

/** Returns whether a visitor refuses or lacks a way of contact: `I don't have a phone`. */
export const refusesContact = (text: string) => REFUSES_CONTACT.test(text)

/**
 * The open topics of a conversation. Each turn, it asks about a topic, skips it, or closes, and records that in
 * `state`.
 */
export class Agenda {
  readonly #context: AgentContext
  readonly #state: AgentState
  readonly #scheduler: Scheduler
  /** The question asked before this turn. */
  readonly asked: AgentState['asked']

  constructor(context: AgentContext, state: AgentState, scheduler: Scheduler) {
    this.#context = context
    this.#state = state
    this.#scheduler = scheduler
    this.asked = state.asked
  }

  /** Returns the question for a topic. For an estimate call, that is the offered slots. */
  ask({ topic, question }: NextTopic): string {
    const offer = topic === 'slot' ? this.#scheduler.offer('', 'same') : ''
    return offer || questionFor(topic, question, this.#context, this.#state.language)
  }

  /** Returns a text, followed by the open question unless the message has answered that. */
  resume(text: string): string[] {
    if (this.#hasAnswer()) return this.replace(text, null)
    return this.asked ? [text, this.ask(this.asked)] : [text]
  }

  #hasAnswer(): boolean {
    const { phone, email, name, address } = this.#state.known
    const facts: Partial<Record<string, string | null>> = {
      contact: phone ?? email,
      phone,
      email,
      name,
      address,
    }
    return Boolean(this.asked && facts[this.asked.topic])
  }

  /** Returns a text, followed by a question about `next` instead of the open question, or by nothing. */
  replace(text: string, next: NextTopic | null): string[] {
    this.#state.asked = next && { ...next, tries: 1 }
    this.#state.closed = next ? null : this.#reach()
    return next ? [text, this.ask(next)] : [text]
  }

  /**
   * Moves on to the next topic after `opening`, or to the closing message. The closing message keeps `opening` only if
   * `isKept`.
   */
  advance(opening: string, isKept = false): string {
    const isStuck = this.asked?.topic === 'service' && this.asked.tries >= MOST_IN_A_ROW
    const next = this.#next(isStuck)
    if (!next) return this.close(opening, isKept)
    const isSame = this.asked?.topic === next.topic && this.asked.question === next.question
    // Other facts don't count as failed attempts, except instead of the service.
    const tries = (this.asked?.tries ?? 0) + (next.topic === 'service' ? 1 : 0)
    this.#state.asked = { ...next, tries: isSame ? tries : 1 }
    this.#state.closed = null
    return [opening, this.ask(next)].filter(Boolean).join(' ')
  }

  /** Stops asking questions. Returns the closing message unless the visitor has seen it. */
  close(opening: string, isKept = false): string {
    this.#state.asked = null
    const closed = this.#reach()
    if (this.#state.closed === closed) return opening
    this.#state.closed = closed
    const goodbye = [closing(this.#context, this.#state), this.#link()].filter(Boolean).join(' ')
    return isKept && opening ? `${opening} ${goodbye}` : goodbye
  }

  /**
   * Stops asking about a topic. A visitor who declines to give a phone number is asked for an email address, and vice
   * versa.
   */
  rest({ topic, question }: NextTopic, text: string): void {
    const { declined, settled } = this.#state
    // `I'd rather not give my phone number` declines only that, whatever the agent asked for.
    const isOfContact =
      topic === 'contact' || (topic !== 'phone' && topic !== 'email' && refusesContact(text))
    if (!isOfContact) {
      if (question) settled.push(question)
      else declined.push(topic)
    } else if (mentionsEmail(text) && mentionsPhone(text)) declined.push('phone', 'email')
    else declined.push(mentionsEmail(text) ? 'email' : 'phone')
  }

  /** Returns a transition from one contact type to the other; empty if that isn't the next topic. */
  alternative(): string {
    const next = this.#next()?.topic
    if (next === 'email') return say(this.#state.language, 'orEmail')
    return next === 'phone' && !this.#state.known.email ? say(this.#state.language, 'orPhone') : ''
  }

  #next(isServiceLater = false): NextTopic | null {
    return nextTopic(this.#state, this.#context.business, () => this.#scheduler.hasSlots(), isServiceLater)
  }

  /** Returns the owner's booking link if the visitor would otherwise be offered a call. */
  #link(): string {
    const { handoff, booked, declined } = this.#state
    const wouldBook = !handoff && !booked && !declined.includes('slot') && this.#reach() === 'reachable'
    return wouldBook ? this.#scheduler.bookingLink() : ''
  }

  #reach(): 'reachable' | 'unreachable' {
    const { phone, email } = this.#state.known
    return phone || email ? 'reachable' : 'unreachable'
  }
}
