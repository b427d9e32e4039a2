import * as v from 'valibot'
import { emailKey } from '../../src/contract/email-address.ts'
import { LIMITS } from '../../src/contract/limits.ts'

const EmailAddress = v.pipe(v.string(), v.maxLength(LIMITS.email), v.email())

/** Returns the form in which an email address is stored and compared. */
export const normalizeEmail = (email: string): string => emailKey(email)

export const isEmailAddress = (text: string): boolean => v.is(EmailAddress, text)
