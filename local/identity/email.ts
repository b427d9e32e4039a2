import * as v from 'valibot'
import { LIMITS } from '../../src/contract/limits.ts'

const EmailAddress = v.pipe(v.string(), v.maxLength(LIMITS.email), v.email())

/** Returns the form in which an email address is stored and compared. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

export const isEmailAddress = (text: string): boolean => v.is(EmailAddress, text)
