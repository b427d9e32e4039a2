import type { Lead } from '../contract/leads.ts'
import { calendarFile } from '../domain/calendar-file.ts'
import { contactCard } from '../domain/contact-card.ts'
import { csvName, leadsCsvInSteps } from '../domain/lead-csv.ts'
import { leadLabel, leadPhone } from '../domain/lead-name.ts'
import { sortLeadsInSteps } from '../domain/lead-sort.ts'
import { now } from '../platform/clock.ts'
import { saveFile } from '../platform/download.ts'
import { runInSlices } from '../platform/slices.ts'
import { $leadList, $leadView, matchView } from './lead-list.ts'
import { $organization } from './session.ts'

/**
 * Saves the leads that the list shows, on all its pages and in its order, as CSV. Answers with how many. However many
 * there are, the page stays fluid.
 */
export async function exportLeads(): Promise<number> {
  const view = $leadView.get()
  const leads = await runInSlices(sortLeadsInSteps(matchView($leadList.get(), view) ?? [], view.sort))
  const csv = await runInSlices(leadsCsvInSteps(leads))
  const today = new Intl.DateTimeFormat('sv-SE').format(now())
  saveFile(csvName($organization.get()?.name ?? '', today), 'text/csv', csv)
  return leads.length
}

/** Saves the lead as a contact of the device. */
export async function saveContact(lead: Lead): Promise<void> {
  const phone = leadPhone(lead)
  const { readPhone } = await import('../domain/phone.ts')
  saveFile(fileName(lead, 'vcf'), 'text/vcard', contactCard(lead, phone ? readPhone(phone).href : undefined))
}

/** Saves the lead's booking for the device's calendar. */
export function saveBooking(lead: Lead): void {
  const file = calendarFile(lead, now())
  if (file) saveFile(fileName(lead, 'ics'), 'text/calendar', file)
}

/** The lead's name without what file systems refuse. */
function fileName(lead: Lead, extension: string): string {
  return `${leadLabel(lead)
    .name.replace(/[^\p{L}\p{N} ._-]/gu, '_')
    .slice(0, 80)}.${extension}`
}
