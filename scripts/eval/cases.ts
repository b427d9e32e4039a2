import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { DEMO_ORGANIZATIONS } from '../../dev/demo/organizations.ts'
import { DEFAULT_HOURS, ProfileUpdate } from '../../src/contract/profile.ts'
import { patternOf } from './pattern.ts'

const Patterns = v.optional(
  v.array(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        try {
          return { written: dataset.value, pattern: patternOf(dataset.value) }
        } catch {
          addIssue({ message: `Not a regular expression: ${dataset.value}` })
          return NEVER
        }
      }),
    ),
  ),
  [],
)

const Instant = v.pipe(
  v.string(),
  v.transform((text) => new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)),
  v.check((date) => !Number.isNaN(date.getTime()), 'Expected a time in ISO 8601'),
)

/** The opening hours. A day without times has the usual ones. */
const Hours = v.pipe(
  v.array(v.looseObject({ day: v.string() })),
  v.transform((days) =>
    days.map((given) => ({ ...DEFAULT_HOURS.find(({ day }) => day === given.day), ...given })),
  ),
  ProfileUpdate.entries.business_hours.wrapped,
)

const CaseBusiness = v.object({
  ...ProfileUpdate.entries,
  business_hours: v.optional(Hours),
  faqs: v.optional(v.array(v.object({ question: v.string(), answer: v.string() }))),
  /** The owner's questions, in addition to those in the profile. */
  questions: v.optional(v.array(v.string())),
  now: v.optional(Instant),
})

/** The value of a fact. Numbers don't need quotes. */
const Value = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

/** A conversation to play and its expected results. docs/agent.md describes the fields. */
const Case = v.object({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  turns: v.array(v.string()),
  business: v.optional(v.nullable(CaseBusiness)),
  expect: v.optional(
    v.object({
      lead: v.optional(v.nullable(v.record(v.string(), v.nullable(Value)))),
      booking: v.optional(v.nullable(v.object({ start: Instant }))),
      says: Patterns,
      never: Patterns,
      state: v.optional(v.string()),
    }),
  ),
})
export type Case = v.InferOutput<typeof Case>
export type Expectation = NonNullable<Case['expect']>

/** Thrown for a line that isn't a case. */
export class CaseError extends Error {}

/** Reads the cases in a JSON Lines file and ignores blank lines. Throws a CaseError that names the file and line. */
export function readCases(path: string): Case[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new CaseError(`${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const failed = (why: string) => new CaseError(`${path}:${index + 1}: ${why}`)
    let written: unknown
    try {
      written = JSON.parse(line.replace(/^\uFEFF/, ''))
    } catch (error) {
      throw failed(`not JSON (${(error as Error).message})`)
    }
    const result = v.safeParse(Case, written)
    if (result.success) return [result.output]
    const [issue] = result.issues
    throw failed(`${v.getDotPath(issue) ?? 'the line'}: ${issue.message}`)
  })
}

/**
 * Returns the settings of a case: the demo business, with the given fields replacing its own. With a `business_name`,
 * it is a different business that has only the given fields. Descriptions of replaced settings are omitted.
 */
export function businessOfCase({ business }: Case) {
  const { faqs, questions, now, ...given } = business ?? {}
  const demo = DEMO_ORGANIZATIONS[0]
  if (!demo) throw new Error('There is no demo business')
  if (given.business_name) {
    return { name: given.business_name, profile: given, faqs: faqs ?? [], questions: questions ?? [], now }
  }
  return {
    name: demo.name,
    profile: {
      ...demo.profile,
      ...(given.services_offered && { services_description: null, prompt_summary: null }),
      ...(given.address !== undefined && { address_details: null }),
      ...given,
    },
    faqs: faqs ?? demo.faqs,
    questions: questions ?? demo.questions,
    now,
  }
}
