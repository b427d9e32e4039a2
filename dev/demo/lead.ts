import type { Selectable } from 'kysely'
import { lastMessage } from '../../server/conversations/messages.ts'
import { OF_AGENT } from '../../server/conversations/standing.ts'
import type { ConversationsTable, LeadsTable, MessagesTable } from '../../server/db/schema.ts'
import type { ExtractedMetadata } from '../../src/contract/leads.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { converse, type LeadFacts, type Voice } from './conversation.ts'
import { answeredAt } from './history.ts'
import { originOf } from './origin.ts'
import { personOf } from './people.ts'
import { createRandom, type Random } from './random.ts'
import {
  ADDITIONAL_INFO,
  AVAILABILITIES,
  SERVICE_TALK,
  type ServiceTalk,
  SMALL_TALK,
  TIMELINES,
} from './services.ts'
import type { Slots } from './slots.ts'

/** Demo leads are spread over this many days, with more of them at the recent end. */
const SPAN_DAYS = 90
const NEWEST_MINUTES = 12
/** A value of 1 would spread the leads evenly. */
const CROWDING = 1.6
/** Older leads have a decision, because new leads without activity for 30 days are marked as lost. */
const NEW_FOR_DAYS = 27
/** Every fifth of the first sixty leads is booked, which makes twelve. */
const BOOKED = { every: 5, offset: 3, first: 60 }
/** The maximum number of leads with a conversation if there are thousands of leads. */
const CONVERSATIONS = 200

const LOSS_REASONS = [
  'Chose another company',
  'Too expensive',
  'Outside service area',
  'No response',
] as const

export interface SeededLead {
  lead: Selectable<LeadsTable>
  conversation: Selectable<ConversationsTable> | null
  messages: Selectable<MessagesTable>[]
}

export interface LeadSeries {
  organizationId: string
  voice: Voice
  /** The number of leads; the first one is the newest. */
  count: number
  /** Distinguishes this series from others. */
  seed: number
  now: Date
  slots: Slots
}

type Reachability = 'full' | 'unnamed' | 'phone only' | 'service only' | 'nothing'

/**
 * Returns which details a lead has. Some leads lack a name, an email address, or everything, so that every fallback for
 * the display name occurs.
 */
function reachabilityOf(index: number): Reachability {
  if (index === 4 || index === 27) return 'unnamed'
  if (index === 9 || index === 41) return 'phone only'
  if (index === 14) return 'service only'
  if (index === 22) return 'nothing'
  return 'full'
}

function chooseFacts(index: number, reach: Reachability, talk: ServiceTalk, random: Random): LeadFacts {
  const person = personOf(index, random)
  const ways = random.next()
  const often = (value: string, probability: number) => (random.chance(probability) ? value : null)
  const isFull = reach === 'full'
  const isSilent = reach === 'nothing' || reach === 'service only'
  return {
    name: isFull ? person.name : null,
    email: reach === 'unnamed' || (isFull && ways < 0.75) ? person.email : null,
    phone: reach === 'phone only' || (isFull && ways > 0.3) ? person.phone : null,
    address: isSilent ? null : often(person.address, 0.8),
    size: isSilent ? null : often(random.pick(talk.sizes), 0.65),
    budget: isSilent ? null : often(random.pick(talk.budgets), 0.5),
    timeline: isSilent ? null : often(random.pick(TIMELINES), 0.7),
    availability: isSilent ? null : often(random.pick(AVAILABILITIES), 0.45),
    info: isSilent ? null : often(random.pick(ADDITIONAL_INFO), 0.35),
  }
}

function ageOf(index: number, count: number, random: Random): number {
  // The newest lead is always NEWEST_MINUTES old.
  const share = index === 0 ? 0 : (index + random.next() * 0.6) / count
  return NEWEST_MINUTES * MINUTE_MS + share ** CROWDING * (SPAN_DAYS - 1) * DAY_MS
}

interface Outcome {
  status: 'new' | 'converted' | 'lost'
  isBooked: boolean
  decidedAfterMs: number
}

function outcomeOf(index: number, ageMs: number, random: Random): Outcome {
  const ageDays = ageMs / DAY_MS
  const isBooked = index < BOOKED.first && index % BOOKED.every === BOOKED.offset
  const decidedAfterMs = Math.min(ageMs * 0.8, random.int(2, 96) * 60 * MINUTE_MS)
  if (isBooked) return { status: 'converted', isBooked, decidedAfterMs }
  if (ageDays < NEW_FOR_DAYS && random.chance(0.9)) return { status: 'new', isBooked, decidedAfterMs: 0 }
  return { status: random.chance(0.12) ? 'converted' : 'lost', isBooked, decidedAfterMs }
}

function bookingOf(index: number, created: Date, { slots, now }: LeadSeries, random: Random) {
  const isAhead = index < 3 * BOOKED.every
  const start = isAhead
    ? slots.take(now.getTime() + random.int(1, 6) * DAY_MS)
    : slots.take(created.getTime() + random.int(1, 5) * DAY_MS)
  const id = random.id('booking')
  return {
    converted_to_booking_id: id,
    booking_start_time: start,
    // One booking has no status; the console shows it as scheduled.
    booking_status: start <= now ? 'completed' : index === BOOKED.offset + BOOKED.every ? null : 'scheduled',
    booking_calcom_event_id: random.id('cal'),
    booking_url: `https://cal.example.com/estimates/${id}`,
  }
}

function metadataOf(facts: LeadFacts, service: string | null): ExtractedMetadata {
  return {
    name: facts.name,
    email: facts.email,
    phone: facts.phone,
    address: facts.address,
    service_needs: service,
    service_additional_info: facts.info,
    property_size: facts.size,
    budget: facts.budget,
    timeline: facts.timeline,
    service_availability: facts.availability,
  }
}

/** Returns the lead with a number in its series, and its conversation. Deterministic. */
export function makeLead(series: LeadSeries, index: number): SeededLead {
  const { organizationId, count, now } = series
  const random = createRandom(series.seed * 1_000_003 + index)
  const reach = reachabilityOf(index)
  const talk =
    reach === 'nothing'
      ? SMALL_TALK
      : (SERVICE_TALK[(index * 3 + random.int(0, 2)) % SERVICE_TALK.length] ?? SERVICE_TALK[0])
  const facts = chooseFacts(index, reach, talk, random)
  const ageMs = ageOf(index, count, random)
  const created = new Date(now.getTime() - ageMs)
  const outcome = outcomeOf(index, ageMs, random)
  const updated = new Date(created.getTime() + outcome.decidedAfterMs)
  const service = reach === 'nothing' ? null : talk.service
  // Some customers write on behalf of someone else, whose details become the contact's.
  const isContact = random.chance(0.12)
  const conversationId = index < CONVERSATIONS ? random.id('conv') : null
  const booking = outcome.isBooked ? bookingOf(index, created, series, random) : {}
  const times = { created_at: created, updated_at: updated }
  // A separate generator, so that the rest of the lead stays the same.
  const later = createRandom(series.seed * 5_000_011 + index)

  const leadId = random.id('lead')
  const source = random.chance(0.85) ? 'website_chat' : 'phone'
  const lead: Selectable<LeadsTable> = {
    id: leadId,
    organization_id: organizationId,
    // A trigger sets it.
    changed_in: 0,
    booking_kind: 'call',
    booking_minutes: 30,
    conversation_id: conversationId,
    is_test: false,
    status: outcome.status,
    source,
    ...originOf(source, later),
    prospect_name: isContact ? null : facts.name,
    contact_name: isContact ? facts.name : null,
    prospect_email: isContact ? null : facts.email,
    contact_email: isContact ? facts.email : null,
    prospect_phone: isContact ? null : facts.phone,
    contact_phone: isContact ? facts.phone : null,
    prospect_address: facts.address,
    property_address: facts.address,
    property_size: facts.size,
    service_interest: service,
    service_availability: facts.availability,
    timeline: facts.timeline,
    budget: facts.budget,
    service_additional_info: facts.info,
    notes: outcome.isBooked ? 'Booked by the agent after the chat.' : null,
    loss_reason: outcome.status === 'lost' && random.chance(0.6) ? random.pick(LOSS_REASONS) : null,
    automatic_reason: null,
    automatic_at: null,
    answered_at: answeredAt({ status: outcome.status, ...times }, now, later),
    ...times,
    converted_to_booking_id: null,
    booking_start_time: null,
    booking_status: null,
    booking_calcom_event_id: null,
    booking_url: null,
    ...booking,
    extracted_metadata: service === null ? null : metadataOf(facts, service),
  }
  if (conversationId === null) return { lead, conversation: null, messages: [] }
  return {
    lead,
    ...chatOf(series, conversationId, lead, converse(talk, facts, series.voice, random), random),
  }
}

/** Returns the conversation and its messages. The last message is as old as the lead. */
function chatOf(
  { organizationId }: LeadSeries,
  conversationId: string,
  lead: SeededLead['lead'],
  turns: ReturnType<typeof converse>,
  random: Random,
): Pick<SeededLead, 'conversation' | 'messages'> {
  const { created_at: end, page, utm_source, utm_medium, utm_campaign } = lead
  const times: Date[] = []
  let time = end.getTime()
  for (const turn of turns.toReversed()) {
    times.unshift(new Date(time))
    time -= (turn.from === 'agent' ? random.int(1, 4) : random.int(12, 70)) * 1000
  }
  const messages = turns.map((turn, position) => ({
    id: random.id('msg'),
    organization_id: organizationId,
    conversation_id: conversationId,
    position,
    ...(turn.from === 'customer'
      ? ({ message_type: 'incoming', author: 'visitor' } as const)
      : ({ message_type: 'outgoing', author: 'agent' } as const)),
    author_name: null,
    content: turn.text,
    client_id: null,
    trace: null,
    unheard: null,
    created_at: times[position] ?? end,
  }))
  return {
    conversation: {
      id: conversationId,
      organization_id: organizationId,
      visitor_token_hash: null,
      state: {},
      page_url: null,
      page,
      utm_source,
      utm_medium,
      utm_campaign,
      channel: 'website_chat',
      text_phone: null,
      waiting_since: null,
      ...OF_AGENT,
      ...lastMessage(messages),
      unread: 0,
      is_test: false,
      created_at: times[0] ?? end,
      updated_at: end,
    },
    messages,
  }
}
