import type { AgentContext, AgentState } from '../state.ts'
import { readChoice } from './choose.ts'
import { wantsBooking, wantsToCancel, wantsToMove } from './intents.ts'
import { bookedSentence, datesOf, offerSlots, type Which } from './offer.ts'
import { freeSlots, type WallSlot, wallSlot } from './slots.ts'
import { isWish, readWish } from './wish.ts'

/** A call to book, to move, or to cancel. */
export type BookingChange = { kind: 'book'; start: Date } | { kind: 'cancel' }

const CANCELED = 'Your estimate call is canceled. If you would like another time, just say so.'

/** Handles the estimate call in one turn: offers, books, moves, and cancels it in `state`. */
export class Scheduler {
  readonly #context: AgentContext
  readonly #state: AgentState
  readonly #text: string
  #free: readonly WallSlot[] | null = null
  /** The change to store before the turn's replies are true. */
  booking: BookingChange | null = null

  constructor(context: AgentContext, state: AgentState, text: string) {
    this.#context = context
    this.#state = state
    this.#text = text
  }

  hasSlots = () => this.#slots().length > 0
  hasBooked = () => this.booking?.kind === 'book'

  /** Returns the reply if the message is about the call, else null. */
  answer(): string | null {
    const { business, now } = this.#context
    const { asked, booked, shown, known } = this.#state
    const wish = readWish(this.#text, wallSlot(now, business.timezone).day)
    const wished = isWish(wish) ? wish : null
    const which = wished ?? 'first'
    if (asked?.topic === 'slot') return this.#choose()
    if (booked) {
      if (wantsToCancel(this.#text)) return this.#cancel()
      if (wantsToMove(this.#text, wished !== null)) return this.offer('Of course.', which) || null
      return wantsBooking(this.#text) ? bookedSentence(this.#state, business) : null
    }
    // Among slots offered earlier, only an exact time counts as a choice.
    if (!asked && wished && shown.length > 0) {
      return wished.at ? this.#choose() : this.offer('Of course.', wished) || null
    }
    const isReachable = Boolean(known.phone || known.email)
    return isReachable && wantsBooking(this.#text) ? this.offer('Gladly.', which) || null : null
  }

  /** Offers free slots after `opening` and waits for the choice; empty if none is free. */
  offer(opening: string, which: Which): string {
    const offer = offerSlots(this.#context, this.#state, this.#slots(), which)
    if (!offer) return ''
    const { asked, declined } = this.#state
    this.#state.declined = declined.filter((topic) => topic !== 'slot')
    if (asked?.topic !== 'slot') this.#state.asked = { topic: 'slot', tries: 1, question: null }
    this.#state.closed = null
    return opening ? `${opening} ${offer}` : offer
  }

  #slots(): readonly WallSlot[] {
    const { business, now, busy } = this.#context
    this.#free ??= freeSlots({ hours: business.hours, timezone: business.timezone, busy }, now)
    return this.#free
  }

  #choose(): string | null {
    const { business, now } = this.#context
    const offered = datesOf(this.#state.offered)
    const choice = readChoice(this.#text, { offered, free: this.#slots(), timezone: business.timezone, now })
    switch (choice.kind) {
      case 'book':
        return this.#book(choice.start)
      case 'gone': {
        const reason = choice.wasOffered
          ? 'Sorry, that time has just been taken.'
          : 'I have no free time then.'
        return this.offer(reason, 'first') || null
      }
      case 'offer':
        return this.offer('', choice.wish) || null
      case 'others':
        return this.offer('Sure.', 'other') || null
      case 'unclear':
        return null
    }
  }

  #book(start: Date): string {
    this.booking = { kind: 'book', start }
    this.#state.booked = start.toISOString()
    this.#state.offered = []
    this.#state.closed = null
    return bookedSentence(this.#state, this.#context.business)
  }

  #cancel(): string {
    this.booking = { kind: 'cancel' }
    this.#state.booked = null
    this.#state.asked = null
    this.#state.closed = 'reachable'
    this.#state.declined.push('slot')
    return CANCELED
  }
}
