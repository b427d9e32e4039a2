import * as v from 'valibot'
import { type Appointment, AppointmentKind } from '../../src/contract/appointments.ts'
import type { ExtractedMetadata } from '../../src/contract/leads.ts'
import type { BusinessDay } from '../../src/contract/profile.ts'
import { PREFERENCES } from '../../src/domain/leads/agent-notes.ts'
import type { Closure } from '../../src/domain/settings/closures.ts'
import { LANGUAGES } from '../base/catalogue.ts'
import type { Busy } from '../call-times/slots.ts'
import type { KnownHoliday } from '../holidays/holidays.ts'
import type { ServiceArea } from './area.ts'
import type { FaqEntry } from './faq.ts'
import { StoredCriteria } from './schedule/criteria.ts'

/** The facts that the console stores (section 3, extracted_metadata). */
export type FactName = keyof ExtractedMetadata

/** What the agent knows about its business: only what visitors may read. */
export interface Business {
  name: string
  agentName: string
  tone: string
  useEmojis: boolean
  phone: string | null
  email: string | null
  services: readonly string[]
  /** The owner's Spanish names of services; see src/domain/settings/spanish-services.ts. */
  servicesSpanish?: Readonly<Record<string, string>> | null | undefined
  servicesDescription: string | null
  pricingNotes: string | null
  /** The owner's description of the business for the agent. */
  summary: string | null
  /** How soon the owner says that the team replies (section 3, reply_time). */
  replyTime: string | null
  hours: readonly BusinessDay[]
  /** When estimate calls are offered; null for the hours of the business. */
  callHours: readonly BusinessDay[] | null
  /** What the visitor books, or has booked. */
  appointment: Appointment
  timezone: string | null
  /** The days off, and the dates of the holidays that the business observes. */
  closures: readonly Closure[]
  /** The holidays that visitors may name, and the names of those when the business is closed. */
  holidays: readonly KnownHoliday[]
  holidaysClosed: readonly string[]
  faqs: readonly FaqEntry[]
  /** Whether visitors can add photos to the chat. */
  takesPhotos: boolean
  /** The owner's own booking link, if any. */
  bookingUrl: string | null
  area: ServiceArea
  /** The owner's qualification questions, in order. */
  questions: readonly string[]
  /** Whether the owner has paused the agent, so that it only takes messages. */
  isPaused?: boolean | undefined
}

export interface AgentContext {
  business: Business
  now: Date
  /** The business's booked estimate calls, and the appointments in its calendars. */
  busy: readonly Busy[]
  /** The only allowed starts, in milliseconds since 1970. If null or missing, any start is allowed. */
  starts?: ReadonlySet<number> | null | undefined
  /** The number of photos beside the visitor's message. */
  photos?: number | undefined
}

/** The topics that the agent asks about; `contact` is a phone number or an email address. */
export const TOPICS = ['service', 'name', 'contact', 'phone', 'email', 'address', 'question', 'slot'] as const
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

/** The facts that identify a visitor and the place of the work, which they may correct. */
const CORRECTABLE = ['name', 'phone', 'email', 'address'] as const
export type CorrectableFact = (typeof CORRECTABLE)[number]
export const isCorrectable = (name: FactName): name is CorrectableFact =>
  CORRECTABLE.some((each) => each === name)

const StoredState = v.object({
  language: v.optional(v.picklist(LANGUAGES), 'en'),
  /** The number of consecutive English messages, and the code of another language that the visitor uses. */
  english: v.optional(v.number(), 0),
  foreign: v.optional(v.nullable(v.string()), null),
  known: v.optional(Facts, {}),
  /** The open topic, how often the agent has asked about it, and which owner's question it was. */
  asked: v.optional(
    v.nullable(v.object({ topic: v.picklist(TOPICS), tries: v.number(), question: v.nullable(v.string()) })),
    null,
  ),
  declined: v.optional(v.array(v.picklist(TOPICS)), []),
  /** How often the agent has put each question, by its topic or by the owner's words, and said other repeated texts. */
  said: v.optional(v.record(v.string(), v.number()), {}),
  /** The way of contact that the visitor prefers to calls. */
  prefers: v.optional(v.nullable(v.picklist(PREFERENCES)), null),
  /** The owner's questions that have been asked, whether or not they were answered. */
  settled: v.optional(v.array(v.string()), []),
  /** Notes for the owner: answers, open questions, and the visitor's own words. */
  notes: v.optional(v.array(v.string()), []),
  /** The starts in the last offer, and all offered starts; ISO 8601. */
  offered: v.optional(v.array(v.string()), []),
  shown: v.optional(v.array(v.string()), []),
  /** Whether the visitor wants a call from a business that books visits, or a visit from one that books calls. */
  wantsOther: v.optional(v.boolean(), false),
  /** What the visitor has last been offered times for. */
  terms: v.optional(v.nullable(v.object({ kind: AppointmentKind, minutes: v.number() })), null),
  /** The start that awaits a clear yes, ISO 8601. */
  proposed: v.optional(v.nullable(v.string()), null),
  /** When the visitor wants the call, and when they don't. */
  wish: v.optional(v.nullable(v.array(StoredCriteria)), null),
  excluded: v.optional(v.array(StoredCriteria), []),
  /** The visitor's time zone, if they have said where they are. */
  zone: v.optional(v.nullable(v.string()), null),
  /** The start of the booked estimate call, ISO 8601. */
  booked: v.optional(v.nullable(v.string()), null),
  /** The start that the visitor knew of an appointment that was moved or canceled outside the chat. */
  changed: v.optional(v.nullable(v.object({ start: v.string(), byTeam: v.boolean() })), null),
  /** The address last compared with the service area. */
  placed: v.optional(v.nullable(v.string()), null),
  /** What the visitor has said, a sentence each, other than questions. */
  heard: v.optional(v.array(v.string()), []),
  /** The visitor's previous message. */
  last: v.optional(v.string(), ''),
  /** The value that the previous message has replaced. */
  replaced: v.optional(v.nullable(v.object({ fact: v.picklist(CORRECTABLE), value: v.string() })), null),
  /** Whether the visitor offers something, instead of asking for work. */
  vendor: v.optional(v.boolean(), false),
  /** The digits of a phone number that the visitor sends in parts. */
  dialed: v.optional(v.string(), ''),
  /** Whether a person takes over: the agent then asks only for contact details. */
  handoff: v.optional(v.boolean(), false),
  /** Whether the visitor is under 18: the agent then asks for nothing, stores nothing, and offers no call. */
  minor: v.optional(v.boolean(), false),
  /** Whether the visitor asked not to be contacted, and has not asked for it since then: the agent then promises none. */
  noContact: v.optional(v.boolean(), false),
  /** The team member who answered before the agent continued. */
  helper: v.optional(v.nullable(v.string()), null),
  /** Whether the agent has closed the conversation, with or without contact details. */
  closed: v.optional(v.nullable(v.picklist(['reachable', 'unreachable'])), null),
})

/** The state of a conversation; plain JSON, stored with it. */
export type AgentState = v.InferOutput<typeof StoredState>

/** Returns whether the visitor has asked for nothing here: sells something, or writes by mistake or about other things. */
export function isStranger({ vendor, said, known, notes }: AgentState): boolean {
  const { phone: _, ...facts } = known
  const isEmpty = notes.length === 0 && Object.values(facts).every((fact) => fact === null)
  return vendor || (Boolean(said.wrong ?? said.offtopic) && isEmpty)
}

/** Parses a stored state. Returns a new state if this version cannot read it. */
export function readState(stored: unknown): AgentState {
  const result = v.safeParse(StoredState, stored)
  return result.success ? result.output : v.parse(StoredState, {})
}
