import * as v from 'valibot'
import type { ExtractedMetadata } from '../../src/contract/leads.ts'
import type { BusinessDay } from '../../src/contract/profile.ts'
import type { ServiceArea } from './area.ts'
import type { FaqEntry } from './faq.ts'

/** What a visitor may tell that the owner's console has a place for (section 3, extracted_metadata). */
export type FactName = keyof ExtractedMetadata

/** What the agent may know of the business it speaks for. */
export interface Business {
  name: string
  agentName: string
  tone: string
  useEmojis: boolean
  phone: string | null
  email: string | null
  services: readonly string[]
  servicesDescription: string | null
  pricingNotes: string | null
  /** What the owner has written about the business for the agent. */
  summary: string | null
  hours: readonly BusinessDay[]
  timezone: string | null
  faqs: readonly FaqEntry[]
  /** Where the owner's own calendar takes bookings, when they have one. */
  bookingUrl: string | null
  area: ServiceArea
  /** The owner's qualification questions in their order. */
  questions: readonly string[]
}

export interface AgentContext {
  business: Business
  now: Date
  /** When estimate calls of the business begin that are booked already. */
  busy: readonly Date[]
}

/** What the agent asks about; `contact` is a phone number or an e-mail address, whichever they prefer. */
const TOPICS = ['service', 'name', 'contact', 'phone', 'email', 'address', 'question', 'slot'] as const
export type Topic = (typeof TOPICS)[number]

const fact = v.optional(v.nullable(v.string()), null)

const Facts = v.object({
  name: fact,
  email: fact,
  phone: fact,
  address: fact,
  service_needs: fact,
  service_additional_info: fact,
  property_size: fact,
  budget: fact,
  timeline: fact,
  service_availability: fact,
}) satisfies v.GenericSchema<unknown, ExtractedMetadata>

const StoredState = v.object({
  /** What the visitor has told so far. */
  known: v.optional(Facts, {}),
  /** What the agent waits for, how often it has asked, and which of the owner's questions it was. */
  asked: v.optional(
    v.nullable(v.object({ topic: v.picklist(TOPICS), tries: v.number(), question: v.nullable(v.string()) })),
    null,
  ),
  declined: v.optional(v.array(v.picklist(TOPICS)), []),
  /** The owner's questions that were asked, answered or not. */
  settled: v.optional(v.array(v.string()), []),
  /** What to tell the owner besides: answers, open questions, the visitor's own words. */
  notes: v.optional(v.array(v.string()), []),
  /** The starts of the estimate calls that were offered last, and all that were offered so far; ISO 8601. */
  offered: v.optional(v.array(v.string()), []),
  shown: v.optional(v.array(v.string()), []),
  /** The start of the estimate call that is booked, ISO 8601. */
  booked: v.optional(v.nullable(v.string()), null),
  /** The address that was last compared with the service area. */
  placed: v.optional(v.nullable(v.string()), null),
  /** Whether a person shall see to it: the agent asks for a way to reach the visitor, and for nothing more. */
  handoff: v.optional(v.boolean(), false),
  /** Whether the agent has said goodbye, and with or without a way to reach the visitor. */
  closed: v.optional(v.nullable(v.picklist(['reachable', 'unreachable'])), null),
})

/** Where a conversation stands; plain JSON, kept with the conversation. */
export type AgentState = v.InferOutput<typeof StoredState>

/** The state as stored; one that this version cannot read begins anew. */
export function readState(stored: unknown): AgentState {
  const result = v.safeParse(StoredState, stored)
  return result.success ? result.output : v.parse(StoredState, {})
}
