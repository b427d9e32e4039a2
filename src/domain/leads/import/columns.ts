import type { DateOrder, ImportField } from '../../../contract/lead-imports.ts'

interface Column {
  field: ImportField
  label: string
  /** Headings that denote the field, in lowercase and with only letters and digits. */
  headings: readonly string[]
  /** The text that joins the cells of several columns. If absent, the first nonblank cell is used. */
  joint?: string
}

/** The fields that a file's columns can fill, in the order of the export. */
export const IMPORT_COLUMNS: readonly Column[] = [
  {
    field: 'prospect_name',
    label: 'Name',
    headings: [
      ...['lead', 'name', 'fullname', 'contact', 'contactname', 'customer', 'customername', 'client'],
      ...['clientname', 'prospect', 'prospectname', 'leadname', 'displayname', 'firstname', 'lastname'],
      ...['first', 'last', 'givenname', 'familyname', 'surname', 'nombre', 'nombrecompleto', 'apellido'],
      'apellidos',
    ],
    joint: ' ',
  },
  {
    field: 'prospect_email',
    label: 'Email',
    headings: [
      ...['email', 'emailaddress', 'mail', 'contactemail', 'primaryemail', 'email1', 'emails'],
      ...['correo', 'correoelectronico'],
    ],
  },
  {
    field: 'prospect_phone',
    label: 'Phone',
    headings: [
      ...['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'mobilephone', 'mobilenumber', 'cell'],
      ...['cellphone', 'contactphone', 'primaryphone', 'phone1', 'homephone', 'workphone', 'telefono'],
      ...['celular', 'movil'],
    ],
  },
  {
    field: 'property_address',
    label: 'Address',
    headings: [
      ...['address', 'propertyaddress', 'serviceaddress', 'jobaddress', 'streetaddress', 'street'],
      ...['address1', 'address2', 'addressline1', 'addressline2', 'city', 'town', 'state', 'province'],
      ...['zip', 'zipcode', 'postalcode', 'postcode', 'direccion'],
      ...['calle', 'ciudad', 'codigopostal'],
    ],
    joint: ', ',
  },
  {
    field: 'service_interest',
    label: 'Service Interest',
    headings: [
      ...['serviceinterest', 'service', 'services', 'interest', 'servicerequested', 'job', 'jobtype'],
      ...['servicio', 'servicios'],
    ],
  },
  { field: 'status', label: 'Status', headings: ['status', 'leadstatus', 'stage', 'leadstage'] },
  {
    field: 'created_at',
    label: 'Created',
    headings: [
      'created',
      'createdat',
      'createdate',
      'createddate',
      'createdon',
      'dateadded',
      'added',
      'date',
      'fecha',
    ],
  },
  {
    field: 'property_size',
    label: 'Property Size',
    headings: ['propertysize', 'size', 'lotsize', 'squarefeet', 'sqft', 'acreage'],
  },
  { field: 'timeline', label: 'Timeline', headings: ['timeline', 'timeframe', 'when', 'startdate'] },
  {
    field: 'budget',
    label: 'Budget',
    headings: ['budget', 'estimatedvalue', 'dealvalue', 'amount', 'value'],
  },
  {
    field: 'service_availability',
    label: 'Availability',
    headings: ['availability', 'serviceavailability', 'besttime', 'besttimetocall'],
  },
  {
    field: 'service_additional_info',
    label: 'Additional Info',
    headings: ['additionalinfo', 'additionalinformation', 'serviceadditionalinfo', 'details', 'description'],
    joint: '\n',
  },
  {
    field: 'notes',
    label: 'Notes',
    headings: ['notes', 'note', 'comments', 'comment', 'remarks', 'notas'],
    joint: '\n',
  },
  { field: 'loss_reason', label: 'Loss Reason', headings: ['lossreason', 'lostreason', 'reasonlost'] },
  {
    field: 'booking_start_time',
    label: 'Booking',
    headings: ['booking', 'bookingstart', 'bookingstarttime', 'appointment', 'estimatecall'],
  },
  { field: 'booking_status', label: 'Booking Status', headings: ['bookingstatus'] },
  { field: 'booking_url', label: 'Booking Link', headings: ['bookinglink', 'bookingurl'] },
  {
    field: 'source',
    label: 'Source',
    headings: ['source', 'leadsource', 'origin', 'originalsource', 'referral'],
  },
]

/** The field that each column of a file fills, or null if the column is ignored. */
export type Mapping = readonly (ImportField | null)[]

export const labelOf = (field: ImportField): string =>
  IMPORT_COLUMNS.find((column) => column.field === field)?.label ?? field

const plain = (heading: string) =>
  heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+?[\d\s().-]{7,20}(?:\s*(?:x|ext\.?)\s*\d+)?$/i
const digitsIn = (text: string) => text.replace(/\D/g, '').length
const isEmail = (cell: string) => EMAIL.test(cell)
const isPhone = (cell: string) => PHONE.test(cell) && digitsIn(cell) >= 7 && digitsIn(cell) <= 15

/** The proportion of a column's cells that must look like emails or phone numbers. */
const MOST = 0.6

/**
 * Guesses which fields the columns fill, based on their headings, or else on their cells in the first rows. Assigns
 * several columns to a field only if it joins cells.
 */
export function guessMapping(headings: readonly string[], rows: readonly (readonly string[])[]): Mapping {
  const used = new Set<ImportField>()
  const take = (field: ImportField, joint?: string) => {
    if (used.has(field) && joint === undefined) return null
    used.add(field)
    return field
  }
  const named = headings.map((heading) => {
    const found = IMPORT_COLUMNS.find((column) => column.headings.includes(plain(heading)))
    return found ? take(found.field, found.joint) : null
  })
  return named.map((field, at) => {
    if (field !== null || plain(headings[at] ?? '') === 'updated') return field
    const cells = rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
    const isMostly = (test: (cell: string) => boolean) =>
      cells.length > 0 && cells.filter(test).length >= cells.length * MOST
    if (isMostly(isEmail)) return take('prospect_email')
    return isMostly(isPhone) ? take('prospect_phone') : null
  })
}

/** Returns whether a row could contain headings: it has text but no personal data. */
export function isHeadings(cells: readonly string[]): boolean {
  const given = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return given.some((cell) => /\p{L}/u.test(cell)) && !given.some((cell) => isEmail(cell) || isPhone(cell))
}

/** Returns the cells of a row by field. Joins the cells of several columns, or uses the first nonblank one. */
export function cellsByField(
  cells: readonly string[],
  mapping: Mapping,
): Partial<Record<ImportField, string>> {
  const found: Partial<Record<ImportField, string>> = {}
  for (const [at, field] of mapping.entries()) {
    const cell = cells[at]
    if (!field || !cell?.trim()) continue
    const before = found[field]
    const joint = IMPORT_COLUMNS.find((column) => column.field === field)?.joint
    if (before === undefined) found[field] = cell
    else if (joint !== undefined) found[field] = `${before.trim()}${joint}${cell.trim()}`
  }
  return found
}

const NUMBERS = /^\s*(\d{1,2})([/.-])(\d{1,2})[/.-]\d{2,4}\b/

/** The order of day and month, and whether the dates prove it. */
export interface WrittenDates {
  order: DateOrder
  isShown: boolean
}

/**
 * Determines how dates are written. If no date proves the order, the month comes first, as in the US, except in dates
 * with dots. `isShown` is also true if there are no ambiguous dates.
 */
export function writtenDates(cells: readonly string[]): WrittenDates {
  let isShown = true
  let hasDots = false
  for (const cell of cells) {
    const [, first, sign, second] = NUMBERS.exec(cell) ?? []
    if (first === undefined || Number(first) === Number(second)) continue
    if (Number(first) > 12) return { order: 'dmy', isShown: true }
    if (Number(second) > 12) return { order: 'mdy', isShown: true }
    isShown = false
    hasDots ||= sign === '.'
  }
  return { order: hasDots ? 'dmy' : 'mdy', isShown }
}
