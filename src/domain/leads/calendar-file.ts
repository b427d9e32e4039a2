import type { Lead } from '../../contract/leads.ts'
import { calendarStamp, contentLines, escapeText } from '../common/content-lines.ts'
import { ESTIMATE_CALL_MS, jobAddress } from './bookings.ts'
import { leadEmail, leadLabel, leadPhone, present } from './name.ts'

/** Returns the lead's booking as an iCalendar file (RFC 5545); null without a valid start. */
export function calendarFile(lead: Lead, now: Date): string | null {
  const start = new Date(lead.booking_start_time ?? '')
  if (Number.isNaN(start.getTime())) return null
  const { name } = leadLabel(lead)
  const service = present(lead.service_interest)
  const address = jobAddress(lead)
  const url = present(lead.booking_url)
  const about = [service, leadPhone(lead), leadEmail(lead), url].filter(Boolean).join('\n')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldhand//Console//EN',
    'BEGIN:VEVENT',
    `UID:${escapeText(lead.converted_to_booking_id ?? lead.id)}@fieldhand`,
    `DTSTAMP:${calendarStamp(now)}`,
    `DTSTART:${calendarStamp(start)}`,
    `DTEND:${calendarStamp(new Date(start.getTime() + ESTIMATE_CALL_MS))}`,
    `SUMMARY:${escapeText(`Estimate call: ${name}`)}`,
    address && `LOCATION:${escapeText(address)}`,
    about && `DESCRIPTION:${escapeText(about)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return contentLines(lines.filter((line): line is string => Boolean(line)))
}
