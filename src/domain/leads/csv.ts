import type { Lead } from '../../contract/leads.ts'
import { writeCsv, writeCsvRow } from '../common/csv.ts'
import { instantsOn, wallClock } from '../time/calendar-day.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { bookingClock, zoneName } from './booking-time.ts'
import { jobAddress } from './bookings.ts'
import { leadEmail, leadLabel, leadPhone } from './name.ts'
import { statusLabel } from './status.ts'
import { isVisitors } from './tests.ts'

/** The formatters for the times in a file. */
interface Times {
  when: (instant: string | null) => string
  booking: (start: string | null) => string
}

const COLUMNS: [string, (lead: Lead, times: Times) => string | null][] = [
  ['Lead', (lead) => leadLabel(lead).name],
  ['Email', leadEmail],
  ['Phone', leadPhone],
  ['Address', jobAddress],
  ['Service Interest', (lead) => lead.service_interest],
  ['Status', (lead) => statusLabel(lead.status)],
  ['Created', (lead, { when }) => when(lead.created_at)],
  ['Updated', (lead, { when }) => when(lead.updated_at)],
  ['Property Size', (lead) => lead.property_size],
  ['Timeline', (lead) => lead.timeline],
  ['Budget', (lead) => lead.budget],
  ['Availability', (lead) => lead.service_availability],
  ['Additional Info', (lead) => lead.service_additional_info],
  ['Notes', (lead) => lead.notes],
  ['Loss Reason', (lead) => lead.loss_reason],
  ['Booking', (lead, { booking }) => booking(lead.booking_start_time)],
  ['Booking Status', (lead) => lead.booking_status],
  ['Booking Link', (lead) => lead.booking_url],
  ['Source', (lead) => lead.source],
]

/** The column that marks tests, in files that contain one. */
const TEST_COLUMN: (typeof COLUMNS)[number] = ['Test', (lead) => (isVisitors(lead) ? null : 'Yes')]

/**
 * Returns a formatter for instants in a time zone, in the format that spreadsheets expect: "2026-11-20 07:00". The
 * result is blank if there is no instant. A time that the clock shows again ends with the zone's name, unless `isNamed`.
 */
function spreadsheetTime(timeZone: string, isNamed = false): (instant: string | null) => string {
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return (instant) => {
    const date = new Date(instant ?? '')
    if (Number.isNaN(date.getTime())) return ''
    const { day, minutes } = wallClock(date, timeZone)
    const [first = Number.NaN] = instantsOn(day, [minutes], timeZone)
    const isAgain = !isNamed && date.getTime() - first >= MINUTE_MS
    return [clock.format(date), ...(isAgain ? [zoneName(date, timeZone)] : [])].join(' ')
  }
}

/**
 * Returns the leads as CSV, in the given order: a header, followed by one row per lead. Times are in the device's time
 * zone, and bookings in the time zone of {@link bookingClock}.
 */
export function leadsCsv(
  leads: readonly Lead[],
  deviceZone: string,
  businessZone: string | null | undefined,
): string {
  const booking = (start: string | null) => {
    if (!start) return ''
    const { timeZone, name } = bookingClock(start, businessZone, deviceZone)
    return `${spreadsheetTime(timeZone, name !== '')(start)} ${name}`.trim()
  }
  const times = { when: spreadsheetTime(deviceZone), booking }
  const columns = leads.every(isVisitors) ? COLUMNS : [...COLUMNS, TEST_COLUMN]
  const rows = leads.map((lead) => writeCsvRow(columns.map(([, cell]) => cell(lead, times) ?? '')))
  return writeCsv([columns.map(([title]) => title)]) + rows.join('')
}

/**
 * Returns a file name with business and day that is valid in every file system, such as
 * `leads-green-acres-2026-11-20.csv`.
 */
export function csvName(business: string, day: string): string {
  const slug = business
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
  return ['leads', slug, day].filter(Boolean).join('-').concat('.csv')
}
