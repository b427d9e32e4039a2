import type { InboxMessage } from '../../contract/conversations.ts'
import type { Lead, Message } from '../../contract/leads.ts'
import { capitalized } from '../common/capitalized.ts'
import { present } from '../common/present.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { exactTime } from '../time/exact-time.ts'
import { appointmentName } from './appointment-words.ts'
import { automaticNote } from './automatic-loss.ts'
import { bookingTime } from './booking-time.ts'
import { appointmentOf } from './bookings.ts'
import { type CallOutcome, isCallNote } from './call-outcome.ts'
import { FORM_FIELDS } from './form.ts'
import { senderOf } from './sender.ts'
import { statusLabel } from './status.ts'

/** An event in a lead's history, as the API reports it. */
export interface LeadEvent {
  id: string
  type: string
  at: string
  actor: { kind: string; id: string | null; name: string | null }
  data: Readonly<Record<string, unknown>>
}

export type EventSign = 'created' | 'status' | 'edited' | 'called' | 'visit' | 'task' | 'done'

/** An entry in a lead's history. `at` is blank if unknown. `who` is blank if there is no author to show. */
export type TimelineEntry = { id: string; at: string } & (
  | { kind: 'messages'; from: 'customer' | 'agent'; sender: string; messages: readonly Message[] }
  | { kind: 'note'; who: string; text: string; isWaiting: boolean }
  | { kind: 'event'; sign: EventSign; who: string; text: string; details: readonly string[] }
)

export interface TimelineSource {
  lead: Lead
  messages: readonly (Message & Partial<Pick<InboxMessage, 'author' | 'author_name'>>)[]
  /** Null if the API does not report events. */
  events: readonly LeadEvent[] | null
  /** Notes that have not been sent to the server yet, in order. `lead` already contains them. */
  waiting: readonly { id: string; at: string; text: string }[]
  /** The id of the current user, who is shown as "You". */
  userId: string | null
  /** The business's zone, in which calls are shown; undefined while it is unknown. */
  businessZone: string | null | undefined
  deviceZone: string
}

/** Messages from one sender within this time form a single entry. */
const GROUPED_WITHIN = 5 * MINUTE_MS

/** A call and the note about it are stored within this time of each other. */
const SAME_CALL = 2 * MINUTE_MS

/** How far the clock of this device can be ahead of the server's. */
const CLOCK_AHEAD = 5 * MINUTE_MS

/** Returns a lead's complete history, oldest first. Entries without a time are at the end. */
export function timelineOf(source: TimelineSource): TimelineEntry[] {
  const { messages } = source
  const waiting = source.waiting.filter((note) => !source.events?.some((event) => isStored(note, event)))
  const entries: TimelineEntry[] = [
    ...(source.events ? eventEntries(source, source.events) : knownFrom(source)),
    ...messages.map((message, index) => {
      const id = `message-${message.id}-${index}`
      const at = message.created_at || (messages[index - 1]?.created_at ?? '')
      return messageEntry(id, at, message)
    }),
    ...waiting.map(({ id, at, text }) => ({
      kind: 'note' as const,
      id,
      at,
      who: 'You',
      text,
      isWaiting: true,
    })),
  ]
  return grouped(entries.toSorted((a, b) => timeOf(a) - timeOf(b)))
}

function messageEntry(id: string, at: string, message: TimelineSource['messages'][number]): TimelineEntry {
  const { author, author_name, message_type, content } = message
  const member = present(author_name ?? null)
  if (message_type === 'note') {
    return { kind: 'note', id, at, who: member ?? '', text: content, isWaiting: false }
  }
  const from = senderOf(message)
  const sender = author === 'person' ? (member ?? 'Team') : from
  return {
    kind: 'messages',
    id,
    at,
    from: from === 'Customer' ? 'customer' : 'agent',
    sender,
    messages: [message],
  }
}

/**
 * Returns whether an event represents the pending note itself. The event can arrive before the response to the request
 * that sent the note.
 */
function isStored({ at, text }: TimelineSource['waiting'][number], event: LeadEvent): boolean {
  const isLater = Date.parse(event.at) >= Date.parse(at) - CLOCK_AHEAD
  return event.type === 'note' && event.data.text === text && isLater
}

/** Returns the sort time. Entries without a time come last, in the given order. */
function timeOf({ at }: TimelineEntry): number {
  const time = Date.parse(at)
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time
}

function grouped(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const groups: TimelineEntry[] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const isSame =
      entry.kind === 'messages' &&
      last?.kind === 'messages' &&
      last.sender === entry.sender &&
      timeOf(entry) - timeOf({ ...last, at: last.messages.at(-1)?.created_at ?? last.at }) <= GROUPED_WITHIN
    if (isSame) groups[groups.length - 1] = { ...last, messages: [...last.messages, ...entry.messages] }
    else groups.push(entry)
  }
  return groups
}

function eventEntries(source: TimelineSource, events: readonly LeadEvent[]): TimelineEntry[] {
  const calls = events.filter(({ type }) => type === 'called').map(({ at }) => Date.parse(at))
  const isOfCall = ({ type, at, data }: LeadEvent) =>
    type === 'note' &&
    isCallNote(String(data.text)) &&
    calls.some((call) => Math.abs(call - Date.parse(at)) <= SAME_CALL)
  const hasStart = events.some(({ type }) => type === 'created')
  return [
    ...(hasStart ? [] : [created(source)]),
    ...events.filter((event) => !isOfCall(event)).flatMap((event) => entryOf(source, event) ?? []),
    ...notesBefore(source, events),
  ]
}

/** Returns the stored notes that no event is about, such as imported ones, at the beginning of the history. */
function notesBefore({ lead, waiting }: TimelineSource, events: readonly LeadEvent[]): TimelineEntry[] {
  const told = events.flatMap(({ type, data }) => (type === 'note' ? [String(data.text)] : []))
  const rest = [...waiting.map(({ text }) => text), ...told].reduce(
    (notes, text) => notes.replace(text, () => ''),
    lead.notes ?? '',
  )
  const text = present(rest.replace(/\n\s*\n/g, '\n'))
  const note = { kind: 'note', id: 'notes', at: lead.created_at, who: '', isWaiting: false } as const
  return text ? [{ ...note, text }] : []
}

/** Returns the part of the history that can be derived from the lead alone. */
function knownFrom({ lead, waiting, businessZone, deviceZone }: TimelineSource): TimelineEntry[] {
  const reason = present(lead.loss_reason)
  const start = present(lead.booking_start_time)
  const notes = present(waiting.reduceRight(withoutNote, lead.notes ?? ''))
  const event = { kind: 'event' as const, who: '', details: [] }
  const known: TimelineEntry[] = [created({ lead })]
  if (start) {
    const text = `${capitalized(appointmentName(appointmentOf(lead).kind))}: ${bookingTime(start, businessZone, deviceZone)}`
    known.push({ ...event, id: 'booking', at: '', sign: 'visit', text })
  }
  if (lead.status !== 'new') {
    const text = automaticNote(lead) ?? `Status: ${statusLabel(lead.status)}`
    const details = reason ? [`Reason: ${reason}`] : []
    known.push({ ...event, id: 'status', at: lead.automatic_at ?? '', sign: 'status', text, details })
  }
  if (notes) known.push({ kind: 'note', id: 'notes', at: '', who: '', text: notes, isWaiting: false })
  return known
}

const withoutNote = (notes: string, { text }: { text: string }) =>
  notes.endsWith(text) ? notes.slice(0, -text.length).trimEnd() : notes

const BY_SOURCE: Record<string, string> = {
  manual: 'Lead added by hand',
  import: 'Lead imported from a file',
}

function created({ lead }: Pick<TimelineSource, 'lead'>): TimelineEntry {
  const page = present(lead.page)
  const known = BY_SOURCE[lead.source]
  const text = known ?? (page ? `Lead created on ${page}` : 'Lead created')
  return { kind: 'event', id: 'created', at: lead.created_at, sign: 'created', who: '', text, details: [] }
}

const CALLED: Record<string, string> = {
  answered: 'Called: answered',
  no_answer: 'Called: no answer',
  voicemail: 'Called: left a voicemail',
} satisfies Record<CallOutcome, string>

const VISITS: Record<string, (name: string) => string> = {
  booked: (name) => `Booked an ${name} for`,
  moved: (name) => `Moved the ${name} to`,
  canceled: (name) => `Canceled the ${name} of`,
}

/** Returns the entry for an event, or null for a type that this version does not support. */
function entryOf(source: TimelineSource, event: LeadEvent): TimelineEntry | null {
  const { id, at, type, data } = event
  const who = whoOf(event, source.userId)
  const base = { kind: 'event' as const, id, at, who, details: [] as readonly string[] }
  const visit = VISITS[type]
  if (visit) {
    const start = bookingTime(String(data.start), source.businessZone, source.deviceZone)
    return {
      ...base,
      sign: 'visit',
      text: `${visit(appointmentName(data.kind === 'visit' ? 'visit' : 'call'))} ${start}`,
    }
  }
  switch (type) {
    case 'created':
      return { ...created(source), id, at, ...(event.actor.kind === 'person' && { who }) } as TimelineEntry
    case 'status': {
      const text = `Status: ${statusLabel(String(data.from))} → ${statusLabel(String(data.to))}`
      const reason = present(typeof data.loss_reason === 'string' ? data.loss_reason : null)
      return { ...base, sign: 'status', text, details: reason ? [`Reason: ${reason}`] : [] }
    }
    case 'edited': {
      const edit = editOf(data.fields, event.actor.kind)
      return edit && { ...base, sign: 'edited', ...edit }
    }
    case 'note':
      return { kind: 'note', id, at, who, text: String(data.text), isWaiting: false }
    case 'called':
      return { ...base, sign: 'called', text: CALLED[String(data.outcome)] ?? 'Called' }
    case 'task':
      return {
        ...base,
        sign: 'task',
        text: `Task: ${data.text}`,
        details: [`Due ${exactTime(String(data.due_at))}`],
      }
    case 'task_done':
      return { ...base, sign: 'done', text: `Done: ${data.text}` }
    default:
      return null
  }
}

function whoOf({ actor: { kind, id, name } }: LeadEvent, userId: string | null): string {
  if (kind === 'person') return id !== null && id === userId ? 'You' : (name ?? 'A team member')
  return { agent: 'Agent', visitor: 'Customer', system: 'Automatic', hubspot: 'HubSpot' }[kind] ?? ''
}

const labelOf = (field: string) =>
  FORM_FIELDS.find(({ name }) => name === field)?.label ??
  field.replace(/^(prospect|contact)_/, '').replaceAll('_', ' ')

/** Returns a change in words, or null if a visitor's messages, which the history shows, already say all of it. */
function editOf(fields: unknown, by: string): { text: string; details: string[] } | null {
  const changes = Object.entries((fields ?? {}) as Record<string, { from?: unknown; to?: unknown }>).filter(
    ([field]) => by !== 'visitor' || field !== 'service_additional_info',
  )
  if (changes.length === 0) return null
  const value = (given: unknown) => present(typeof given === 'string' ? given : null) ?? 'empty'
  return {
    text: `Changed ${changes.map(([field]) => labelOf(field)).join(', ')}`,
    details: changes.map(([field, { from, to }]) => `${labelOf(field)}: ${value(from)} → ${value(to)}`),
  }
}
