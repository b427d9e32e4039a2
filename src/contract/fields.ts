import * as v from 'valibot'
import { LIMITS } from './limits.ts'

/** An opaque identifier: never parsed, only compared. */
export const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

/** A point in time as sent: ISO 8601 in UTC. */
export const Instant = v.pipe(v.string(), v.isoTimestamp())

/** A calendar day, YYYY-MM-DD. */
export const Day = v.pipe(v.string(), v.isoDate('Expected a date as YYYY-MM-DD'))

/** Text of at most `max` code units, trimmed of nothing. */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max, `Must be at most ${max} characters`))

export const line = text(LIMITS.line)
export const optionalLine = v.optional(v.nullable(line))
export const optionalText = v.optional(v.nullable(text(LIMITS.longText)))

/** The body of every refusal (section 8): `message` for people, `details` for the form that asked. */
export const ErrorBody = v.object({
  message: v.string(),
  details: v.optional(v.unknown()),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

/** `details` of a 400: which field was refused and why, dotted paths. */
export interface FieldIssue {
  path: string
  message: string
}
