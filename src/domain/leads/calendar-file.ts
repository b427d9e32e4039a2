import type { Lead } from '../../contract/leads.ts'
import { capitalized } from '../common/capitalized.ts'
import { contentLines, escapeText } from '../common/content-lines.ts'
import { present } from '../common/present.ts'
import { appointmentName } from './appointment-words.ts'
import { appointmentOf, endOf, jobAddress } from './bookings.ts'
import { leadEmail, leadLabel, leadPhone, type NamedLead } from './name.ts'

/** The organizer or attendee of an invitation. `email` is a valid address. */
export interface Invited {
  name: string
  email: string
}

/** The data that makes a calendar entry an invitation, an update to one, or a cancellation (RFC 5546). */
interface Invitation {
  method: 'REQUEST' | 'CANCEL'
  organizer: Invited
  attendee: Invited
}

/** An estimate call in the owner's or the visitor's calendar. */
export interface EstimateCall {
  id: string
  start: Date
  /** How long it takes. */
  minutes: number
  updatedAt: Date
  /** The revision, which increases with each change. Derived from `updatedAt` if absent. */
  sequence?: number
  summary: string
  location?: string | null
  description?: string
  url?: string
  status?: 'CONFIRMED' | 'CANCELLED'
  /** If absent, the file is for saving and not an invitation. */
  invitation?: Invitation
}

/** Returns an estimate call as an iCalendar file (RFC 5545). Calendars replace an older version with the same id. */
export function calendarFile(call: EstimateCall): string {
  return contentLines([
    ...CALENDAR_HEAD,
    `METHOD:${call.invitation?.method ?? 'PUBLISH'}`,
    ...eventLines(call),
    'END:VCALENDAR',
  ])
}

/**
 * Returns estimate calls as a calendar to subscribe to. Calendars that respect the refresh interval reload it every 15
 * minutes.
 */
export function calendarFeed(name: string, calls: readonly EstimateCall[]): string {
  return contentLines([
    ...CALENDAR_HEAD,
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...calls.flatMap(eventLines),
    'END:VCALENDAR',
  ])
}

const CALENDAR_HEAD = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fieldhand//Fieldhand//EN']

function eventLines(call: EstimateCall): (string | false | null | undefined)[] {
  const { id, start, updatedAt, summary, location, description, url, status, invitation } = call
  const sequence = call.sequence ?? Math.floor(updatedAt.getTime() / 1000)
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(id)}@fieldhand`,
    `DTSTAMP:${timestamp(updatedAt)}`,
    `SEQUENCE:${sequence % 2_147_483_647}`,
    `DTSTART:${timestamp(start)}`,
    `DTEND:${timestamp(endOf(start, call))}`,
    `SUMMARY:${escapeText(summary)}`,
    invitation && `ORGANIZER;CN=${quoted(invitation.organizer.name)}:mailto:${invitation.organizer.email}`,
    invitation &&
      `ATTENDEE;CN=${quoted(invitation.attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${invitation.attendee.email}`,
    location && `LOCATION:${escapeText(location)}`,
    description && `DESCRIPTION:${escapeText(description)}`,
    url && `URL:${url}`,
    status && `STATUS:${status}`,
    'END:VEVENT',
  ]
}

/** Returns the lead's booking as an iCalendar file for the owner, or null if there is no valid start time. */
export function leadCalendarFile(lead: Lead, now: Date): string | null {
  const start = new Date(lead.booking_start_time ?? '')
  return Number.isNaN(start.getTime()) ? null : calendarFile(ownersCall(lead, start, now))
}

/** The fields of a lead that the owner's calendar shows. */
type CalledLead = NamedLead &
  Pick<
    Lead,
    | 'property_address'
    | 'prospect_address'
    | 'extracted_metadata'
    | 'booking_url'
    | 'converted_to_booking_id'
    | 'booking_kind'
    | 'booking_minutes'
  >

/** Returns a lead's call for the owner's calendar. */
export function ownersCall(lead: CalledLead, start: Date, updatedAt: Date): EstimateCall {
  const { kind, minutes } = appointmentOf(lead)
  const about = [present(lead.service_interest), leadPhone(lead), leadEmail(lead), present(lead.booking_url)]
  return {
    id: lead.converted_to_booking_id ?? lead.id,
    start,
    minutes,
    updatedAt,
    summary: `${capitalized(appointmentName(kind))}: ${leadLabel(lead).name}`,
    location: jobAddress(lead),
    description: about.filter(Boolean).join('\n'),
  }
}

/** Quotes the value of a parameter. Such values cannot contain quotation marks or control characters. */
const quoted = (text: string) => `"${text.replaceAll('"', "'").replace(/\p{Cc}/gu, '')}"`

/** Returns an instant in iCalendar's UTC notation: `20261123T130000Z`. */
const timestamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d{3}/g, '')
