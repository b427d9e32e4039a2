import * as v from 'valibot'
import { readEmail } from './email-address.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/** An opaque identifier. Never parse it; only compare it. */
export const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

/** An id that the client chooses so that it can safely repeat a request. */
export const ClientId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,100}$/, 'An id is 1 to 100 letters, digits, hyphens and underscores'),
)

/** A point in time as it is sent: ISO 8601 in UTC. */
export const Instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => text[10] === 'T' && text.endsWith('Z'), 'Expected a time in UTC'),
  v.check((text) => text >= '1900' && isRealDay(text.slice(0, 10)), 'Expected a time of an existing day'),
)

const NOT_A_DAY = 'Expected a date as YYYY-MM-DD'

/** An existing calendar day (YYYY-MM-DD) in the years 1900 to 9998, which all databases and clocks support. */
export const Day = v.pipe(
  v.string(NOT_A_DAY),
  v.isoDate(NOT_A_DAY),
  v.check((day) => day >= '1900' && day < '9999' && isRealDay(day), NOT_A_DAY),
)

function isRealDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** Returns whether a text is a valid day. */
export const isDay = (text: string): boolean => v.is(Day, text)

/** An IANA time zone name, such as America/New_York. Offsets are not allowed. */
export const TimeZone = v.pipe(
  v.string(),
  v.maxLength(100),
  v.check(isTimeZone, 'Expected a time zone such as America/New_York'),
)

function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * The query parameters that limit a list to some days, both inclusive. The days are those of `timezone`, by default of
 * the business's time zone.
 */
export const DaysQuery = v.object({
  from: v.optional(Day),
  to: v.optional(Day),
  timezone: v.optional(TimeZone),
})
export type DaysQuery = v.InferOutput<typeof DaysQuery>

/** Returns a schema for text of at most `max` code units. Does not trim the text. */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max, `Must be at most ${max} characters`))

/**
 * Returns a schema for text that usually has one of some values. Other texts are preserved; `others` are other notations
 * of a value.
 */
export function knownText(values: readonly string[], others: Readonly<Record<string, string>> = {}) {
  const usual = (text: string) => {
    const lower = text.trim().toLowerCase()
    return others[lower] ?? values.find((value) => value === lower) ?? text
  }
  const schema = v.pipe(
    v.string(),
    v.check((text) => usual(text) === text, `Expected one of ${values.join(', ')} in this notation`),
  )
  return tolerant(schema, {
    repair: (written) => (typeof written === 'object' ? written : usual(String(written))),
  })
}

/** Returns a schema for integers in a range, inclusive. */
export const integerIn = ({ min, max }: { min: number; max: number }) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** Returns a schema for a query parameter that limits a list, from 1 to `most`, which has at most four digits. */
export const limitTo = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,3}$/, `Expected a number from 1 to ${most}`),
    v.check((given) => Number(given) <= most, `Expected a number from 1 to ${most}`),
  )

/** Characters that browsers ignore in and around a URL. */
const IGNORED_IN_LINKS = /[\t\n\r]|^[\0- ]+/g

/**
 * Returns whether a link can only open web pages: it has no scheme, or a web scheme. A host with a port must contain a
 * dot.
 */
export function isWebLink(link: string): boolean {
  const scheme = /^([a-z][a-z\d+-]*):/i.exec(link.replace(IGNORED_IN_LINKS, ''))?.[1]
  return scheme === undefined || /^https?$/i.test(scheme)
}

/** A link that can appear in the console, the widget, or an email. */
export const webLink = v.pipe(
  text(LIMITS.url),
  v.check(isWebLink, 'A link must begin with https:// or http://'),
)

/** An email address, as {@link readEmail} returns it. */
export const Email = v.pipe(
  text(LIMITS.email),
  v.transform((given) => readEmail(given) ?? ''),
  v.regex(/@.+\./, 'Enter a valid email address'),
  v.maxLength(LIMITS.email, `Must be at most ${LIMITS.email} characters`),
)

const line = text(LIMITS.line)
export const optionalLine = v.optional(v.nullable(line))
export const optionalText = v.optional(v.nullable(text(LIMITS.longText)))

/**
 * The values of a resource that the client read before its change. If they are different now, the change is rejected
 * with 409, and `details.current` is the resource.
 */
export const ReadValues = v.optional(v.record(v.string(), v.unknown()))
export type ReadValues = v.InferOutput<typeof ReadValues>

/**
 * The body of every error response (section 8): `message` is for users, and `details` is for the form. Only API keys get
 * the `code` (error-codes.ts).
 */
export const ErrorBody = v.object({
  code: v.optional(v.string()),
  message: v.string(),
  details: v.optional(v.unknown()),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

/** An item in `details` of a 400 response: an invalid field as a dotted path, with a message. */
export interface FieldIssue {
  path: string
  message: string
}
