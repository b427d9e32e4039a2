import { mentionsEmail, mentionsPhone } from './intents.ts'
import { closing, questionFor } from './phrases.ts'
import type { Scheduler } from './schedule/scheduler.ts'
import type { AgentContext, AgentState, Topic } from './state.ts'
import { type NextTopic, nextTopic } from './topics.ts'

/** What the agent still wants to know: in one turn it asks for it, lets it rest, or says goodbye, and keeps that in `state`. */
export class Agenda {
  readonly #context: AgentContext
  readonly #state: AgentState
  readonly #scheduler: Scheduler
  /** What was asked before this turn. */
  readonly asked: AgentState['asked']

  constructor(context: AgentContext, state: AgentState, scheduler: Scheduler) {
    this.#context = context
    this.#state = state
    this.#scheduler = scheduler
    this.asked = state.asked
  }

  /** The question for a topic; for an estimate call it is the offer of slots. */
  ask({ topic, question }: NextTopic): string {
    const offer = topic === 'slot' ? this.#scheduler.offer('', 'same') : ''
    return offer || questionFor(topic, question, this.#context)
  }

  /** Says something, then returns to what was asked. */
  resume(said: string): string[] {
    return this.asked ? [said, this.ask(this.asked)] : [said]
  }

  /** Says something, then asks for `next` in place of what was asked, or for nothing more. */
  replace(said: string, next: NextTopic | null): string[] {
    this.#state.asked = next && { ...next, tries: 1 }
    this.#state.closed = next ? null : this.#reach()
    return next ? [said, this.ask(next)] : [said]
  }

  /** Moves on to the next topic after `opening`, or to the goodbye, before which it is said if it `isKept`. */
  advance(opening: string, isKept = false): string {
    const next = this.#next()
    if (next) {
      const isSame = this.asked?.topic === next.topic && this.asked.question === next.question
      this.#state.asked = { ...next, tries: isSame ? (this.asked?.tries ?? 0) + 1 : 1 }
      this.#state.closed = null
      return [opening, this.ask(next)].filter(Boolean).join(' ')
    }
    this.#state.asked = null
    const closed = this.#reach()
    if (this.#state.closed === closed) return opening
    this.#state.closed = closed
    const goodbye = closing(this.#context, this.#state)
    return isKept ? `${opening} ${goodbye}` : goodbye
  }

  /** Stops asking for a topic. Who keeps the phone number private is asked for an e-mail, and the reverse. */
  rest(topic: Topic, text: string): void {
    const { declined } = this.#state
    if (topic !== 'contact') declined.push(topic)
    else if (mentionsEmail(text) && mentionsPhone(text)) declined.push('phone', 'email')
    else declined.push(mentionsEmail(text) ? 'email' : 'phone')
  }

  /** Leads over from one way of being reached to the other; empty when that is not what comes next. */
  alternative(): string {
    const next = this.#next()?.topic
    if (next === 'email') return ' An email works just as well.'
    return next === 'phone' ? ' A phone number works just as well.' : ''
  }

  #next(): NextTopic | null {
    return nextTopic(this.#state, this.#context.business, () => this.#scheduler.hasSlots())
  }

  #reach(): 'reachable' | 'unreachable' {
    const { phone, email } = this.#state.known
    return phone || email ? 'reachable' : 'unreachable'
  }
}
