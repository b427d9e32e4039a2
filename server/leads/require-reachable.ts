import { readEmail } from '../../src/contract/email-address.ts'
import type { FieldIssue } from '../../src/contract/fields.ts'
import type { LeadFields } from '../../src/contract/leads.ts'
import { isPossiblePhone } from '../../src/domain/common/phone.ts'
import { HttpError } from '../http/http-error.ts'

const NAMES = ['contact_name', 'prospect_name'] as const
const EMAILS = ['contact_email', 'prospect_email'] as const
const PHONES = ['contact_phone', 'prospect_phone'] as const
const IDENTIFYING = [...NAMES, ...EMAILS, ...PHONES]

const isBlank = (value: string | null | undefined) => (value ?? '').trim() === ''

/**
 * Rejects a lead of a program with 400 if it has no name, email address, or phone number, or if an address or number
 * cannot be one. Names each field that is wrong.
 */
export function requireReachable(fields: LeadFields): void {
  const issues = IDENTIFYING.every((field) => isBlank(fields[field])) ? missing() : invalid(fields)
  if (issues[0]) throw new HttpError(400, issues[0].message, { details: issues })
}

function missing(): FieldIssue[] {
  const message = `A lead needs one of ${IDENTIFYING.join(', ')}`
  return IDENTIFYING.map((path) => ({ path, message }))
}

function invalid(fields: LeadFields): FieldIssue[] {
  const failing = (paths: readonly (keyof LeadFields)[], isValid: (text: string) => boolean, what: string) =>
    paths
      .filter((path) => !isBlank(fields[path]) && !isValid(fields[path] ?? ''))
      .map((path) => ({ path, message: `${path} is not ${what}` }))
  return [
    ...failing(EMAILS, (text) => /@.+\./.test(readEmail(text) ?? ''), 'an email address'),
    ...failing(PHONES, isPossiblePhone, 'a phone number with area code'),
  ]
}
