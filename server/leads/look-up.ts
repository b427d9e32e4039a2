import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js'
import { emailKey, readEmail } from '../../src/contract/email-address.ts'
import type { LeadQuery } from '../../src/contract/leads.ts'
import { NOT_DIALED } from '../../src/domain/common/dialable.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'

/** What a lead can be looked up by: the digits of a phone number in all notations, or an email address. */
export interface LookUp {
  digits?: readonly string[] | undefined
  email?: string | undefined
}

/** Reads a phone number and an email address in any notation. Rejects with 400 what is none. */
export function readLookUp({ phone, email }: Pick<LeadQuery, 'phone' | 'email'>): LookUp {
  const number = phone === undefined ? undefined : parsePhoneNumberFromString(phone, 'US')
  if (phone !== undefined && !number?.isPossible()) throw invalid('phone', 'a phone number with area code')
  if (email !== undefined && readEmail(email) === null) throw invalid('email', 'an email address')
  return { digits: number && formsOf(number), email: email && emailKey(email) }
}

/** Returns the digits of a number as people dial it from home and from abroad. */
function formsOf({ countryCallingCode, nationalNumber }: PhoneNumber): string[] {
  const whole = `${countryCallingCode}${nationalNumber}`
  return [whole, `011${whole}`, `00${whole}`, ...(countryCallingCode === '1' ? [nationalNumber] : [])]
}

function invalid(path: string, what: string): HttpError {
  const message = `${path} is not ${what}`
  return new HttpError(400, message, { details: [{ path, message }] })
}

type Leads = ExpressionBuilder<Database, 'leads'>

const EXTENSION = String.raw`\s*[,;(]*\s*(x|ext)\.?.*$`

/** The condition that one of a lead's numbers is the given one, with or without an extension. */
export const hasNumber = (lead: Leads, digits: readonly string[]) =>
  lead.or(
    (['prospect_phone', 'contact_phone'] as const).map((column) => {
      const number = sql`regexp_replace(${sql.ref(`leads.${column}`)}, ${EXTENSION}, '', 'i')`
      return sql<SqlBool>`regexp_replace(${number}, ${NOT_DIALED}, '', 'g') = any(${digits})`
    }),
  )

/** The condition that one of a lead's email addresses is the given one. */
export const hasEmail = (lead: Leads, email: string) =>
  lead.or(
    (['prospect_email', 'contact_email'] as const).map(
      (column) => sql<SqlBool>`lower(trim(${sql.ref(`leads.${column}`)})) = ${email}`,
    ),
  )
