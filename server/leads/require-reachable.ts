import { readEmail } from '../../src/contract/email-address.ts'
import type { FieldIssue } from '../../src/contract/fields.ts'
import type { LeadFields } from '../../src/contract/leads.ts'
import { isPossiblePhone } from '../../src/domain/common/phone.ts'
import { HttpError } from '../http/http-error.ts'

const NAMES = ['contact_name', 'prospect_name'] as const
const EMAILS = ['contact_email', 'prospect_email'] as const
const PHONES = ['contact_phone', 'prospect_phone'] as const
const IDENTIFYING = [...NAMES, ...EMAILS, ...PHONES]

type Contacts = Omit<LeadFields, 'status'>

const isBlank = (value: string | null | undefined) => (value ?? '').trim() === ''

/**
 * Rejects a new lead of a program with 400 if it has no name, email address, or phone number, or if an address or number
 * cannot be one. Names each field that is wrong.
 */
export function requireReachable(fields: Contacts): void {
  if (IDENTIFYING.every((field) => isBlank(fields[field]))) reject(missing())
  requireContacts(fields)
}

/**
 * Rejects an address or number of a program with 400 if it cannot be one, unless the lead already has it. Names each
 * field that is wrong.
 */
export function requireContacts(fields: Contacts, current: Contacts = {}): void {
  const failing = (paths: readonly (keyof Contacts)[], isValid: (text: string) => boolean, what: string) =>
    paths
      .filter(
        (path) => !isBlank(fields[path]) && fields[path] !== current[path] && !isValid(fields[path] ?? ''),
      )
      .map((path) => ({ path, message: `${path} is not ${what}` }))
  reject([
    ...failing(EMAILS, (text) => /@.+\./.test(readEmail(text) ?? ''), 'an email address'),
    ...failing(PHONES, isPossiblePhone, 'a phone number with area code'),
  ])
}

function reject(issues: FieldIssue[]): void {
  if (issues[0]) throw new HttpError(400, issues[0].message, { details: issues })
}

function missing(): FieldIssue[] {
  const message = `A lead needs one of ${IDENTIFYING.join(', ')}`
  return IDENTIFYING.map((path) => ({ path, message }))
}
