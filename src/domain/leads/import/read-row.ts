import { isDay, isWebLink } from '../../../contract/fields.ts'
import type { ImportField, ImportRow } from '../../../contract/lead-imports.ts'
import type { LeadStatus } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { unguarded } from '../../common/csv.ts'
import { grouped } from '../../common/grouped.ts'
import { present } from '../../common/present.ts'
import { CANCELED, isCanceled } from '../bookings.ts'
import { leadLabel } from '../name.ts'
import { IMPORTED } from '../origin.ts'
import { type Phones, readEmails, readPhones } from './contacts.ts'
import { blankCell, type Damage, repaired } from './damage.ts'
import { meaningOf } from './headings.ts'
import { type FileTimes, readTime } from './read-time.ts'
import { readStatus } from './status-words.ts'
import { labelOf } from './targets.ts'

type TextField = Exclude<ImportField, 'status' | 'created_at' | 'booking_start_time' | 'source'>

/** A lead as a row describes it. */
export interface ImportedLead extends Record<TextField, string | null> {
  status: LeadStatus
  source: string
  created_at: string
  booking_start_time: string | null
}

/**
 * What became of a row. A detail that cannot be read is left out of its field and kept in the notes; `remarks` says why,
 * and what was repaired. They don't repeat the row's content.
 */
export type RowResult = { lead: ImportedLead; remarks: string[] } | { problem: string }

const LONG: readonly ImportField[] = ['notes', 'service_additional_info']

const DAMAGES: Readonly<Record<Damage, string>> = {
  error: 'had an error of a spreadsheet instead of a value',
  digits: 'was a number of a spreadsheet',
  formula: 'was calculated by a spreadsheet',
  letters: 'has letters that the file lost',
  encoding: 'had letters in the wrong encoding',
}

/** A row while it is read: its cells, and what does not fit into the lead's fields. */
interface Reading {
  text: (field: ImportField) => string | null
  remark: (text: string) => void
  /** Keeps a value of a field in the notes. */
  keep: (field: ImportField, value: string) => void
}

/**
 * Returns the lead in a row, or why it cannot be imported. A lead requires a name, an email, or a phone number. If the
 * row has no creation time that can be read, the current time is used.
 */
export function readImportRow(cells: ImportRow['cells'], times: FileTimes): RowResult {
  const remarks = new Set<string>()
  const kept: string[] = []
  const remark = (text: string) => void remarks.add(text)
  const keep = (field: ImportField, value: string) => void kept.push(`${labelOf(field)}: ${value}`)
  const texts = cleanTexts(cells, remark)
  const row: Reading = { text: (field) => texts.get(field) ?? null, remark, keep }

  const contacts = readContacts(row)
  const name = readName(row, contacts)
  const { email, phone } = contacts
  if (!name && !email && !phone) {
    return { problem: [...remarks][0] ?? 'There is no name, email, or phone number' }
  }
  if (name && !email && !phone) {
    if (isNoPerson(name)) return { problem: 'This row is a total or a remark, not a lead' }
    if (repeatsHeadings(row, name)) return { problem: 'This row repeats the headings' }
  }

  const status = statusOf(row)
  const lead: ImportedLead = {
    prospect_name: ownName(name, email, phone),
    prospect_email: email,
    prospect_phone: phone,
    property_address: addressOf(row),
    service_interest: fitting(row, 'service_interest'),
    property_size: fitting(row, 'property_size'),
    timeline: fitting(row, 'timeline'),
    budget: fitting(row, 'budget'),
    service_availability: fitting(row, 'service_availability'),
    service_additional_info: fitting(row, 'service_additional_info'),
    loss_reason: lossReason(row, status),
    source: fitting(row, 'source') ?? IMPORTED,
    status,
    created_at: createdAt(row, times),
    ...bookingOf(row, times),
    notes: null,
  }
  lead.notes = notesOf(row, kept)
  return { lead, remarks: [...remarks] }
}

/** Returns the text of each cell, without what programs did to it. */
function cleanTexts(cells: ImportRow['cells'], remark: Reading['remark']): Map<ImportField, string> {
  const texts = new Map<ImportField, string>()
  for (const [field, cell] of Object.entries(cells) as [ImportField, string][]) {
    const trimmed = cell.trim()
    const own = unguarded(trimmed)
    const { text, damage } = own === trimmed ? repaired(own) : { text: own, damage: null }
    if (damage) remark(`${labelOf(field)} ${DAMAGES[damage]}`)
    const value = present(LONG.includes(field) ? text : blankCell(text))
    if (value) texts.set(field, value)
  }
  return texts
}

interface RowContacts {
  email: string | null
  phone: string | null
  /** The name next to the email address. */
  nameBeside: string | null
}

/** Reads the email and the phone number, also if each is in the other's column. What is left goes to the notes. */
function readContacts({ text, remark, keep }: Reading): RowContacts {
  const emails = readEmails(text('prospect_email') ?? '')
  const phones = readPhones(text('prospect_phone') ?? '')
  const strayPhones = emails.found.length === 0 ? readPhones(emails.rest.join('\n')).found : []
  const strayEmails = phones.found.length === 0 ? readEmails(phones.rest.join('\n')).found : []
  const [email = null, ...otherEmails] = [...emails.found, ...strayEmails]
  const [phone = null, ...otherPhones] = [...phones.found, ...strayPhones]
  if (emails.rest.length > 0 && emails.found.length === 0) {
    remark(strayPhones.length > 0 ? 'Email was a phone number' : 'Email is not an email address')
  }
  const problem = phoneProblem(phones, strayEmails.length > 0)
  if (problem) remark(problem)
  const isKept = (line: string) => line !== email && line !== phone
  for (const each of [...otherEmails, ...emails.rest].filter(isKept)) keep('prospect_email', each)
  for (const each of [...otherPhones, ...phones.rest].filter(isKept)) keep('prospect_phone', each)
  if (phone === null || phone.length <= LIMITS.line) return { email, phone, nameBeside: emails.name }
  remark(tooLong('prospect_phone'))
  keep('prospect_phone', phone)
  return { email, phone: null, nameBeside: emails.name }
}

function phoneProblem({ found, rest, damage }: Phones, isEmail: boolean): string | null {
  if (damage === 'lost') return 'Phone lost digits in a spreadsheet'
  if (damage === 'repaired') return `Phone ${DAMAGES.digits}`
  if (rest.length === 0 || found.length > 0) return null
  return isEmail ? 'Phone was an email address' : 'Phone is not a phone number'
}

/**
 * Matches a surname, with the small words before it, a comma, and a given name, with another one or an initial. More
 * words on a side are a business or a place.
 */
const SURNAME_FIRST =
  /^((?:(?:\p{Ll}+|D[aeiu]|De[lnr]|L[ae]|V[ao]n|St\.?) ){0,2}\p{L}[\p{L}'’-]*), (\p{L}[\p{L}'’-]*\.?(?: \p{L}[\p{L}'’-]*\.?)?)$/u
const AFTER_COMMA = /^(?:jr|sr|ii|iii|iv|phd|md|dds|esq|cpa|rn|llc|inc|ltd|co|corp|lp|pllc)\b/i

function readName(row: Reading, { email, phone, nameBeside }: RowContacts): string | null {
  const own = row.text('prospect_name')
  if (own && nameBeside && !own.toLowerCase().includes(nameBeside.toLowerCase())) {
    row.keep('prospect_email', `${nameBeside} <${email}>`)
  }
  const text = own ?? nameBeside
  if (text === null) return null
  const [, surname = '', given = ''] = SURNAME_FIRST.exec(text) ?? []
  const name = surname !== '' && !AFTER_COMMA.test(given) ? `${given} ${surname}` : text
  if (name.length <= LIMITS.line) return name.replace(/\s+/g, ' ')
  row.remark(tooLong('prospect_name'))
  row.keep('prospect_name', name)
  return email || phone ? null : name.slice(0, LIMITS.line)
}

/** Rows that spreadsheets and programs add below or above the leads. */
const TOTALS = [
  /^(?:(?:grand|sub|report|overall)[\s-]*)?totals?(?: (?:leads?|contacts?|records?|rows?|clients?|customers?))?[\s:=#\d.,$€%()]*$/i,
  /^(?:counts?|sum|records?|rows?|leads?|contacts?)\s*[:=#]?\s*\d[\d.,]*$/i,
  /^\d[\d.,]*\s+(?:records?|rows?|leads?|contacts?|clients?|customers?|results?)(?: total)?$/i,
  /^(?:copyright|generated (?:by|on)|exported (?:by|on|from)|confidential information|page \d+ of \d+|end of (?:report|file))\b/i,
]

const isNoPerson = (name: string): boolean => TOTALS.some((each) => each.test(name))

/** Returns whether a row without an email and a phone number has the headings again, as in joined files. */
const repeatsHeadings = ({ text }: Reading, name: string): boolean =>
  (/\bname\b/i.test(name) || meaningOf(name) !== null) &&
  (['prospect_email', 'prospect_phone'] as const).some(
    (field) => meaningOf(text(field) ?? '')?.target === field,
  )

/** The states whose ZIP codes begin with zero, which spreadsheets remove. */
const SHORT_ZIP =
  /\b(CT|MA|ME|NH|NJ|RI|VT|PR|Connecticut|Massachusetts|Maine|New Hampshire|New Jersey|Rhode Island|Vermont|Puerto Rico)(,? )(\d{4})(?=(?:-\d{4})?(?:,? (?:US|USA|United States))?$)/i

/** Returns the address. Repairs a ZIP code that a spreadsheet took for a quantity, or that Meta marked as text. */
function addressOf(row: Reading): string | null {
  const address = fitting(row, 'property_address')
  const repaired = address
    ?.replace(/(?<![^\s,])z:(?=\d)/gi, '')
    .replace(/\b(\d{4,5})\.0(?=$|,)/, '$1')
    .replace(SHORT_ZIP, (_, state, gap, zip) => `${state}${gap}0${zip}`)
  if (address === null || repaired === undefined || repaired === address) return address
  if (!/z:\d/i.test(address)) row.remark('Address had a ZIP code that a spreadsheet changed')
  return repaired
}

/** Returns the status. Keeps the words of other programs in the notes. */
function statusOf({ text, remark, keep }: Reading): LeadStatus {
  const written = text('status')
  if (written === null) return 'new'
  const { status, isOwn } = readStatus(written)
  if (!isOwn) {
    remark(`Status of another program was read as ${labelOfStatus(status)}`)
    keep('status', written)
  }
  return status
}

const labelOfStatus = (status: LeadStatus) => ({ new: 'New', converted: 'Converted', lost: 'Lost' })[status]

function lossReason(row: Reading, status: LeadStatus): string | null {
  const reason = fitting(row, 'loss_reason')
  if (reason === null || status === 'lost') return reason
  row.keep('loss_reason', reason)
  return null
}

function createdAt({ text, remark, keep }: Reading, times: FileTimes): string {
  const written = text('created_at')
  const now = times.now.toISOString()
  if (written === null) return now
  const read = readTime(written, times)
  if (isRead(read) && read <= now) return read
  remark(isRead(read) ? 'Created is in the future' : 'Created is not a date that can be read')
  keep('created_at', written)
  return now
}

function bookingOf(row: Reading, times: FileTimes) {
  const { text, remark, keep } = row
  const written = text('booking_start_time')
  const start = written === null ? null : readTime(written, times)
  const status = fitting(row, 'booking_status')
  const url = text('booking_url')
  const isLink = url !== null && isWebLink(url) && url.length <= LIMITS.url
  if (url !== null && !isLink) remark('Booking Link is not a web address')
  if (isRead(start)) {
    if (url !== null && !isLink) keep('booking_url', url)
    const booking_status = isCanceled(status) ? CANCELED : status
    return { booking_start_time: start, booking_status, booking_url: isLink ? url : null }
  }
  if (written !== null) {
    remark('Booking is not a time that can be read')
    keep('booking_start_time', written)
  }
  if (status !== null) keep('booking_status', status)
  if (url !== null) keep('booking_url', url)
  return { booking_start_time: null, booking_status: null, booking_url: null }
}

/** Returns the text of a field, or null if it is longer than its field; then it is kept in the notes. */
function fitting({ text, remark, keep }: Reading, field: ImportField): string | null {
  const value = text(field)
  if (value === null || value.length <= limitOf(field)) return value
  remark(tooLong(field))
  if (LONG.includes(field)) return value.slice(0, limitOf(field)).toWellFormed()
  keep(field, value)
  return null
}

function notesOf({ text, remark }: Reading, kept: readonly string[]): string | null {
  const all = [...kept]
  const own = text('notes')
  const notes = (own === null ? all : [own, ...all]).join('\n')
  if (notes.length <= LIMITS.longText) return notes || null
  remark(tooLong('notes'))
  return notes.slice(0, LIMITS.longText).toWellFormed()
}

const tooLong = (field: ImportField): string =>
  `${labelOf(field)} is longer than ${grouped(limitOf(field))} characters`

const limitOf = (field: ImportField): number => (LONG.includes(field) ? LIMITS.longText : LIMITS.line)

/** Returns whether a time was read, and begins with a day that exists. */
const isRead = (time: string | null): time is string => time !== null && isDay(time.slice(0, 10))

/** Returns the lead's own name. The export uses the email or phone number as the name of a lead without one. */
function ownName(name: string | null, email: string | null, phone: string | null): string | null {
  const shown = leadLabel({
    ...{ id: '', conversation_id: null, prospect_name: null, contact_name: null, contact_email: null },
    ...{ contact_phone: null, service_interest: null, prospect_email: email, prospect_phone: phone },
  })
  return name !== null && (email || phone) && name === shown.name ? null : name
}
