import { ESTIMATE_CALL_MINUTES } from '../../../src/domain/leads/bookings.ts'
import type { AgentContext, AgentState, Business } from '../state.ts'
import { say } from '../texts/dialogue.ts'
import { NO_CALL, OTHER_TIMES, suggest } from './choose.ts'
import { slotLabel, slotSentence, type WallSlot, wallSlot, zoneName } from './slots.ts'
import { isWish, readWish, type Wish } from './wish.ts'

/** How many offered starts are remembered. */
const MOST_SHOWN = 40
/** How many services are offered as quick replies. */
const MOST_SERVICES = 6

export const datesOf = (stored: readonly string[]) => stored.map((each) => new Date(each))

/** Which slots to offer: the current ones, different ones, the wished ones, or the first ones. */
export type Which = 'same' | 'other' | 'first' | Wish

function pick(
  context: AgentContext,
  state: AgentState,
  free: readonly WallSlot[],
  which: Which,
): readonly Date[] {
  const isFree = (start: Date) => free.some((slot) => slot.start.getTime() === start.getTime())
  const same = which === 'same' ? datesOf(state.offered).filter(isFree) : []
  if (same.length > 0) return same
  if (typeof which === 'object') return suggest(free, which)
  const availability = state.known.service_availability
  const general = availability
    ? readWish(availability, wallSlot(context.now, context.business.timezone).day)
    : null
  return suggest(
    free,
    general && isWish(general) ? general : null,
    which === 'other' ? datesOf(state.shown) : [],
  )
}

/** Offers slots and returns the text; empty if none is free. */
export function offerSlots(
  context: AgentContext,
  state: AgentState,
  free: readonly WallSlot[],
  which: Which,
): string {
  const { timezone } = context.business
  const starts = pick(context, state, free, which)
  const [first] = starts
  if (!first) return ''
  state.offered = starts.map((start) => start.toISOString())
  state.shown = [...new Set([...state.shown, ...state.offered])].slice(-MOST_SHOWN)
  const list = starts.map((start) => `• ${slotLabel(start, timezone)}`).join('\n')
  return `When would a free ${ESTIMATE_CALL_MINUTES}-minute estimate call suit you? These times are free (${zoneName(first, timezone)}):\n${list}`
}

/** The quick replies to what the agent asks: the services, or the offered slots. */
export function quickReplies(
  state: AgentState,
  { timezone, services }: Pick<Business, 'timezone' | 'services'>,
): string[] {
  if (state.asked?.topic === 'service') return services.slice(0, MOST_SERVICES)
  if (state.asked?.topic === 'question') return [say(state.language, 'skip')]
  if (state.asked?.topic !== 'slot') return []
  return [...datesOf(state.offered).map((start) => slotLabel(start, timezone)), OTHER_TIMES, NO_CALL]
}

/** Describes the booked call in a sentence; empty if there is none. */
export function bookedSentence({ booked }: AgentState, { timezone }: Business): string {
  return booked ? `Your estimate call is booked for ${slotSentence(new Date(booked), timezone)}.` : ''
}
