import { mentionsEmail, mentionsPhone } from './intents.ts'
import { askAgain, closing, questionFor } from './phrases.ts'
import type { Scheduler } from './schedule/scheduler.ts'
import { type AgentContext, type AgentState, TOPICS } from './state.ts'
import { say } from './texts/dialogue.ts'
import { isPlaced, type NextTopic, nextTopic } from './topics.ts'

/** The number of times in a row that the agent asks for the service of a visitor who tells it other things. */
const MOST_IN_A_ROW = 2
/** How often the agent puts the same question, the second time in other words. */
const MOST_ASKED = 2

/** Under this key, `said` counts how often the agent has put a question. */
const keyOf = ({ topic, question }: NextTopic) => question ?? topic

/** Matches refusals of contact details: `no email sorry`. */
const REFUSES_CONTACT =
  /(?:\b(?:no|not|rather|without)\b|n['’]?t\b).{0,40}\b(?:phone|e-?mail|correo|tel[eé]fono)(?!\p{L})/iu

/** Returns whether a visitor refuses or lacks a way of contact: `I don't have a phone`. */
export const refusesContact = (text: string) => REFUSES_CONTACT.test(text)

const withoutEmpty = (texts: readonly string[]) => texts.filter((text) => text !== '')

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

  /**
   * Returns the question for a topic: the second time in other words, then nothing. For an estimate call, that is the
   * offered slots.
   */
  ask(next: NextTopic): string {
    const { language, said } = this.#state
    const before = this.#onOffer()
    const offer = next.topic === 'slot' ? this.#scheduler.offer('', 'same') : ''
    const times = said[keyOf(next)] ?? 0
    if (offer && (times === 0 || this.#onOffer() !== before)) {
      said.slot = 1
      return offer
    }
    said[keyOf(next)] = times + 1
    if (times >= MOST_ASKED) return ''
    const first = offer || questionFor(next.topic, next.question, this.#context, language)
    return times === 0 ? first : askAgain(next, this.#context, this.#state)
  }

  #onOffer = () => [...this.#state.offered, this.#state.proposed].join(' ')

  /** Counts a question that another text contains. */
  countAsked(next: NextTopic): void {
    this.#state.said[keyOf(next)] = (this.#state.said[keyOf(next)] ?? 0) + 1
  }

  /** Returns a text, followed by the open question unless the message has answered that. */
  resume(text: string): string[] {
    if (this.#hasAnswer()) return this.replace(text, null)
    return this.asked ? withoutEmpty([text, this.ask(this.asked)]) : [text]
  }

  #hasAnswer(): boolean {
    const { phone, email, name, address } = this.#state.known
    const facts: Partial<Record<string, string | null>> = {
      contact: phone ?? email,
      phone,
      email,
      name,
      address: isPlaced(this.#context.business, this.#state) ? address : null,
    }
    return Boolean(this.asked && facts[this.asked.topic])
  }

  /** Returns a text, followed by a question about `next` instead of the open question, or by nothing. */
  replace(text: string, next: NextTopic | null): string[] {
    this.#state.asked = next && { ...next, tries: 1 }
    this.#state.closed = next ? null : this.#reach()
    return next ? withoutEmpty([text, this.ask(next)]) : [text]
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
    const { said, declined } = this.#state
    const exhausted = TOPICS.filter((topic) => topic !== 'slot' && (said[topic] ?? 0) >= MOST_ASKED)
    const ways = exhausted.includes('contact') ? (['phone', 'email'] as const) : []
    const state = { ...this.#state, declined: [...declined, ...exhausted, ...ways] }
    return nextTopic(state, this.#context.business, () => this.#scheduler.hasSlots(), isServiceLater)
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
