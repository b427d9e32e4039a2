import * as v from 'valibot'
import { LIMITS } from '../../../src/contract/limits.ts'
import { cutText } from '../../../src/domain/common/cut-text.ts'
import { findAddresses, readAddress } from '../extract/address.ts'
import { findEmails, findPhones } from '../extract/contact.ts'
import { findAnswer } from '../faq.ts'
import { allowed, offerSlots, proposeSlot } from '../schedule/offer.ts'
import { wishIn } from '../schedule/relate.ts'
import { freeSlots, slotLabel } from '../schedule/slots.ts'
import { isWish } from '../schedule/wish.ts'
import type { AgentContext, AgentState, FactName } from '../state.ts'
import type { Turn } from '../turn.ts'
import type { ModelTool } from './completions.ts'

const FACTS = [
  'name',
  'email',
  'phone',
  'address',
  'service_needs',
  'property_size',
  'budget',
  'timeline',
  'service_availability',
] as const satisfies readonly FactName[]

const text = { type: 'string' } as const
const tool = (name: string, description: string, properties: object, required: string[] = []): ModelTool => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: { type: 'object', properties, required, additionalProperties: false },
  },
})

/** The tools that a model can call. None has an organization parameter: each acts only on the current conversation. */
export const TOOLS: readonly ModelTool[] = [
  tool('answer_faq', "The owner's answer to a visitor's question.", { question: text }, ['question']),
  tool(
    'record_details',
    'What the visitor said, in their own words. Leave out what they did not say.',
    Object.fromEntries(FACTS.map((name) => [name, text])),
  ),
  tool('offer_slots', 'Shows free times for the estimate call. wish: when the visitor would like it.', {
    wish: text,
  }),
  tool(
    'book_slot',
    'Asks the visitor to confirm an offered time that they chose; a clear yes books it.',
    { slot: text },
    ['slot'],
  ),
]

const Question = v.object({ question: v.string() })
const Details = v.partial(
  v.object(
    Object.fromEntries(FACTS.map((name) => [name, v.string()])) as Record<
      (typeof FACTS)[number],
      v.StringSchema<undefined>
    >,
  ),
)
const WishOf = v.object({ wish: v.optional(v.string(), '') })
const Slot = v.object({ slot: v.string() })

const words = (value: string) => value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns whether the visitor actually wrote a value, digit by digit or word by word. */
function isSpoken(value: string, visitor: readonly string[]): boolean {
  const spoken = visitor.join(' \n ')
  const digits = value.replace(/\D/g, '')
  if (digits.length >= 7) return spoken.replace(/\D/g, '').includes(digits.replace(/^1(?=\d{10}$)/, ''))
  const spokenWords = new Set(words(spoken))
  const own = words(value)
  return own.length > 0 && own.every((word) => spokenWords.has(word))
}

/** Returns whether a value has the form of its fact, so that no other word becomes an email address. */
function isPlausible(name: FactName, value: string): boolean {
  if (name === 'phone') return findPhones(value).length > 0
  if (name === 'email') return findEmails(value).length > 0
  if (name === 'address') return readAddress(value) !== null || findAddresses(value).length > 0
  return name !== 'budget' || /\d/.test(value)
}

/** Returns the tools of one turn and their effects. `draft` starts as the script's turn. */
export function toolbox(context: AgentContext, before: AgentState, draft: Turn, visitor: readonly string[]) {
  const turn = draft
  let offer = ''
  const { business, now, busy, starts } = context
  const free = () => allowed(freeSlots({ ...business, busy, starts }, now), draft.state.excluded)
  const isReachable = () => Boolean(turn.state.known.phone || turn.state.known.email)

  const actions: Record<string, (input: unknown) => string> = {
    answer_faq(input) {
      const { question } = v.parse(Question, input)
      const found = findAnswer(business.faqs, question)
      if (found) return found.answer
      turn.needs ??= 'unanswered'
      return 'There is no answer on file. Say that you will pass the question on.'
    },
    record_details(input) {
      const kept: string[] = []
      for (const [name, value] of Object.entries(v.parse(Details, input)) as [FactName, string][]) {
        const tidied = cutText(value.trim(), LIMITS.line)
        // Facts that the script extracted are certain; a model can only fill gaps.
        if (turn.state.known[name] || !isSpoken(tidied, visitor) || !isPlausible(name, tidied)) continue
        turn.state.known[name] = tidied
        kept.push(name)
      }
      return kept.length > 0 ? `Noted: ${kept.join(', ')}` : 'The visitor said nothing new.'
    },
    offer_slots(input) {
      if (turn.state.booked) return 'A call is already booked.'
      if (!isReachable()) return 'Ask for a phone number or an email address first.'
      const wish = wishIn(v.parse(WishOf, input).wish, context, turn.state)
      offer = offerSlots(context, turn.state, free(), isWish(wish) ? wish : 'same')
      if (!offer) return 'No time is free in the next two weeks.'
      turn.state.asked = { topic: 'slot', tries: 1, question: null }
      return `These times are shown to the visitor: ${offer}`
    },
    book_slot(input) {
      const { slot } = v.parse(Slot, input)
      // A visitor can choose only what was on offer before they wrote.
      const start = before.offered.find(
        (each) => slotLabel(new Date(each), business.timezone, before.language) === slot.trim(),
      )
      if (!start) return 'That time was not offered. Use offer_slots and let the visitor choose.'
      const isFree = free().some((each) => each.start.getTime() === Date.parse(start))
      if (!isFree) return 'That time was just taken. Use offer_slots.'
      offer = proposeSlot(context, turn.state, new Date(start))
      turn.state.asked = { topic: 'slot', tries: 1, question: null }
      return `The visitor is asked: ${offer}`
    },
  }

  return {
    run(name: string, argumentsJson: string): string {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action) return 'There is no such tool.'
      try {
        return action(JSON.parse(argumentsJson || '{}'))
      } catch {
        return 'The arguments are not valid JSON.'
      }
    },
    turn: () => turn,
    /** The offer or proposal of a tool; empty if there is none. */
    offer: () => offer,
  }
}
