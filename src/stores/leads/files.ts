import type { Lead } from '../../contract/leads.ts'
import { leadCalendarFile } from '../../domain/leads/calendar-file.ts'
import { contactCard } from '../../domain/leads/contact-card.ts'
import { csvName, leadsCsv } from '../../domain/leads/csv.ts'
import { leadLabel } from '../../domain/leads/name.ts'
import { sortLeads } from '../../domain/leads/sort.ts'
import { now } from '../../platform/clock.ts'
import { saveFile } from '../../platform/page/download.ts'
import { responseOf } from '../base/query/query.ts'
import { $organizationName } from '../organization/organization.ts'
import { $businessZone, deviceTimeZone } from '../settings/profile.ts'
import { $allLeads, $leadList, $leadView, matchView } from './list.ts'

/** Saves all leads in the list, on every page and in list order, as CSV. Returns the number of leads. */
export function exportLeads(): number {
  const view = $leadView.get()
  const leads = sortLeads(matchView($leadList.get(), view) ?? [], view.sort)
  const today = new Intl.DateTimeFormat('sv-SE').format(now())
  const file = leadsCsv(leads, deviceTimeZone(), $businessZone.get())
  saveFile(csvName($organizationName.get(), today), 'text/csv', file)
  return leads.length
}

/** Resolves once the list has loaded, for an export from another screen. Rejects if it cannot be loaded. */
export async function loadAllLeads(): Promise<void> {
  await responseOf($allLeads)
}

/** Saves the lead as a vCard. */
export function saveContact(lead: Lead): void {
  saveFile(fileName(lead, 'vcf'), 'text/vcard', contactCard(lead))
}

/** Saves the lead's booking as a calendar file. */
export function saveBooking(lead: Lead): void {
  const file = leadCalendarFile(lead, now())
  if (file) saveFile(fileName(lead, 'ics'), 'text/calendar', file)
}

/** Returns a file name based on the lead's name, without characters that file systems reject. */
function fileName(lead: Lead, extension: string): string {
  return `${leadLabel(lead)
    .name.replace(/[^\p{L}\p{N} ._-]/gu, '_')
    .slice(0, 80)}.${extension}`
}
