import type { Lead } from '../../contract/leads.ts'
import { contentLines, escapeText } from '../common/content-lines.ts'
import { nameParts } from '../common/name-parts.ts'
import { phoneHref, phonesIn } from '../common/phone-href.ts'
import { present } from '../common/present.ts'
import { jobAddress } from './bookings.ts'
import { leadEmail, leadLabel, leadPhone } from './name.ts'

/** Returns the lead as a vCard 3.0, with every number that the lead has. */
export function contactCard(lead: Lead): string {
  const { name } = leadLabel(lead)
  const { title, given, nickname, surname, suffix } = nameParts(name)
  const phone = leadPhone(lead)
  const email = leadEmail(lead)
  const address = jobAddress(lead)
  const note = [present(lead.service_interest), present(lead.notes)].filter(Boolean).join('\n')
  return contentLines([
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${[surname, given, '', title, suffix].map(escapeText).join(';')}`,
    `FN:${escapeText(name)}`,
    nickname && `NICKNAME:${escapeText(nickname)}`,
    ...(phone === null ? [] : phonesIn(phone).map((each) => `TEL;TYPE=CELL:${escapeText(dialed(each))}`)),
    email && `EMAIL:${escapeText(email)}`,
    address && `ADR:;;${escapeText(address)};;;;`,
    note && `NOTE:${escapeText(note)}`,
    'END:VCARD',
  ])
}

/** Returns a number as its link has it, or as it is if it has none. */
const dialed = (phone: string) => phoneHref(phone)?.replace(/^tel:/, '') ?? phone.trim()
