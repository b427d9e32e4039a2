import type { Lead } from '../contract/leads.ts'
import { jobAddress } from './bookings.ts'
import { leadEmail, leadLabel, leadPhone, present } from './lead-name.ts'

const BYTES_A_LINE = 75

/** A text value of vCard or iCalendar: backslash, comma, semicolon and line ends are escaped. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** Lines ended by CRLF, folded after 75 bytes without tearing a character (RFC 6350, RFC 5545). */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > BYTES_A_LINE) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}

/** The lead as a vCard 3.0. `tel` is the number as its `tel:` link has it; without one the number as it was given. */
export function contactCard(lead: Lead, tel?: string): string {
  const { name } = leadLabel(lead)
  const [first = '', ...rest] = name.split(/\s+/)
  const phone = tel?.replace(/^tel:/, '') || leadPhone(lead)
  const email = leadEmail(lead)
  const address = jobAddress(lead)
  const note = [present(lead.service_interest), present(lead.notes)].filter(Boolean).join('\n')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escapeText(rest.join(' '))};${escapeText(first)};;;`,
    `FN:${escapeText(name)}`,
    phone && `TEL;TYPE=CELL:${escapeText(phone)}`,
    email && `EMAIL:${escapeText(email)}`,
    address && `ADR:;;${escapeText(address)};;;;`,
    note && `NOTE:${escapeText(note)}`,
    'END:VCARD',
  ]
  return contentLines(lines.filter((line): line is string => Boolean(line)))
}
