import { capitalized } from '../../../src/domain/common/capitalized.ts'
import {
  slotLabel,
  slotSentence,
  type WallSlot,
  wallSlot,
  zoneName,
  zoneNameOf,
} from '../../call-times/slots.ts'
import { namesOfServices } from '../service-names.ts'
import type { AgentContext, AgentState, Business } from '../state.ts'
import { say as sayDialogue } from '../texts/dialogue.ts'
import { say } from '../texts/schedule.ts'
import { suggest } from './choose.ts'
import type { Criteria } from './criteria.ts'
import { isWish, readWish, suits, type Wish } from './wish.ts'
import { isOwnTime } from './zone.ts'

/** The maximum number of offered starts in the state. */
const MOST_SHOWN = 40

export const datesOf = (stored: readonly string[]) => stored.map((each) => new Date(each))

/** Which slots to offer: the current ones, different ones, the first ones, or those that match a wish. */
export type Which = 'same' | 'other' | 'first' | Wish

/** Returns the slots on days and at times that the visitor hasn't ruled out. */
export const allowed = (free: readonly WallSlot[], excluded: readonly Criteria[]) =>
  free.filter((slot) => suits(slot, { any: [], not: excluded }))

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
  // A visitor who moves the call can no longer make the time that they named before.
  const availability = state.booked ? null : state.known.service_availability
  const general = availability
    ? readWish(availability, wallSlot(context.now, context.business.timezone).day)
    : null
  return suggest(
    free,
    general && isWish(general) ? general : null,
    which === 'other' ? datesOf(state.shown) : [],
  )
}

/** Offers slots from `free`, which must be `allowed`, and returns the text; empty if there are none. */
export function offerSlots(
  context: AgentContext,
  state: AgentState,
  free: readonly WallSlot[],
  which: Which,
): string {
  const others = free.filter(({ start }) => start.toISOString() !== state.booked)
  return listSlots(context, state, pick(context, state, others, which))
}

/** Offers the given starts after `heading` and returns the text; empty if there are none. */
export function listSlots(
  { business: { timezone, appointment } }: AgentContext,
  state: AgentState,
  starts: readonly Date[],
  heading: 'offer' | 'nearest' = 'offer',
): string {
  if (starts.length === 0) return ''
  state.terms = appointment
  state.proposed = null
  state.offered = starts.map((start) => start.toISOString())
  state.shown = [...new Set([...state.shown, ...state.offered])].slice(-MOST_SHOWN)
  const list = starts.map((start) => `• ${slotLabel(start, timezone, state.language)}`).join('\n')
  const values = { kind: appointment.kind, zone: zoneNameOf(starts, timezone) }
  const isFirst = heading === 'nearest' || (state.said.slot ?? 0) === 0
  state.said.slot = 1
  return `${say(state.language, isFirst ? heading : 'offerMore', values)}\n${list}`
}

/**
 * Proposes one start, which only a clear yes or a tap books. Returns the text, which names the business's time zone to
 * a visitor who gave the time in their own.
 */
export function proposeSlot(
  { now, business: { timezone, appointment } }: AgentContext,
  state: AgentState,
  start: Date,
  text = '',
): string {
  const { language, booked } = state
  state.terms = appointment
  state.proposed = start.toISOString()
  state.said.slot = 1
  // The visitor can still choose another time of the same list.
  if (!state.offered.includes(state.proposed)) state.offered = [state.proposed]
  state.shown = [...new Set([...state.shown, state.proposed])].slice(-MOST_SHOWN)
  const zone = isOwnTime(text) ? `${say(language, 'zone', { zone: zoneName(start, timezone) })} ` : ''
  const when = zone + capitalized(slotSentence(start, timezone, language, now))
  return booked
    ? say(language, 'proposeMove', {
        kind: appointment.kind,
        when,
        booked: slotSentence(new Date(booked), timezone, language, now),
      })
    : say(language, 'propose', { kind: appointment.kind, when })
}

/** Returns the quick replies to the agent's question: the services or the offered slots. */
export function quickReplies(
  state: AgentState,
  { timezone, ...business }: Pick<Business, 'timezone' | 'services' | 'servicesSpanish'>,
): string[] {
  const { asked, proposed, offered, language } = state
  if (asked?.topic === 'service') return namesOfServices(business, business.services, language)
  if (asked?.topic === 'question') return [sayDialogue(language, 'skip')]
  if (asked?.topic !== 'slot') return []
  const choices = proposed
    ? [say(language, 'yes')]
    : datesOf(offered).map((start) => slotLabel(start, timezone, language))
  return [...choices, say(language, 'other'), say(language, 'no')]
}

/** The business at a time. */
type Moment = Pick<AgentContext, 'now' | 'business'>

/** Returns a sentence about a call that was moved or canceled outside the chat; empty if there is none. */
export function changedSentence(
  { booked, changed, terms, language }: AgentState,
  { now, business: { timezone, appointment } }: Moment,
): string {
  if (!changed) return ''
  const [byTeam, elsewhere] = booked
    ? (['movedByTeam', 'moved'] as const)
    : (['canceledByTeam', 'canceledSince'] as const)
  const key = changed.byTeam ? byTeam : elsewhere
  return say(language, key, {
    kind: (booked ? appointment : (terms ?? appointment)).kind,
    before: slotSentence(new Date(changed.start), timezone, language, now),
  })
}

/** Returns a sentence about the booked call, in `zone` if given; empty if there is none. */
export function bookedSentence(
  { booked, language, known }: AgentState,
  { now, business: { timezone, appointment } }: Moment,
  zone: string | null = null,
): string {
  const when = booked && slotSentence(new Date(booked), zone ?? timezone, language, now)
  const address = appointment.kind === 'visit' ? known.address : null
  if (!when) return ''
  return address
    ? say(language, 'bookedAt', { kind: appointment.kind, when, address })
    : say(language, 'booked', { kind: appointment.kind, when })
}
