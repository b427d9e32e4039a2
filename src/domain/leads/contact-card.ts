import type { Lead } from '../../contract/leads.ts'
import { contentLines, escapeText } from '../common/content-lines.ts'
import { nameParts } from '../common/name-parts.ts'
import { present } from '../common/present.ts'
import { jobAddress } from './bookings.ts'
import { leadEmail, leadLabel, leadPhone } from './name.ts'

/**
 * Returns the lead as a vCard 3.0. `tel` is the `tel:` link of the number. If absent, the card contains the number as
 * given.
 */
export function contactCard(lead: Lead, tel?: string): string {
  const { name } = leadLabel(lead)
  const { title, given, nickname, surname, suffix } = nameParts(name)
  const phone = tel?.replace(/^tel:/, '') || leadPhone(lead)
  const email = leadEmail(lead)
  const address = jobAddress(lead)
  const note = [present(lead.service_interest), present(lead.notes)].filter(Boolean).join('\n')
  return contentLines([
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${[surname, given, '', title, suffix].map(escapeText).join(';')}`,
    `FN:${escapeText(name)}`,
    nickname && `NICKNAME:${escapeText(nickname)}`,
    phone && `TEL;TYPE=CELL:${escapeText(phone)}`,
    email && `EMAIL:${escapeText(email)}`,
    address && `ADR:;;${escapeText(address)};;;;`,
    note && `NOTE:${escapeText(note)}`,
    'END:VCARD',
  ])
}
