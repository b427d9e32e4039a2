import { type Calendar, freeSlots, type WallSlot, wallSlot } from '../../call-times/slots.ts'
import { calendarOfCalls } from '../call-hours.ts'
import type { AgentContext, AgentState } from '../state.ts'
import { allowed } from './offer.ts'
import { type Found, QUARTER, resolve } from './resolve.ts'
import { suits, type Wish } from './wish.ts'

/** The bookable starts of one turn, without those that the visitor has ruled out. */
export class Bookable {
  readonly #context: AgentContext
  readonly #state: AgentState
  readonly #calendar: Calendar
  #slots: { excluded: AgentState['excluded']; free: readonly WallSlot[] } | null = null

  constructor(context: AgentContext, state: AgentState) {
    this.#context = context
    this.#state = state
    this.#calendar = calendarOfCalls(context)
  }

  /** Returns the slots on the regular grid, including those that the visitor has ruled out. */
  all = (): readonly WallSlot[] => freeSlots(this.#calendar, this.#context.now)

  slots(): readonly WallSlot[] {
    const { excluded } = this.#state
    if (this.#slots?.excluded !== excluded) this.#slots = { excluded, free: allowed(this.all(), excluded) }
    return this.#slots.free
  }

  /** Returns whether a call can start at this time, on the grid or at a quarter hour. */
  includes(start: Date): boolean {
    const slot = wallSlot(start, this.#calendar.timezone)
    const isIn = (free: readonly WallSlot[]) => free.some((each) => each.start.getTime() === start.getTime())
    return (
      suits(slot, { any: [], not: this.#state.excluded }) &&
      (isIn(this.slots()) || isIn(freeSlots(this.#calendar, this.#context.now, QUARTER)))
    )
  }

  resolve(wish: Wish, isOpen: boolean): Found {
    const { language, excluded } = this.#state
    const { now, business } = this.#context
    const diary = {
      calendar: this.#calendar,
      free: this.slots(),
      now,
      language,
      callHours: business.callHours,
      kind: business.appointment.kind,
    }
    return resolve(diary, { ...wish, not: [...wish.not, ...excluded] }, isOpen)
  }
}
