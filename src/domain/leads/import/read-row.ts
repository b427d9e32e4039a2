import { isDay, isWebLink } from '../../../contract/fields.ts'
import type { ImportField, ImportRow } from '../../../contract/lead-imports.ts'
import type { LeadStatus } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { unguarded } from '../../common/csv.ts'
import { digitsOf } from '../../common/dialable.ts'
import { present } from '../../common/present.ts'
import { CANCELED, isCanceled } from '../bookings.ts'
import { leadLabel } from '../name.ts'
import { IMPORTED } from '../origin.ts'
import { knownStatus } from '../status.ts'
import { labelOf } from './columns.ts'
import { type FileTimes, readTime } from './read-time.ts'

type TextField = Exclude<ImportField, 'status' | 'created_at' | 'booking_start_time' | 'source'>

/** A lead as a row describes it. */
export interface ImportedLead extends Record<TextField, string | null> {
  status: LeadStatus
  source: string
  created_at: string
  booking_start_time: string | null
}

const LONG: readonly ImportField[] = ['notes', 'service_additional_info']
const MEANT: Readonly<Record<string, LeadStatus>> = {
  ...{ open: 'new', won: 'converted', customer: 'converted', booked: 'converted', 'closed won': 'converted' },
  ...{ 'closed lost': 'lost', dead: 'lost' },
}

/**
 * Returns the lead in a row, or why it cannot be imported, without repeating the row's content. A lead requires a name,
 * an email, or a phone number. If the row has no creation time, the current time is used.
 */
export function readImportRow(
  cells: ImportRow['cells'],
  times: FileTimes,
): { lead: ImportedLead } | { problem: string } {
  const text = (field: ImportField) => present(unguarded(cells[field]?.trim() ?? ''))
  const long = (Object.keys(cells) as ImportField[]).find(
    (field) => (text(field)?.length ?? 0) > limitOf(field),
  )
  if (long) {
    const most = limitOf(long).toLocaleString('en-US')
    return { problem: `${labelOf(long)} is longer than ${most} characters` }
  }
  const email = text('prospect_email')
  const phone = text('prospect_phone')
  const name = text('prospect_name')
  const problem = problemOf(name, email, phone)
  if (problem) return { problem }
  const status = statusOf(text('status'))
  if (!status) return { problem: 'Status is not New, Converted, or Lost' }

  const created = text('created_at')
  const created_at = created === null ? times.now.toISOString() : readTime(created, times)
  if (!isRead(created_at)) return { problem: 'Created is not a date that can be read' }
  if (created_at > times.now.toISOString()) return { problem: 'Created is in the future' }
  const booking = text('booking_start_time')
  const start = booking === null ? null : readTime(booking, times)
  if (booking !== null && !isRead(start)) return { problem: 'Booking is not a time that can be read' }
  const bookingStatus = text('booking_status')
  const link = text('booking_url')
  if (link && !isWebLink(link)) return { problem: 'Booking Link is not a web address' }

  return {
    lead: {
      prospect_name: ownName(name, email, phone),
      prospect_email: email,
      prospect_phone: phone,
      property_address: text('property_address'),
      service_interest: text('service_interest'),
      property_size: text('property_size'),
      timeline: text('timeline'),
      budget: text('budget'),
      service_availability: text('service_availability'),
      service_additional_info: text('service_additional_info'),
      notes: text('notes'),
      loss_reason: status === 'lost' ? text('loss_reason') : null,
      booking_status: booking === null ? null : isCanceled(bookingStatus) ? CANCELED : bookingStatus,
      booking_url: booking === null ? null : link,
      status,
      source: text('source') ?? IMPORTED,
      created_at,
      booking_start_time: start,
    },
  }
}

function limitOf(field: ImportField): number {
  if (LONG.includes(field)) return LIMITS.longText
  return field === 'booking_url' ? LIMITS.url : LIMITS.line
}

/** Returns why nobody can be reached with the name, email, and phone number of a row; null if someone can. */
function problemOf(name: string | null, email: string | null, phone: string | null): string | null {
  if (!name && !email && !phone) return 'There is no name, email, or phone number'
  if (email && !/^\S+@\S+$/.test(email)) return 'Email is not an email address'
  if (phone && digitsOf(phone).length < 3) return 'Phone is not a phone number'
  return null
}

/** Returns whether a time was read, and begins with a day that exists. */
const isRead = (time: string | null): time is string => time !== null && isDay(time.slice(0, 10))

function statusOf(written: string | null): LeadStatus | undefined {
  const text = written?.toLowerCase() ?? 'new'
  return knownStatus(text) ?? MEANT[text]
}

/** Returns the lead's own name. The export uses the email or phone number as the name of a lead without one. */
function ownName(name: string | null, email: string | null, phone: string | null): string | null {
  const shown = leadLabel({
    ...{ id: '', conversation_id: null, prospect_name: null, contact_name: null, contact_email: null },
    ...{ contact_phone: null, service_interest: null, prospect_email: email, prospect_phone: phone },
  })
  return name !== null && (email || phone) && name === shown.name ? null : name
}
