import type { Lead } from '../contract/leads.ts'
import { jobAddress } from './bookings.ts'
import { writeCsv, writeCsvRow } from './csv.ts'
import { leadEmail, leadLabel, leadPhone } from './lead-name.ts'
import { statusLabel } from './lead-status.ts'

const COLUMNS: [string, (lead: Lead, when: (instant: string | null) => string) => string | null][] = [
  ['Lead', (lead) => leadLabel(lead).name],
  ['Email', leadEmail],
  ['Phone', leadPhone],
  ['Address', jobAddress],
  ['Service Interest', (lead) => lead.service_interest],
  ['Status', (lead) => statusLabel(lead.status)],
  ['Created', (lead, when) => when(lead.created_at)],
  ['Updated', (lead, when) => when(lead.updated_at)],
  ['Property Size', (lead) => lead.property_size],
  ['Timeline', (lead) => lead.timeline],
  ['Budget', (lead) => lead.budget],
  ['Availability', (lead) => lead.service_availability],
  ['Additional Info', (lead) => lead.service_additional_info],
  ['Notes', (lead) => lead.notes],
  ['Loss Reason', (lead) => lead.loss_reason],
  ['Booking', (lead, when) => when(lead.booking_start_time)],
  ['Booking Link', (lead) => lead.booking_url],
  ['Source', (lead) => lead.source],
]

/** "2026-11-20 07:00" in a time zone, as spreadsheets read it; blank without an instant. */
function spreadsheetTime(timeZone: string | undefined): (instant: string | null) => string {
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return (instant) => {
    const date = new Date(instant ?? '')
    return Number.isNaN(date.getTime()) ? '' : clock.format(date)
  }
}

/** Leads that are written between two steps. */
const STEP = 50

/**
 * The leads in their order as CSV, in small steps: a heading, then one row a lead. The answer is the text in pieces.
 * Times are those of `timeZone`, else the device's.
 */
export function* leadsCsvInSteps(
  leads: readonly Lead[],
  timeZone?: string,
): Generator<void, readonly string[]> {
  const when = spreadsheetTime(timeZone)
  const pieces = [writeCsv([COLUMNS.map(([title]) => title)])]
  for (let from = 0; from < leads.length; from += STEP) {
    const rows = leads.slice(from, from + STEP)
    pieces.push(rows.map((lead) => writeCsvRow(COLUMNS.map(([, cell]) => cell(lead, when) ?? ''))).join(''))
    yield
  }
  return pieces
}

/** `leads-green-acres-2026-11-20.csv`: business and day, of letters and digits that every file system takes. */
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
